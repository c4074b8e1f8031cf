/**
 * The e-mails of a deal as the desk proposes them, with blanks (letter-blanks.ts). The dealer may change each before it is sent.
 * Shared with the browser.
 */
import { longDay } from '#shared/text/format.ts'
import { formatPence } from '#shared/text/money.ts'
import type { Deal, Quote } from './deal-types.ts'
import { type Blank, fillLetter, termsOf } from './letter-blanks.ts'
import type { Order } from './read-order.ts'

type Offered = Pick<Quote, 'kind' | 'name' | 'amount' | 'deposit' | 'includes' | 'isBesideOthers'>

interface Writers {
  person: string
  firm: string
}

/** What no letter leaves out unasked, as far as the deal has it. */
export const NEEDED_BLANKS: Readonly<Record<Deal['kind'], readonly Blank[]>> = {
  sale: ['plate', 'price', 'deposit', 'until', 'link'],
  purchase: ['plate', 'price', 'until'],
}

/** @param isAgreed it confirms their yes; otherwise it is the quote, or our bid */
export function proposeLetter(offered: Offered, isAgreed: boolean, writers: Writers): string {
  const letter = offered.kind === 'sale' ? (isAgreed ? yesLetter : quoteLetter) : bidLetter
  return compose(offered.name, letter(offered, isAgreed), writers)
}

const compose = (name: string, paragraphs: readonly string[], { person, firm }: Writers) =>
  [`Dear ${name},`, ...paragraphs, `Kind regards,\n${person}\n${firm}`].join('\n\n')

/** One of the whole price leaves no balance. */
const isPart = ({ deposit, amount }: Offered) => deposit !== null && deposit !== amount

const UNPAID = 'without a payment it goes back on sale'

function quoteLetter(offered: Offered): string[] {
  const { deposit, includes, isBesideOthers } = offered
  const time = deposit === null ? '{balance days}' : '{deposit days}'
  const whole = `We hold it for you from your yes, and ask for payment within ${time}; ${UNPAID}.`
  const parts = `A deposit of {deposit} within {deposit days} of your yes holds it for you, with the rest within {balance days}; ${UNPAID}.`
  const next =
    'Somebody else was quoted for it first, so you are next in line: we will gladly let you have it if they decide against it.'
  return [
    `Thank you for asking about {plate}. Our quote is {price}, valid until {until}.${includes ? ' {includes}' : ''}`,
    ...(isBesideOthers ? [next] : []),
    `${isPart(offered) ? parts : whole} If you would like to go ahead, please let us know.`,
    'Your quote, and later your order, are on a page of your own:\n{link}',
  ]
}

function yesLetter(offered: Offered): string[] {
  const whole = `We are holding it for you, and ask for payment by {until}; ${UNPAID}.`
  const parts = `A deposit of {deposit} by {until} holds it for you, with the rest by {balance until}; ${UNPAID}.`
  return [
    `Thank you. We have agreed {plate} at {price}. ${isPart(offered) ? parts : whole}`,
    'How to pay, and how far the transfer has come, are on your page:\n{link}',
  ]
}

function bidLetter(_: Offered, isAgreed: boolean): string[] {
  const next =
    'to know what it is held on (a V750, a V778 or a vehicle), until when and in whose name, and to see proof of who you are. Please do not send its certificate, or the number of it, yet: we agree with you how it and the payment change hands.'
  if (isAgreed)
    return ['Thank you. We have agreed to buy {plate} from you for {price}.', `We now need ${next}`]
  return [
    'Thank you for telling us about {plate}. We would pay {price} for it. This stands until {until}.',
    `If you would like to go ahead, please let us know. We then need ${next}`,
  ]
}

/**
 * To copy to a person without an e-mail address: the letter of the stage, or what comes next.
 * @returns null if there is nothing to send: of a deal that has ended, lapsed, or is on hold, or whose plate cannot be had
 */
export function writeMessage(
  deal: Deal,
  order: Order,
  link: string,
  today: string,
  writers: Writers,
): string | null {
  const { state, due, paid, handedOverOn } = order
  if (state !== 'quote' && state !== 'agreed') return null
  const isAgreed = deal.agreedOn !== null
  if (deal.kind === 'purchase' || !isAgreed || (due > 0 && paid <= 0)) {
    const until = isAgreed ? order.payBy : deal.validUntil
    const { balanceBy } = deal
    const terms = termsOf(deal, { until, balanceBy, link: deal.kind === 'sale' ? link : null })
    return fillLetter(proposeLetter(deal, isAgreed, writers), terms)
  }
  const paragraphs =
    due > 0
      ? [sayDue(order, today), `How to pay is on your page:\n${link}`]
      : [
          handedOverOn ? sayThanks(order) : sayNext(order),
          `How far the transfer has come is on your page:\n${link}`,
        ]
  return compose(deal.name, paragraphs, writers)
}

function sayDue({ registration, paid, due, owed, payBy }: Order, today: string): string {
  const what = due < owed ? 'rest of the deposit' : 'balance'
  const by = payBy === null ? 'is due' : `${payBy < today ? 'was' : 'is'} due by ${longDay(payBy)}`
  return `Thank you for your payment: ${formatPence(paid)} has reached us for ${registration}. The ${what} of ${formatPence(due)} ${by}.`
}

function sayNext({ registration, ending, wanted }: Order): string {
  const paid = `Thank you: ${registration} is paid in full.`
  if (wanted.includes('ending'))
    return `${paid} Please tell us whether to put it on your vehicle, or to post you its certificate.`
  if (wanted.includes('log-book'))
    return `${paid} Please send us the document reference number from your vehicle’s log book (V5C).`
  return `${paid} There is nothing more for you to do: we will ${ending === 'certificate' ? 'post you its certificate' : 'have it assigned to your vehicle'}, and let you know.`
}

function sayThanks({ registration, ending, trackingNumber }: Order): string {
  const done =
    ending === 'certificate'
      ? `We have posted you its certificate${trackingNumber ? `, tracking number ${trackingNumber}` : ''}.`
      : 'It is on your vehicle, and the DVLA will post you a new log book.'
  return `Thank you for buying ${registration} from us. ${done} We hope that you enjoy it.`
}

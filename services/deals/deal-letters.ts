/** The e-mails of a deal as the desk proposes them; the dealer may change each before it is sent. Shared with the browser. */
import { longDay } from '#shared/text/format.ts'
import { formatPence } from '#shared/text/money.ts'
import type { Quote } from './deal-types.ts'

type Quoted = Omit<Quote, 'id' | 'plateId' | 'isBesideOthers' | 'text'>

interface LetterOptions {
  /** It confirms their yes; otherwise it is the quote, or our bid. */
  isAgreed: boolean
  /** Who writes. */
  person: string
  firm: string
  /** The address of the buyer's page. */
  link: string
}

export function dealLetter(quoted: Quoted, { isAgreed, person, firm, link }: LetterOptions): string {
  const paragraphs = quoted.kind === 'sale' ? saleLetter(quoted, isAgreed, link) : bidLetter(quoted, isAgreed)
  return [`Dear ${quoted.name},`, ...paragraphs, `Kind regards,\n${person}\n${firm}`].join('\n\n')
}

/** The desk proposes the letter before there is an amount. */
const priceOf = (amount: number) => (amount > 0 ? formatPence(amount) : '£…')

const GO_AHEAD = 'If you would like to go ahead, please let us know.'

function saleLetter(
  { registration, amount, deposit, includes, validUntil }: Quoted,
  isAgreed: boolean,
  link: string,
) {
  const reserves = deposit ? [`A deposit of ${formatPence(deposit)} reserves it for you.`] : []
  if (isAgreed)
    return [
      [`Thank you. We have agreed ${registration} at ${priceOf(amount)}.`, ...reserves].join(' '),
      `How to pay, and how far the transfer has come, are on this page:\n${link}`,
    ]
  const quote = `Our quote is ${priceOf(amount)}, valid until ${longDay(validUntil)}.`
  return [
    [`Thank you for asking about ${registration}.`, quote, ...(includes ? [includes] : [])].join(' '),
    [...reserves, GO_AHEAD].join(' '),
    `Your quote, and later your order, are on this page:\n${link}`,
  ]
}

function bidLetter({ registration, amount, validUntil }: Quoted, isAgreed: boolean) {
  const next =
    'to know what it is held on (a V750, a V778 or a vehicle), until when and in whose name, and to see proof of who you are. Please do not send its certificate, or the number of it, yet: we agree with you how it and the payment change hands.'
  if (isAgreed)
    return [
      `Thank you. We have agreed to buy ${registration} from you for ${priceOf(amount)}.`,
      `We now need ${next}`,
    ]
  return [
    `Thank you for telling us about ${registration}. We would pay ${priceOf(amount)} for it. This stands until ${longDay(validUntil)}.`,
    `${GO_AHEAD} We then need ${next}`,
  ]
}

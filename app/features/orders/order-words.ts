import { longDay } from '#shared/text/format.ts'
import { formatPence } from '#shared/text/money.ts'
import type { Order } from '../../context.ts'

export function headline({ state, registration, handedOverOn, agreedOn, owed }: Order): string {
  if (state === 'ended') return `This ${agreedOn ? 'order' : 'quote'} has ended`
  if (state === 'unavailable') return `${registration} is no longer available`
  if (state === 'quote' || state === 'waiting') return `Your quote for ${registration}`
  const isTheirs = owed <= 0 && (handedOverOn !== null || state === 'done')
  return isTheirs ? `${registration} is yours` : `Your order for ${registration}`
}

const WANTED: Record<Order['wanted'][number], (order: Order) => string> = {
  answer: () => 'If you would like it, just tell us. There is nothing to pay until you do.',
  deposit: (order) => payment(order, 'deposit'),
  balance: (order) => payment(order, order.paid > 0 ? 'balance' : 'price'),
  ending: () => 'Tell us whether to put it on your vehicle, or to post you its certificate.',
  'log-book': () => 'Send us the document reference number from your vehicle’s log book (V5C).',
}

function payment({ due, payBy, bankDetails }: Order, what: string): string {
  const sum = `the ${what} of ${formatPence(due)}`
  const until = payBy ? ` by ${longDay(payBy)}` : ''
  return bankDetails
    ? `Please pay ${sum} by bank transfer${until}.`
    : `Please ask us how to pay ${sum}${until}.`
}

/** What we wait for, or what happens next: a sentence each. */
export function nextSentences(order: Order): string[] {
  const { state, agreedOn, endedOn, wanted, registration } = order
  if (state === 'ended') {
    const ask = agreedOn
      ? 'Ask us if you have any question about it.'
      : `If you would still like ${registration}, ask us for a new one.`
    return [`It ended on ${longDay(endedOn ?? '')}. ${ask}`]
  }
  if (state === 'unavailable')
    return [
      order.paid > 0
        ? `We are sorry. We will write to you about it, and about the ${formatPence(order.paid)} that you have paid.`
        : 'We are sorry. There is nothing for you to pay, and we will write to you.',
    ]
  if (state === 'lapsed')
    return [
      `It was not paid in time, so ${registration} is no longer held for you. If you would still like it, ask us.`,
    ]
  if (state === 'on-hold')
    return ['Your order is on hold. There is nothing for you to do: we will write to you.']
  if (state === 'waiting')
    return [
      `Somebody else has ${registration} before you. You are next in line: we will write if it is free again.`,
    ]
  const next = wanted.map((one) => WANTED[one](order))
  if (order.isNextInLine)
    next.unshift(`Somebody else was quoted for ${registration} first. You are next in line.`)
  if (next.length > 0) return next
  return [nothingWanted(order)]
}

function nothingWanted({ state, ending, handedOverOn, trackingNumber }: Order): string {
  const isVehicle = ending !== 'certificate'
  if (state === 'done' && !handedOverOn) return 'This order is complete.'
  if (!handedOverOn)
    return `There is nothing for you to do: we’ll ${isVehicle ? 'have it assigned to your vehicle' : 'post you its certificate'}, and let you know.`
  return isVehicle
    ? 'It is on your vehicle. The DVLA will post you a new log book.'
    : `We have posted you its certificate${trackingNumber ? `, tracking number ${trackingNumber}` : ''}.`
}

interface Step {
  label: string
  /** Null while it is to come. */
  day: string | null
  note?: string | null
}

export function stepsOf(order: Order): Step[] {
  const { quotedOn, agreedOn, soldOn, ending, handedOverOn, trackingNumber, owed, lastPaidOn } = order
  const HANDOVERS = {
    vehicle: 'Assigned to your vehicle',
    v317: 'Moved to your vehicle',
    certificate: 'Certificate posted',
  }
  return [
    { label: 'Quote', day: quotedOn },
    { label: 'Agreed', day: agreedOn },
    { label: 'Paid', day: agreedOn && owed <= 0 ? lastPaidOn : null },
    { label: 'Sold to you', day: soldOn },
    {
      label: ending ? HANDOVERS[ending] : 'Assigned to your vehicle, or its certificate posted',
      day: handedOverOn,
      note: handedOverOn && trackingNumber && `Tracking number ${trackingNumber}`,
    },
  ]
}

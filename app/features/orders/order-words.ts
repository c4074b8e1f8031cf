import { longDay } from '#shared/text/format.ts'
import { formatPence } from '#shared/text/money.ts'
import type { Order } from '../../context.ts'

export function headline({ state, registration, handedOverOn, agreedOn }: Order): string {
  if (state === 'ended') return `This ${agreedOn ? 'order' : 'quote'} has ended`
  if (state === 'quote') return `Your quote for ${registration}`
  return handedOverOn || state === 'done' ? `${registration} is yours` : `Your order for ${registration}`
}

const WANTED: Record<Order['wanted'][number], (order: Order) => string> = {
  answer: () => 'If you would like it, just tell us. There is nothing to pay until you do.',
  deposit: (order) => payment(order, 'deposit'),
  balance: (order) => payment(order, order.paid > 0 ? 'balance' : 'price'),
  ending: () => 'Tell us whether to put it on your vehicle, or to post you its certificate.',
  'log-book': () => 'Send us the document reference number from your vehicle’s log book (V5C).',
}

const payment = ({ due, bankDetails }: Order, what: string) =>
  bankDetails
    ? `Please pay the ${what} of ${formatPence(due)} by bank transfer.`
    : `Please ask us how to pay the ${what} of ${formatPence(due)}.`

/** What we wait for, or what happens next: a sentence each. */
export function nextSentences(order: Order): string[] {
  const { state, agreedOn, endedOn, wanted, registration } = order
  if (state === 'ended')
    return [
      agreedOn
        ? `It ended on ${longDay(endedOn ?? '')}. Ask us if you have any question about it.`
        : `It ended on ${longDay(endedOn ?? '')}. If you would still like ${registration}, ask us for a new one.`,
    ]
  if (wanted.length > 0) return wanted.map((one) => WANTED[one](order))
  return [nothingWanted(order)]
}

function nothingWanted({ state, ending, handedOverOn, trackingNumber }: Order): string {
  const isVehicle = ending === 'vehicle'
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
  const HANDOVERS = { vehicle: 'Assigned to your vehicle', certificate: 'Certificate posted' }
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

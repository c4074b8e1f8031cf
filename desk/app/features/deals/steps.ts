/** The steps of a deal as data: what its page shows of each, and which fields it sends (change-deal.server.ts). */
import type { InputHTMLAttributes } from 'react'
import { ENDINGS, PAYMENT_KINDS, paidOf, payBy, STAY_SENT } from '#services/deals/deal-types.ts'
import { MAX_LETTER_LENGTH } from '#services/deals/read-deal-form.ts'
import { isUnavailable } from '#services/deals/standing.ts'
import { mayTake, type StepName } from '#services/deals/step-rules.ts'
import { LOST_REASONS } from '#services/enquiries/statuses.ts'
import { formatPence } from '#shared/text/money.ts'
import { shortDay } from '../../ui/dates.ts'
import type { ShownDeal } from './deal.tsx'

type Attributes = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'min' | 'max' | 'maxLength' | 'required' | 'inputMode' | 'list'
>

export interface StepField extends Attributes {
  name: string
  label: string
  value?: string | null
  help?: string
  type?: 'date' | 'checkbox'
  /** Makes it a choice. */
  options?: Readonly<Record<string, string>>
  /** Makes it a long text, folded. */
  rows?: number
  /** Folded with the others that are seldom filled. */
  isSeldom?: true
}

export interface Step<Name extends StepName = StepName> {
  /** What its form sends as `intent`. */
  name: Name
  title: string
  isDone?: boolean
  fields?: readonly StepField[]
  remark?: string | null
  /** Name and value are those of one of several. */
  buttons: readonly (readonly [label: string, name?: string, value?: string])[]
}

const step = <Name extends StepName>(
  name: Name,
  title: string,
  button: string,
  fields: StepField[] = [],
  remark = '',
): Step<Name> => ({ name, title, fields, remark, buttons: [[button]] })

type Undoable =
  Extract<StepName, `take back ${string}`> extends `take back ${infer Name extends StepName}` ? Name : never

/** @param done says when it was done; null before that */
const undoable = (open: Step<Undoable>, done: string | null, remark: string | null = null): Step =>
  done === null
    ? open
    : { name: `take back ${open.name}`, title: done, isDone: true, remark, buttons: [['Take back']] }

const dayField = (name: 'on' | 'until', label: string, value: string, bounds: Attributes): StepField => ({
  name,
  label,
  value,
  type: 'date',
  required: true,
  ...bounds,
})

const on = (what: string, day: string | null) => day && `${what} on ${shortDay(day)}`

/** In their order, those that the deal may take now; the first that is not done is the next. */
export const stepsOf = (shown: ShownDeal): Step[] =>
  allSteps(shown).filter(({ name }) => mayTake(shown.deal, name))

function allSteps(shown: ShownDeal): Step[] {
  const { deal, isReserved, payments, today } = shown
  const { name, amount, soldOn, outcome } = deal
  const price = formatPence(amount)
  const day = dayField('on', 'Day', today, { max: today })
  const pay = payment(shown, day)
  if (outcome) return [...fates(shown, day), ...(payments.length > 0 ? [pay] : [])]
  const letter = {
    name: 'text',
    label: 'The e-mail that confirms it',
    help: 'Empty it to send none.',
    value: shown.letter,
    rows: 12,
    maxLength: MAX_LETTER_LENGTH,
  }
  const yes = shown.hasAddress ? [day, letter] : [day]
  const until = dayField('until', 'Until the end of', shown.reserveUntil, { min: today })
  const agree = step('agree', `Has ${name} said yes?`, 'They said yes', yes)
  const first = undoable(agree, on('Agreed', deal.agreedOn), STAY_SENT)
  const last = step('done', 'Close the deal', 'Close as done')
  if (deal.kind === 'purchase') {
    const proof = 'See proof of who they are'
    const identity = step('identity', proof, 'I have seen it', [day], 'Keep no copy of it.')
    const certificate = step('certificate', 'Wait for the certificate', 'It is here', [day])
    const cost = `A draft with its cost of ${price}, bought on this day.`
    const draft = step('draft', 'Put it into the stock', 'Add the draft', [day], cost)
    return [
      first,
      undoable(identity, on('Identity seen', deal.identitySeenOn)),
      undoable(certificate, on('Certificate received', deal.certificateReceivedOn)),
      pay,
      undoable(draft, on('A draft in the stock', soldOn), 'The draft stays in the stock.'),
      last,
    ]
  }
  // Nothing but the money, and the end, is left of a sale whose plate cannot be had.
  if (isUnavailable(deal, shown.standing))
    return payments.length > 0 ? [...fates(shown, day), pay] : [{ ...pay, isDone: true }]
  const reserve = step('reserve', `Hold it for ${name} while they decide`, 'Reserve', [until])
  const recorded = shown.isRecorded
    ? 'It goes into the sales explorer, where visitors see the price.'
    : 'It is not recorded in the sales explorer.'
  const sell = step('sell', `Sell it to ${name} for ${price}`, 'Sold', [day], recorded)
  const unsold = 'The plate is reserved for them again, and a recorded sale leaves the explorer.'
  return [
    first,
    { ...undoable(reserve, isReserved ? 'Reserved' : null, 'It goes back on sale.'), isDone: true },
    extend(shown, until),
    pay,
    undoable(sell, on('Sold', soldOn), unsold),
    handOver(shown, day),
    last,
  ]
}

function extend({ deal, payments }: ShownDeal, until: StepField): Step {
  const last = payBy(deal, paidOf(payments))
  const title = deal.lapsedOn
    ? `It lapsed on ${shortDay(deal.lapsedOn)}: hold it again?`
    : `Held until ${last ? shortDay(last) : 'it is paid'}: change the day`
  const open = step('extend', title, deal.lapsedOn ? 'Hold it again' : 'Extend', [until])
  return { ...open, isDone: deal.lapsedOn === null }
}

/** What happens to money of a sale that came to nothing, or to what was paid in excess. */
function fates({ deal, undecided, others, standing }: ShownDeal, day: StepField): Step[] {
  if (deal.kind === 'purchase' || undecided <= 0) return []
  const sum = formatPence(undecided)
  const amount: StepField = {
    name: 'amount',
    label: 'Amount',
    value: sum,
    inputMode: 'decimal',
    required: true,
  }
  const why = isUnavailable(deal, standing)
    ? `They cannot have ${deal.registration}, so all of it goes back.`
    : ''
  const refund = step(
    'pay',
    `Give back ${sum}`,
    'Note the refund',
    [
      { name: 'kind', label: 'What', options: PAYMENT_KINDS, value: 'refund' },
      amount,
      day,
      {
        name: 'method',
        label: 'How',
        value: 'bank transfer',
        list: 'methods',
        maxLength: 60,
        required: true,
      },
    ],
    why,
  )
  const options = Object.fromEntries(
    others.map(({ id, registration, amount: price }) => [id, `${registration}, ${formatPence(price)}`]),
  )
  const move = step('move', 'Or move it to another order of theirs', 'Move it', [
    { name: 'toDeal', label: 'To', options },
    amount,
    day,
  ])
  const help = 'Word for word from your terms or refunds, as set under Firm.'
  const keep = step('keep', 'Or keep it under your terms', 'Keep it', [
    amount,
    day,
    { name: 'note', label: 'Your term that allows it', help, maxLength: 300, required: true },
  ])
  return [refund, ...(others.length > 0 ? [move] : []), keep]
}

/** What is asked for next: the deposit, the rest, or a refund of what was paid too much. */
function payment({ deal, payments, owed, standing, today }: ShownDeal, day: StepField): Step {
  const { kind, deposit, outcome } = deal
  const paid = paidOf(payments)
  const isOff = isUnavailable(deal, standing) || (outcome !== null && outcome !== 'done')
  const isDone = owed <= 0 || isOff
  const isDeposit = !isDone && (deposit ?? 0) > paid
  const due = isDone ? 'refund' : isDeposit ? 'deposit' : 'balance'
  const amount = formatPence(isDeposit ? (deposit ?? 0) - paid : Math.abs(owed))
  const what = isDeposit || paid > 0 ? `the ${due} of ${amount}` : amount
  const method = payments.at(-1)?.method ?? 'bank transfer'
  const sum = isOff || owed === 0 ? '' : amount
  const fields: StepField[] = [
    { name: 'kind', label: 'What', options: PAYMENT_KINDS, value: due },
    { name: 'amount', label: 'Amount', value: sum, inputMode: 'decimal', required: true },
    day,
    { name: 'method', label: 'How', value: method, list: 'methods', maxLength: 60, required: true },
    {
      name: 'clearedOn',
      label: 'Cleared on',
      type: 'date',
      value: today,
      help: 'Empty it until the money is certain: a cheque, a card.',
      max: today,
      isSeldom: true,
    },
    { name: 'payer', label: 'Paid by, if not by them', maxLength: 100, isSeldom: true },
    { name: 'note', label: 'Note', help: 'For one that came back: why.', maxLength: 300, isSeldom: true },
  ]
  const title = isDone ? `Paid: ${formatPence(paid)}` : `${kind === 'sale' ? 'Receive' : 'Pay'} ${what}`
  return { ...step('pay', title, 'Note the payment', fields), isDone }
}

function handOver({ deal }: ShownDeal, day: StepField): Step {
  const { nominee, trackingNumber, vehicleReference, handedOverOn } = deal
  const ending = deal.ending ?? 'certificate'
  const gift = 'If it is for somebody else’s vehicle, as a present is.'
  const digits = 'The 11 digits of the V5C. Removed when the deal is closed.'
  const logBook = { name: 'vehicleReference', label: 'Reference of the log book', help: digits } as const
  const fields: StepField[] = [
    { name: 'ending', label: 'How', options: ENDINGS, value: ending },
    { name: 'trackingNumber', label: 'Tracking number', value: trackingNumber, maxLength: 100 },
    day,
    { name: 'nominee', label: 'Nominee', value: nominee, help: gift, maxLength: 200 },
    { ...logBook, value: vehicleReference, inputMode: 'numeric', maxLength: 40 },
  ]
  const open = step('hand-over', 'Hand it over', 'It is done', fields)
  const buttons = [...open.buttons, ['Save the details only', 'detailsOnly', 'yes']] as const
  const tracked = trackingNumber && `Tracking number ${trackingNumber}`
  return undoable({ ...open, buttons }, on(ENDINGS[ending], handedOverOn), tracked)
}

/** What can be done at any time, if the deal may take it. */
export function otherStepsOf({ deal }: ShownDeal): Step[] {
  const { kind, amount, invoiceNumber, isKept } = deal
  const [lost, withdraw] =
    kind === 'sale' ? (['Lost', 'Withdraw the quote'] as const) : (['Declined', 'Withdraw the bid'] as const)
  const keep = 'Keep name and amounts for our accounts when the enquiry is removed'
  const accounts = step('accounts', invoiceNumber ? `Invoice ${invoiceNumber}` : 'Invoice number', 'Save', [
    { name: 'invoiceNumber', label: 'From your accounts', value: invoiceNumber, maxLength: 40 },
    { name: 'isKept', label: keep, type: 'checkbox', value: isKept ? 'yes' : '' },
  ])
  const reprice = step('reprice', 'Agree another price', 'Save the price', [
    { name: 'amount', label: 'Price', value: formatPence(amount), inputMode: 'decimal', required: true },
  ])
  const reasons = Object.entries(LOST_REASONS).map(([reason, label]) => [label, 'reason', reason] as const)
  const all: Step[] = [
    reprice,
    accounts,
    { name: 'lose', title: lost, buttons: reasons },
    step('withdraw', withdraw, withdraw, [], STAY_SENT),
    step('reopen', 'Open it again', 'Open it again'),
  ]
  return all.filter(({ name }) => mayTake(deal, name))
}

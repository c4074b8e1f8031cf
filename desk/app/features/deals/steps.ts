/** The steps of a deal as data: what its page shows of each, and which fields it sends (change-deal.server.ts). */
import type { InputHTMLAttributes } from 'react'
import { ENDINGS, PAYMENT_KINDS, paidOf, payBy, STAY_SENT } from '#services/deals/deal-types.ts'
import type { LetterTerms } from '#services/deals/letter-blanks.ts'
import { isUnavailable } from '#services/deals/standing.ts'
import { mayTake, type StepName } from '#services/deals/step-rules.ts'
import { LOST_REASONS } from '#services/enquiries/statuses.ts'
import { formatPence } from '#shared/text/money.ts'
import { shortDay } from '../../ui/dates.ts'
import type { ShownDeal } from './shown-deal.server.ts'

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
  /** Makes it a letter, whose blanks are filled from them. */
  terms?: LetterTerms
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

const DOCUMENTS = {
  V778: 'Retention document (V778)',
  V750: 'Certificate of entitlement (V750)',
  vehicle: 'On a vehicle',
}

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
    help: 'What stands in braces is filled in when it is sent. Empty it to send none.',
    value: shown.letter,
    rows: 12,
    terms: shown.letterTerms,
  }
  const yes = shown.hasAddress ? [day, letter] : [day]
  const until = dayField('until', 'Until the end of', shown.reserveUntil, { min: today })
  const agree = step('agree', `Has ${name} said yes?`, 'They said yes', yes)
  const first = undoable(agree, on('Agreed', deal.agreedOn), STAY_SENT)
  const last = step('done', 'Close the deal', 'Close as done')
  if (deal.kind === 'purchase') {
    const proof = 'See proof of who they are'
    const identity = step('identity', proof, 'I have seen it', [day], 'Keep no copy of it.')
    const number: StepField = {
      name: 'documentNumber',
      label: 'Its number',
      value: deal.documentNumber,
      help: 'It works like a key: ask for it at the payment, not before.',
      maxLength: 100,
    }
    const certificate = step(
      'certificate',
      'The certificate',
      'It is here',
      [day, number],
      'It and the payment may change hands in either order, or at once.',
    )
    const cost = `A draft with its cost of ${price}, bought on this day.`
    const draft = step('draft', 'Put it into the stock', 'Add the draft', [day], cost)
    return [
      first,
      papersStep(deal),
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

/** Asked before anything is paid; carried into the stock with the draft. */
function papersStep({ document, documentExpiresOn, holder }: ShownDeal['deal']): Step {
  const open = step('papers', 'Ask about the document', 'Save', [
    { name: 'document', label: 'What it is', options: DOCUMENTS, value: document ?? 'V778' },
    { name: 'documentExpiresOn', label: 'Expires on', type: 'date', value: documentExpiresOn },
    {
      name: 'holder',
      label: 'Holder',
      help: 'The grantee of a V778, the purchaser of a V750: who alone can sell it.',
      value: holder,
      maxLength: 200,
    },
  ])
  return document
    ? { ...open, title: `${DOCUMENTS[document]}${holder ? `, held by ${holder}` : ''}`, isDone: true }
    : open
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
  const move = step('move', 'Or move it to another order of theirs', 'Move it', [
    { name: 'toDeal', label: 'To', options: choices(others) },
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
  const ending = deal.ending ?? 'vehicle'
  const digits = 'The 11 digits of the newest V5C. Removed when the deal is closed.'
  const keeper =
    'By post, or on a brand-new vehicle: its keeper, also of a present. None is needed where we assign it online.'
  const fields: StepField[] = [
    { name: 'ending', label: 'How', options: ENDINGS, value: ending },
    {
      name: 'vehicleReference',
      label: 'Reference of the log book',
      help: digits,
      value: vehicleReference,
      inputMode: 'numeric',
      maxLength: 40,
    },
    day,
    { name: 'nominee', label: 'Keeper', value: nominee, help: keeper, maxLength: 200, isSeldom: true },
    { name: 'isSigned', label: 'The holder has signed for the keeper', type: 'checkbox', isSeldom: true },
    {
      name: 'trackingNumber',
      label: 'Tracking number',
      value: trackingNumber,
      maxLength: 100,
      isSeldom: true,
    },
  ]
  const open = step('hand-over', 'Hand it over', 'It is done', fields)
  const buttons = [...open.buttons, ['Save the details only', 'detailsOnly', 'yes']] as const
  const tracked = trackingNumber && `Tracking number ${trackingNumber}`
  return undoable({ ...open, buttons }, on(ENDINGS[ending], handedOverOn), tracked)
}

const choices = (deals: ShownDeal['others']): Readonly<Record<string, string>> =>
  Object.fromEntries(
    deals.map(({ id, registration, amount }) => [id, `${registration}, ${formatPence(amount)}`]),
  )

/** Money that two deals of one person share. */
function sharedSteps({ deal, others, purchases, today }: ShownDeal): Step[] {
  const day = dayField('on', 'Day', today, { max: today })
  const amount: StepField = { name: 'amount', label: 'Amount', inputMode: 'decimal', required: true }
  const exchange = step('exchange', 'Take their plate in part exchange', 'Set it against the price', [
    { name: 'toDeal', label: 'The plate that we buy', options: choices(purchases) },
    amount,
    day,
  ])
  const share = step('share', 'One payment for two orders', 'Note the payment', [
    amount,
    { name: 'toDeal', label: 'The other order', options: choices(others) },
    { name: 'otherAmount', label: 'Of this, for the other', inputMode: 'decimal', required: true },
    { name: 'method', label: 'How', value: 'bank transfer', list: 'methods', maxLength: 60, required: true },
    day,
  ])
  if (deal.kind === 'purchase') return []
  return [...(purchases.length > 0 ? [exchange] : []), ...(others.length > 0 ? [share] : [])]
}

/** What can be done at any time, if the deal may take it. */
export function otherStepsOf(shown: ShownDeal): Step[] {
  const { deal } = shown
  const { kind, amount, invoiceNumber, isKept, isOnHold } = deal
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
  const hold = isOnHold
    ? step('resume', 'On hold: go on', 'Go on')
    : step(
        'pause',
        'Put everything on hold',
        'Put it on hold',
        [],
        'For a death or a dispute: nothing is sent, and nothing ends by itself.',
      )
  const all: Step[] = [
    ...sharedSteps(shown),
    reprice,
    accounts,
    hold,
    { name: 'lose', title: lost, buttons: reasons },
    step('withdraw', withdraw, withdraw, [], STAY_SENT),
    step('reopen', 'Open it again', 'Open it again'),
  ]
  return all.filter(({ name }) => mayTake(deal, name))
}

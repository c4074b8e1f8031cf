/** The steps of a deal as its page shows them: in their order, with their words and the values of their fields. */
import { mayTake, STEP_NAMES, type StepName, stepRule } from '#services/deals/deal-steps.ts'
import { ENDINGS, laterDay, paidOf, payBy, STAY_SENT } from '#services/deals/deal-types.ts'
import type { LetterTerms } from '#services/deals/letter-blanks.ts'
import { isUnavailable } from '#services/deals/standing.ts'
import { DOCUMENTS, type StepFieldName, stepFields } from '#services/deals/step-fields.ts'
import type { StepForm } from '#services/deals/write-deal.ts'
import { formatPence } from '#shared/text/money.ts'
import { shortDay } from '../../ui/dates.ts'
import { fieldsWith, type ValuedField } from '../../ui/form-fields.tsx'
import type { ShownDeal } from './shown-deal.server.ts'

interface StepField extends ValuedField {
  isSeldom?: true | undefined
  /** Makes it a letter, whose blanks are filled from them. */
  terms?: LetterTerms
}

export interface Step<Name extends StepName = StepName> extends Omit<StepForm, 'values'> {
  /** What its form sends as `intent`. */
  name: Name
  isDone?: boolean
  fields?: readonly StepField[]
}

/** The values of fields, and how they differ from their declaration; null leaves one out. */
type Values = { [Name in StepFieldName]?: string | Partial<StepField> | null }

const fieldsOf = (name: StepName, values: Values): StepField[] =>
  fieldsWith(stepFields(stepRule(name).fields ?? []), values)

const step = <Name extends StepName>(
  name: Name,
  title: string,
  button: string,
  values: Values = {},
  remark = '',
): Step<Name> => ({ name, title, fields: fieldsOf(name, values), remark, buttons: [[button]] })

type Undoable =
  Extract<StepName, `take back ${string}`> extends `take back ${infer Name extends StepName}` ? Name : never

/** @param done says when it was done; null before that */
const undoable = (open: Step<Undoable>, done: string | null, remark = ''): Step =>
  done === null
    ? open
    : { name: `take back ${open.name}`, title: done, isDone: true, remark, buttons: [['Take back']] }

const on = (what: string, day: string | null) => day && `${what} on ${shortDay(day)}`

/** In their order, those that the deal may take now; the first that is not done is the next. */
export const stepsOf = (shown: ShownDeal): Step[] => allowed(shown, mainSteps(shown))

/** What can be done at any time, if the deal may take it. */
export const otherStepsOf = (shown: ShownDeal): Step[] =>
  allowed(shown, [...sharedSteps(shown), ...STEP_NAMES.flatMap((name) => declaredStep(name, shown))])

function declaredStep(name: StepName, { deal }: ShownDeal): Step[] {
  const form = stepRule(name).form?.(deal)
  return form ? [{ ...form, name, fields: fieldsOf(name, form.values ?? {}) }] : []
}

const allowed = ({ deal, today }: ShownDeal, steps: readonly Step[]): Step[] =>
  steps
    .filter(({ name }) => mayTake(deal, name))
    .map(({ fields = [], ...step }) => ({
      ...step,
      fields: fields.map((field) => (field.name === 'on' ? { ...field, value: today, max: today } : field)),
    }))

function mainSteps(shown: ShownDeal): Step[] {
  const { deal, isReserved, payments, today } = shown
  const { name, amount, soldOn, outcome } = deal
  const price = formatPence(amount)
  const pay = payment(shown)
  if (outcome) return [...fates(shown), ...(payments.length > 0 ? [pay] : [])]
  const letter = shown.hasAddress ? { value: shown.letter, terms: shown.letterTerms } : null
  const until = { until: { value: shown.reserveUntil, min: today } }
  const agree = step('agree', `Has ${name} said yes?`, 'They said yes', { text: letter })
  const first = undoable(agree, on('Agreed', deal.agreedOn), STAY_SENT)
  const last = step('done', 'Close the deal', 'Close as done')
  if (deal.kind === 'purchase') {
    const proof = 'See proof of who they are'
    const identity = step('identity', proof, 'I have seen it', {}, 'Keep no copy of it.')
    const certificate = step(
      'certificate',
      'The certificate',
      'It is here',
      { documentNumber: deal.documentNumber ?? '' },
      'It and the payment may change hands in either order, or at once.',
    )
    const cost = `A draft with its cost of ${price}, bought on this day.`
    const draft = step('draft', 'Put it into the stock', 'Add the draft', {}, cost)
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
    return payments.length > 0 ? [...fates(shown), pay] : [{ ...pay, isDone: true }]
  const reserve = step('reserve', `Hold it for ${name} while they decide`, 'Reserve', until)
  const recorded = shown.isRecorded
    ? 'It goes into the sales explorer, where visitors see the price.'
    : 'It is not recorded in the sales explorer.'
  const sell = step('sell', `Sell it to ${name} for ${price}`, 'Sold', {}, recorded)
  const unsold = 'The plate is reserved for them again, and a recorded sale leaves the explorer.'
  return [
    first,
    { ...undoable(reserve, isReserved ? 'Reserved' : null, 'It goes back on sale.'), isDone: true },
    extend(shown),
    pay,
    undoable(sell, on('Sold', soldOn), unsold),
    handOver(shown),
    last,
  ]
}

/** The proposed day is never earlier than the one until which it is held. */
function extend({ deal, payments, reserveUntil, today }: ShownDeal): Step {
  const last = payBy(deal, paidOf(payments))
  const value = deal.lapsedOn ? reserveUntil : laterDay(last, reserveUntil)
  const until = { until: { value, min: today } }
  const title = deal.lapsedOn
    ? `It lapsed on ${shortDay(deal.lapsedOn)}: hold it again?`
    : `Held until ${last ? shortDay(last) : 'it is paid'}: change the day`
  const open = step('extend', title, deal.lapsedOn ? 'Hold it again' : 'Extend', until)
  return { ...open, isDone: deal.lapsedOn === null }
}

/** Asked before anything is paid; carried into the stock with the draft. */
function papersStep({ document, documentExpiresOn, holder }: ShownDeal['deal']): Step {
  const values = {
    document: document ?? 'V778',
    documentExpiresOn: documentExpiresOn ?? '',
    holder: holder ?? '',
  }
  const open = step('papers', 'Ask about the document', 'Save', values)
  return document
    ? { ...open, title: `${DOCUMENTS[document]}${holder ? `, held by ${holder}` : ''}`, isDone: true }
    : open
}

/** What happens to money of a sale that came to nothing, or to what was paid in excess. */
function fates(shown: ShownDeal): Step[] {
  const { deal, undecided, others, standing } = shown
  if (deal.kind === 'purchase' || undecided <= 0) return []
  const amount = formatPence(undecided)
  const why = isUnavailable(deal, standing)
    ? `They cannot have ${deal.registration}, so all of it goes back.`
    : ''
  const refund = step(
    'pay',
    `Give back ${amount}`,
    'Note the refund',
    { kind: 'refund', amount, method: 'bank transfer', clearedOn: null, payer: null, note: null },
    why,
  )
  const to = { label: 'To', options: choices(others) }
  const move = step('move', 'Or move it to another order of theirs', 'Move it', {
    toDeal: to,
    amount,
  })
  const help = 'Word for word from your terms or refunds, as set under Firm.'
  const term = { label: 'Your term that allows it', help, required: true, isSeldom: undefined }
  const keep = step('keep', 'Or keep it under your terms', 'Keep it', { amount, note: term })
  return [refund, ...(others.length > 0 ? [move] : []), keep]
}

/** What is asked for next: the deposit, the rest, or a refund of what was paid too much. */
function payment(shown: ShownDeal): Step {
  const { deal, payments, owed, standing, today } = shown
  const { kind, deposit, outcome } = deal
  const paid = paidOf(payments)
  const isOff = isUnavailable(deal, standing) || (outcome !== null && outcome !== 'done')
  const isDone = owed <= 0 || isOff
  const isDeposit = !isDone && (deposit ?? 0) > paid
  const due = isDone ? 'refund' : isDeposit ? 'deposit' : 'balance'
  const amount = formatPence(isDeposit ? (deposit ?? 0) - paid : Math.abs(owed))
  const what = isDeposit || paid > 0 ? `the ${due} of ${amount}` : amount
  const values = {
    kind: due,
    amount: isOff || owed === 0 ? '' : amount,
    method: payments.at(-1)?.method ?? 'bank transfer',
    clearedOn: { value: today, max: today },
  }
  const title = isDone ? `Paid: ${formatPence(paid)}` : `${kind === 'sale' ? 'Receive' : 'Pay'} ${what}`
  return { ...step('pay', title, 'Note the payment', values), isDone }
}

function handOver(shown: ShownDeal): Step {
  const { nominee, trackingNumber, vehicleReference, handedOverOn, ending: chosen } = shown.deal
  const ending = chosen ?? 'vehicle'
  const open = step('hand-over', 'Hand it over', 'It is done', {
    ending,
    vehicleReference: vehicleReference ?? '',
    nominee: nominee ?? '',
    trackingNumber: trackingNumber ?? '',
  })
  const buttons = [...open.buttons, ['Save the details only', 'detailsOnly', 'yes']] as const
  const tracked = trackingNumber ? `Tracking number ${trackingNumber}` : ''
  return undoable({ ...open, buttons }, on(ENDINGS[ending], handedOverOn), tracked)
}

const choices = (deals: ShownDeal['others']): Readonly<Record<string, string>> =>
  Object.fromEntries(
    deals.map(({ id, registration, amount }) => [id, `${registration}, ${formatPence(amount)}`]),
  )

/** Money that two deals of one person share. */
function sharedSteps(shown: ShownDeal): Step[] {
  const { deal, others, purchases } = shown
  const bought = { label: 'The plate that we buy', options: choices(purchases) }
  const exchange = step('exchange', 'Take their plate in part exchange', 'Set it against the price', {
    toDeal: bought,
  })
  const share = step('share', 'One payment for two orders', 'Note the payment', {
    toDeal: { options: choices(others) },
    method: 'bank transfer',
  })
  if (deal.kind === 'purchase') return []
  return [...(purchases.length > 0 ? [exchange] : []), ...(others.length > 0 ? [share] : [])]
}

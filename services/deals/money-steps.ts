/**
 * The money of a deal: what was paid, came back, was given back, moved or kept. Each entry is noted whatever has become of the
 * plate. A payment for a plate that the buyer can have is a yes, and holds it.
 */
import { randomUUID } from 'node:crypto'
import type { Transaction } from '#data/tables.ts'
import { longDay } from '#shared/text/format.ts'
import { formatPence } from '#shared/text/money.ts'
import { ChangeRefusal, refuseField } from '../changes/refusal.ts'
import { addDays, londonDay } from '../london-time.ts'
import { askOnce } from './ask-once.ts'
import { type DealValues, dealsOfPerson, paymentsOf, readDealToChange } from './deal-store.ts'
import {
  ALL_STAGES,
  type Deal,
  laterDay,
  owedOf,
  PAYMENT_LABELS,
  type Payment,
  paidOf,
  payBy,
  RUNNING,
  signedAmount,
  stageOf,
  UNSOLD,
  undecidedOf,
  wholePounds,
} from './deal-types.ts'
import { agreedValues, changePlate, holdPlate, lockClaim } from './hold-plate.ts'
import { canHave } from './standing.ts'
import { addEvent, type Step, type StepChange, type StepRule, updateDeal } from './write-deal.ts'

type Entry = Pick<Payment, 'id' | 'kind' | 'amount' | 'paidOn' | 'method'> &
  Partial<Pick<Payment, 'clearedOn' | 'payer' | 'note' | 'otherDeal'>>

type Amounts = readonly Pick<Payment, 'kind' | 'amount'>[]

export const MONEY_STEPS = {
  pay: {
    stages: ALL_STAGES,
    fields: ['payment', 'kind', 'amount', 'on', 'method', 'clearedOn', 'payer', 'note', 'confirmed'],
    async take(step, given) {
      const { deal } = step
      const { payment: id, kind, amount, on: paidOn, method, clearedOn, payer, note, confirmed } = given
      // One that is sent twice is no second refund.
      const payments = step.payments.filter((payment) => payment.id !== id)
      requirePaid(kind, amount, payments)
      if (kind === 'returned' && !note)
        refuseField('note', 'Say why it came back, such as a recalled transfer.')
      const owed = owedOf(deal, payments)
      const isTooMuch =
        kind !== 'refund' && kind !== 'returned' && amount > Math.max(owed, 0) && isStillOwed(deal)
      askOnce(confirmed, [
        isTooMuch &&
          `${formatPence(amount)} is ${formatPence(amount - Math.max(owed, 0))} more than is owed.`,
      ])
      const entry = { id, kind, amount, paidOn, method, clearedOn, payer, note }
      const noted = `${describeEntry(entry)} on ${longDay(paidOn)}`
      const { values, hold } = await consequencesOf(step, payments, [...payments, entry])
      return {
        values,
        said: `${noted}, ${method}${note ? `: ${note}` : ''}`,
        audited: noted,
        async write() {
          await insertPayment(step, deal, entry)
          await hold?.()
        },
      }
    },
  },

  /** The money is certain: it cannot be recalled any more. */
  clear: {
    stages: ALL_STAGES,
    fields: ['payment', 'on'],
    async take({ transaction, payments }, { payment: id, on }) {
      const payment = payments.find((one) => one.id === id)
      if (!payment) throw new ChangeRefusal('This payment has been removed.')
      return {
        said: `${describeEntry(payment)} cleared on ${longDay(on)}`,
        async write() {
          await transaction.updateTable('dealPayments').set({ clearedOn: on }).where('id', '=', id).execute()
        },
      }
    },
  },

  /** For an entry that was typed by mistake. A move is taken back in both deals. */
  'take back pay': {
    stages: ALL_STAGES,
    fields: ['payment'],
    async take(step, { payment: id }) {
      const { transaction, payments } = step
      const payment = payments.find((one) => one.id === id)
      if (!payment) return null
      const rest = payments.filter((one) => one !== payment)
      const { values, hold } = await consequencesOf(step, payments, rest)
      const removePair = payment.otherDeal ? await pairOf(step, payment) : null
      return {
        values,
        said: `${describeEntry(payment)} removed`,
        async write() {
          await removePayment(transaction, id)
          await hold?.()
          await removePair?.()
        },
      }
    },
  },

  /** To another order of the same person, where it counts as a payment. */
  move: {
    kind: 'sale',
    stages: ALL_STAGES,
    fields: ['toDeal', 'amount', 'on'],
    async take(step, { toDeal, amount, on }) {
      const other = await requireOther(step, toDeal, 'sale')
      requirePaid('refund', amount, step.payments)
      return pairUp(step, other, amount, on, ['moved-out', 'moved-in'], 'moved to')
    },
  },

  /** What we pay for their plate is set against what they owe: a payment in both deals, never a lower price. */
  exchange: {
    kind: 'sale',
    stages: [...RUNNING, 'done'],
    fields: ['toDeal', 'amount', 'on'],
    async take(step, { toDeal, amount, on }) {
      const { transaction, deal, payments } = step
      const other = await requireOther(step, toDeal, 'purchase')
      const here = owedOf(deal, payments)
      const there = owedOf(other, await paymentsOf(transaction, [other.id]))
      const most = Math.max(0, Math.min(here, there))
      if (amount > most) refuseField('amount', `At most ${formatPence(most)} is owed on both sides.`)
      return pairUp(step, other, amount, on, ['part-exchange', 'part-exchange'], 'in part exchange from')
    },
  },

  /** One payment for two orders of the same person, an entry in each. */
  share: {
    kind: 'sale',
    stages: [...RUNNING, 'done'],
    fields: ['payment', 'amount', 'toDeal', 'otherAmount', 'method', 'on', 'confirmed'],
    async take(step, given) {
      const { transaction, deal, payments } = step
      const { payment: id, toDeal, amount, otherAmount, on, method, confirmed } = given
      const other = await requireOther(step, toDeal, 'sale')
      if (otherAmount >= amount)
        refuseField('otherAmount', 'This is the whole payment: note it with the other order.')
      const entry = { kind: 'balance', paidOn: on, clearedOn: on, method } as const
      const note = `of ${formatPence(amount)} for ${deal.registration} and ${other.registration}`
      const here: Entry = { ...entry, id, note, amount: amount - otherAmount }
      const there: Entry = { ...entry, id: randomUUID(), note, amount: otherAmount }
      const others = await paymentsOf(transaction, [other.id])
      askOnce(confirmed, [sayExcess(deal, payments, here), sayExcess(other, others, there)])
      const { values, hold } = await consequencesOf(step, payments, [...payments, here])
      return {
        values,
        said: `${formatPence(amount)} paid, ${formatPence(otherAmount)} of it for ${other.registration}`,
        async write() {
          await insertPayment(step, deal, here)
          await hold?.()
          await insertPayment(step, other, there)
          await changeOther(step, other, others, [...others, there])
          await addEvent(step, other, `${formatPence(otherAmount)} of a payment of ${formatPence(amount)}`)
        },
      }
    },
  },

  /** By the firm's own words, after the buyer has declined. What we cannot deliver is given back whole. */
  keep: {
    kind: 'sale',
    stages: ['lost'],
    fields: ['amount', 'on', 'note'],
    async take(step, { amount, on, note }) {
      const { deal, payments, terms } = step
      const undecided = undecidedOf(deal, payments)
      if (amount > undecided)
        refuseField('amount', `Only ${formatPence(Math.max(undecided, 0))} is undecided.`)
      if (!note || !wordsOf(terms).includes(wordsOf(note)))
        refuseField(
          'note',
          'Quote the words of your terms or refunds, as set under Firm, that let you keep it.',
        )
      const entry: Entry = { id: randomUUID(), kind: 'kept', amount, paidOn: on, method: 'our terms', note }
      return {
        values: settledBy(deal, [...payments, entry]),
        said: `${describeEntry(entry)}: ${note}`,
        audited: describeEntry(entry),
        write: () => insertPayment(step, deal, entry),
      }
    },
  },

  /** A price agreed anew; the stock's record of a sale by this deal follows. */
  reprice: {
    stages: RUNNING,
    fields: ['amount'],
    form: ({ amount }) => ({
      title: 'Agree another price',
      buttons: [['Save the price']],
      values: { amount: { label: 'Price', value: formatPence(amount) } },
    }),
    async take(step, { amount }) {
      const { deal, payments } = step
      const { plate } = await lockClaim(step)
      const soldPriceGbp = wholePounds({ amount })
      return {
        values: {
          amount,
          deposit: deal.deposit === null ? null : Math.min(deal.deposit, amount),
          ...settledBy({ ...deal, amount }, payments),
        },
        said: `the price is now ${formatPence(amount)}, was ${formatPence(deal.amount)}`,
        async write() {
          if (plate?.status === 'sold' && plate.dealId === deal.id)
            await changePlate(step, plate, 'edit', 'sold for another price', { details: { soldPriceGbp } })
        },
      }
    },
  },
} satisfies Record<string, StepRule>

function sayExcess(deal: Deal, payments: Amounts, { amount }: Entry): string | false {
  const excess = amount - Math.max(0, owedOf(deal, payments))
  return excess > 0 && `For ${deal.registration} it is ${formatPence(excess)} more than is owed.`
}

/** Ended without a sale, it has no price to be paid. */
const isStillOwed = ({ outcome }: Deal) => outcome === null || outcome === 'done'

function requirePaid(kind: Payment['kind'], amount: number, payments: readonly Payment[]): void {
  const paid = paidOf(payments)
  // A payment may come back after a part of it was refunded.
  const received = payments.reduce((sum, payment) => sum + Math.max(0, signedAmount(payment)), 0)
  const most = kind === 'refund' ? paid : kind === 'returned' ? received : Number.POSITIVE_INFINITY
  if (amount > most) refuseField('amount', `Only ${formatPence(Math.max(most, 0))} has been paid.`)
}

export const describeEntry = ({ kind, amount }: Pick<Payment, 'kind' | 'amount'>) =>
  `${PAYMENT_LABELS[kind].toLowerCase()} of ${formatPence(amount)}`

async function insertPayment({ transaction, actor }: Step, { id: dealId }: Deal, entry: Entry) {
  await transaction
    .insertInto('dealPayments')
    .values({ dealId, person: actor.person, ...entry })
    .execute()
}

async function removePayment(transaction: Transaction, id: string): Promise<void> {
  await transaction.deleteFrom('dealPayments').where('id', '=', id).execute()
}

/** Of a deal that has ended: whether every pound of it has its fate. */
export const settledBy = (deal: Pick<Deal, 'outcome' | 'amount'>, payments: Amounts) => ({
  isSettled: deal.outcome === null || undecidedOf(deal, payments) === 0,
})

interface Consequences {
  values: DealValues
  /** Holds the plate for what was paid. */
  hold?(): Promise<void>
}

/** What follows for the deal and its plate when its entries change. */
async function consequencesOf(
  step: Omit<Step, 'payments'>,
  before: Amounts,
  after: Amounts,
): Promise<Consequences> {
  const { deal, now } = step
  const stage = stageOf(deal)
  const values = settledBy(deal, after)
  if (deal.kind === 'purchase' || !UNSOLD.includes(stage)) return { values }
  const [was, paid, today] = [paidOf(before), paidOf(after), londonDay(now)]
  if (paid <= 0) {
    // What was paid has gone back: the day to pay by is tomorrow at the earliest, so that somebody sees it.
    const tomorrow = addDays(today, 1)
    const days = {
      depositBy: laterDay(deal.depositBy, tomorrow),
      balanceBy: laterDay(deal.balanceBy, tomorrow),
    }
    return { values: stage === 'agreed' && was > 0 ? { ...values, ...days } : values }
  }
  const { plate, standing } = await lockClaim(step)
  if (!plate || !canHave(standing)) return { values }
  const agreed = stage === 'agreed' ? {} : agreedValues(deal, deal.agreedOn ?? today, today)
  const until = payBy({ ...deal, ...agreed }, paid) ?? today
  const holds = stage !== 'agreed' || plate.reservedUntil !== until
  const hold = holds ? () => holdPlate(step, plate, until) : undefined
  return { values: { ...values, ...agreed }, hold }
}

/** What follows for another deal, once its entries have changed, and once this deal is written: both may be for one plate. */
async function changeOther(step: Step, other: Deal, before: Amounts, after: Amounts): Promise<void> {
  const { values, hold } = await consequencesOf({ ...step, deal: other }, before, after)
  await updateDeal(step.transaction, other, values)
  await hold?.()
}

const wordsOf = (text: string) => text.toLowerCase().replace(/\s+/g, ' ').trim()

async function requireOther({ transaction, deal }: Step, id: string, kind: Deal['kind']): Promise<Deal> {
  const isTheirs = (await dealsOfPerson(transaction, deal)).some((one) => one.id === id && one.kind === kind)
  const other = isTheirs ? await readDealToChange(transaction, id) : null
  return other ?? refuseField('toDeal', 'Choose another deal of the same person.')
}

/** An entry in each of two deals. */
async function pairUp(
  step: Step,
  other: Deal,
  amount: number,
  on: string,
  [kind, otherKind]: readonly [Payment['kind'], Payment['kind']],
  how: string,
): Promise<StepChange> {
  const { transaction, deal, payments } = step
  const others = await paymentsOf(transaction, [other.id])
  const entryOf = (entryKind: Payment['kind'], { id, registration }: Deal): Entry => ({
    id: randomUUID(),
    kind: entryKind,
    amount,
    paidOn: on,
    clearedOn: on,
    method: registration,
    otherDeal: id,
  })
  const [out, into] = [entryOf(kind, other), entryOf(otherKind, deal)]
  const { values, hold } = await consequencesOf(step, payments, [...payments, out])
  return {
    values,
    said: `${formatPence(amount)} ${how} the deal for ${other.registration}`,
    async write() {
      await insertPayment(step, deal, out)
      await hold?.()
      await insertPayment(step, other, into)
      await changeOther(step, other, others, [...others, into])
      await addEvent(step, other, `${describeEntry(into)}, ${deal.registration}`)
    },
  }
}

const PAIRS: Partial<Record<Payment['kind'], Payment['kind']>> = {
  'moved-in': 'moved-out',
  'moved-out': 'moved-in',
  'part-exchange': 'part-exchange',
}

/** @returns what removes the other half of a move or of a part exchange */
async function pairOf(step: Step, payment: Payment): Promise<() => Promise<void>> {
  const { transaction, deal } = step
  const isTheirs = (await dealsOfPerson(transaction, deal)).some(({ id }) => id === payment.otherDeal)
  const other = isTheirs ? await readDealToChange(transaction, payment.otherDeal ?? '') : null
  const entries = await paymentsOf(transaction, other ? [other.id] : [])
  const pair = entries.find(
    ({ otherDeal, amount, kind }) =>
      otherDeal === deal.id && amount === payment.amount && kind === PAIRS[payment.kind],
  )
  if (!other || !pair) throw new ChangeRefusal('The order to which it was moved is gone, so it stays.')
  const rest = entries.filter((entry) => entry !== pair)
  return async () => {
    await removePayment(transaction, pair.id)
    await changeOther(step, other, entries, rest)
  }
}

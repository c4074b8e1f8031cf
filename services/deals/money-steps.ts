/**
 * The money of a deal: what was paid, came back, was given back, moved or kept. Each entry is noted whatever has become of the
 * plate. A payment for a plate that the buyer can have is a yes, and holds it.
 */
import { randomUUID } from 'node:crypto'
import { snakeCaseRow } from '#shared/data/case-row.ts'
import { longDay } from '#shared/text/format.ts'
import { formatPence } from '#shared/text/money.ts'
import type { Write } from '../changes/call-change.ts'
import { ChangeRefusal, refuseField } from '../changes/refusal.ts'
import { addDays, londonDay } from '../london-time.ts'
import { stockWrite } from '../stock/stock-store.ts'
import { askOnce } from './ask-once.ts'
import { type DealValues, dealsOfPerson, paymentsOf } from './deal-store.ts'
import {
  type Deal,
  laterDay,
  owedOf,
  PAYMENT_LABELS,
  type Payment,
  paidOf,
  payBy,
  signedAmount,
  stageOf,
  undecidedOf,
  wholePounds,
} from './deal-types.ts'
import { agreedValues, holdWrites } from './hold-plate.ts'
import { readClaim } from './read-claims.ts'
import type { Given } from './read-step.ts'
import { canHave } from './standing.ts'
import { dealWrite, eventWrite, type Step, writeStep } from './write-deal.ts'

type Entry = Pick<Payment, 'id' | 'kind' | 'amount' | 'paidOn' | 'method'> &
  Partial<Pick<Payment, 'clearedOn' | 'payer' | 'note' | 'otherDeal'>>

export const MONEY_STEPS = {
  async pay(step, given) {
    const { deal } = step
    const { payment: id, kind, amount, on: paidOn, method, clearedOn, payer, note, confirmed } = given
    // One that is sent twice is no second refund.
    const payments = (await paymentsOf(step.client, [deal.id])).filter((payment) => payment.id !== id)
    requirePaid(kind, amount, payments)
    if (kind === 'returned' && !note)
      refuseField('note', 'Say why it came back, such as a recalled transfer.')
    const owed = owedOf(deal, payments)
    const isTooMuch =
      kind !== 'refund' && kind !== 'returned' && amount > Math.max(owed, 0) && isStillOwed(deal)
    askOnce(confirmed, [
      isTooMuch && `${formatPence(amount)} is ${formatPence(amount - Math.max(owed, 0))} more than is owed.`,
    ])
    const entry = { id, kind, amount, paidOn, method, clearedOn, payer, note }
    const noted = `${describeEntry(entry)} on ${longDay(paidOn)}`
    const { values, writes } = await consequencesOf(step, payments, [...payments, entry])
    const said = `${noted}, ${method}${note ? `: ${note}` : ''}`
    await writeStep(step, values, said, [insertOf(step, deal, entry), ...writes], noted)
  },

  /** The money is certain: it cannot be recalled any more. */
  async clear(step, { payment: id, on }) {
    const payment = (await paymentsOf(step.client, [step.deal.id])).find((one) => one.id === id)
    if (!payment) throw new ChangeRefusal('This payment has been removed.')
    const update: Write = { table: 'deal_payments', id, remove: true }
    const { dealId: _, person: __, createdAt: ___, ...entry } = payment
    const insert = insertOf(step, step.deal, { ...entry, clearedOn: on }, payment.createdAt)
    await writeStep(step, {}, `${describeEntry(payment)} cleared on ${longDay(on)}`, [update, insert])
  },

  /** For an entry that was typed by mistake. A move is taken back in both deals. */
  async 'take back pay'(step, { payment: id }) {
    const { client, deal } = step
    const payments = await paymentsOf(client, [deal.id])
    const payment = payments.find((one) => one.id === id)
    if (!payment) return
    const { values, writes } = await consequencesOf(
      step,
      payments,
      payments.filter((one) => one !== payment),
    )
    const pair = payment.otherDeal ? await pairWrites(step, payment) : []
    await writeStep(step, values, `${describeEntry(payment)} removed`, [removalOf(id), ...writes, ...pair])
  },

  /** To another order of the same person, where it counts as a payment. */
  async move(step, { toDeal, amount, on }) {
    const other = await requireOther(step, toDeal, 'sale')
    requirePaid('refund', amount, await paymentsOf(step.client, [step.deal.id]))
    await writePair(step, other, amount, on, ['moved-out', 'moved-in'], 'moved to')
  },

  /** What we pay for their plate is set against what they owe: a payment in both deals, never a lower price. */
  async exchange(step, { toDeal, amount, on }) {
    const other = await requireOther(step, toDeal, 'purchase')
    const [here, there] = await Promise.all(
      [step.deal, other].map(async (deal) => owedOf(deal, await paymentsOf(step.client, [deal.id]))),
    )
    const most = Math.max(0, Math.min(here as number, there as number))
    if (amount > most) refuseField('amount', `At most ${formatPence(most)} is owed on both sides.`)
    await writePair(step, other, amount, on, ['part-exchange', 'part-exchange'], 'in part exchange from')
  },

  /** One payment for two orders of the same person, an entry in each. */
  async share(step, given) {
    const { client, deal } = step
    const { payment: id, toDeal, amount, otherAmount, on, method, confirmed } = given
    const other = await requireOther(step, toDeal, 'sale')
    if (otherAmount >= amount)
      refuseField('otherAmount', 'This is the whole payment: note it with the other order.')
    const parts = [
      [deal, amount - otherAmount],
      [other, otherAmount],
    ] as const
    const noted = await Promise.all(
      parts.map(async ([of, part]) => {
        const payments = await paymentsOf(client, [of.id])
        const isHere = of.id === deal.id
        const entry: Entry = {
          id: isHere ? id : randomUUID(),
          kind: 'balance',
          amount: part,
          paidOn: on,
          clearedOn: on,
          method,
          note: `of ${formatPence(amount)} for ${deal.registration} and ${other.registration}`,
        }
        const excess = part - Math.max(0, owedOf(of, payments))
        const { values, writes } = await consequencesOf({ ...step, deal: of }, payments, [...payments, entry])
        return { values, excess, writes: [insertOf(step, of, entry), ...writes] }
      }),
    )
    const [here, there] = noted as [(typeof noted)[number], (typeof noted)[number]]
    askOnce(
      confirmed,
      parts.map(
        ([of], index) =>
          (noted[index]?.excess ?? 0) > 0 &&
          `For ${of.registration} it is ${formatPence(noted[index]?.excess ?? 0)} more than is owed.`,
      ),
    )
    const said = `${formatPence(amount)} paid, ${formatPence(otherAmount)} of it for ${other.registration}`
    await writeStep(step, here.values, said, [
      ...here.writes,
      dealWrite(other, { name: other.name, ...there.values }),
      ...there.writes,
      ...eventOf(step, other, `${formatPence(otherAmount)} of a payment of ${formatPence(amount)}`),
    ])
  },

  /** By the firm's own words, after the buyer has declined. What we cannot deliver is given back whole. */
  async keep(step, { amount, on, note }) {
    const { client, deal, terms } = step
    const payments = await paymentsOf(client, [deal.id])
    const undecided = undecidedOf(deal, payments)
    if (amount > undecided) refuseField('amount', `Only ${formatPence(Math.max(undecided, 0))} is undecided.`)
    if (!note || !wordsOf(terms).includes(wordsOf(note)))
      refuseField(
        'note',
        'Quote the words of your terms or refunds, as set under Firm, that let you keep it.',
      )
    const entry: Entry = { id: randomUUID(), kind: 'kept', amount, paidOn: on, method: 'our terms', note }
    const { values } = await consequencesOf(step, payments, [...payments, entry])
    await writeStep(
      step,
      values,
      `${describeEntry(entry)}: ${note}`,
      [insertOf(step, deal, entry)],
      describeEntry(entry),
    )
  },

  /** A price agreed anew; the stock's record of a sale by this deal follows. */
  async reprice(step, { amount }) {
    const { client, deal, actor } = step
    const payments = await paymentsOf(client, [deal.id])
    const { plate } = await readClaim(client, deal)
    const soldPriceGbp = wholePounds({ amount })
    const isOurs = plate?.status === 'sold' && plate.dealId === deal.id
    const writes = isOurs
      ? [
          stockWrite({
            actor,
            action: 'edit',
            change: `${plate.registration} sold for another price`,
            changes: [{ id: plate.id, seenAt: plate.updatedAt, details: { soldPriceGbp } }],
          }),
        ]
      : []
    const deposit = deal.deposit === null ? null : Math.min(deal.deposit, amount)
    const values = { amount, deposit, ...settledBy({ ...deal, amount }, payments) }
    await writeStep(
      step,
      values,
      `the price is now ${formatPence(amount)}, was ${formatPence(deal.amount)}`,
      writes,
    )
  },
} satisfies Record<string, (step: Step, given: Given) => Promise<void>>

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

function insertOf({ actor }: Step, { id: dealId }: Deal, entry: Entry, createdAt?: string): Write {
  const row = { dealId, person: actor.person, ...entry, ...(createdAt ? { createdAt } : {}) }
  return { table: 'deal_payments', insert: snakeCaseRow(row) }
}

const removalOf = (id: string): Write => ({ table: 'deal_payments', id, remove: true })

/** Of a deal that has ended: whether every pound of it has its fate. */
export const settledBy = (
  deal: Pick<Deal, 'outcome' | 'amount'>,
  payments: readonly Pick<Payment, 'kind' | 'amount'>[],
) => ({ isSettled: deal.outcome === null || undecidedOf(deal, payments) === 0 })

/** What follows for the deal and its plate when its entries change. */
async function consequencesOf(
  step: Step,
  before: readonly Pick<Payment, 'kind' | 'amount'>[],
  after: readonly Pick<Payment, 'kind' | 'amount'>[],
): Promise<{ values: DealValues; writes: Write[] }> {
  const { client, deal, now } = step
  const stage = stageOf(deal)
  const values = settledBy(deal, after)
  if (deal.kind === 'purchase' || !['open', 'agreed', 'lapsed'].includes(stage)) return { values, writes: [] }
  const [was, paid, today] = [paidOf(before), paidOf(after), londonDay(now)]
  if (paid <= 0) {
    // What was paid has gone back: the day to pay by is tomorrow at the earliest, so that somebody sees it.
    const tomorrow = addDays(today, 1)
    const days = {
      depositBy: laterDay(deal.depositBy, tomorrow),
      balanceBy: laterDay(deal.balanceBy, tomorrow),
    }
    return { values: stage === 'agreed' && was > 0 ? { ...values, ...days } : values, writes: [] }
  }
  const { plate, standing } = await readClaim(client, deal)
  if (!plate || !canHave(standing)) return { values, writes: [] }
  const agreed = stage === 'agreed' ? {} : agreedValues(deal, deal.agreedOn ?? today, today)
  const until = payBy({ ...deal, ...agreed }, paid) ?? today
  const holds = stage !== 'agreed' || plate.reservedUntil !== until
  return { values: { ...values, ...agreed }, writes: holds ? holdWrites(step, plate, until) : [] }
}

const wordsOf = (text: string) => text.toLowerCase().replace(/\s+/g, ' ').trim()

async function requireOther({ client, deal }: Step, id: string, kind: Deal['kind']): Promise<Deal> {
  const other = (await dealsOfPerson(client, deal)).find((one) => one.id === id && one.kind === kind)
  return other ?? refuseField('toDeal', 'Choose another deal of the same person.')
}

/** An entry in each of two deals. */
async function writePair(
  step: Step,
  other: Deal,
  amount: number,
  on: string,
  [kind, otherKind]: readonly [Payment['kind'], Payment['kind']],
  how: string,
): Promise<void> {
  const { client, deal } = step
  const [payments, others] = await Promise.all([
    paymentsOf(client, [deal.id]),
    paymentsOf(client, [other.id]),
  ])
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
  const here = await consequencesOf(step, payments, [...payments, out])
  const there = await consequencesOf({ ...step, deal: other }, others, [...others, into])
  const said = (registration: string) => `${formatPence(amount)} ${how} the deal for ${registration}`
  await writeStep(step, here.values, said(other.registration), [
    insertOf(step, deal, out),
    ...here.writes,
    insertOf(step, other, into),
    dealWrite(other, { name: other.name, ...there.values }),
    ...there.writes,
    ...eventOf(step, other, `${describeEntry(into)}, ${deal.registration}`),
  ])
}

const PAIRS: Partial<Record<Payment['kind'], Payment['kind']>> = {
  'moved-in': 'moved-out',
  'moved-out': 'moved-in',
  'part-exchange': 'part-exchange',
}

/** Removes the other half of a move or of a part exchange. */
async function pairWrites(step: Step, payment: Payment): Promise<Write[]> {
  const { client, deal } = step
  const other = (await dealsOfPerson(client, deal)).find(({ id }) => id === payment.otherDeal)
  const entries = await paymentsOf(client, [payment.otherDeal ?? ''])
  const pair = entries.find(
    ({ otherDeal, amount, kind }) =>
      otherDeal === deal.id && amount === payment.amount && kind === PAIRS[payment.kind],
  )
  if (!other || !pair) throw new ChangeRefusal('The order to which it was moved is gone, so it stays.')
  const rest = entries.filter((entry) => entry !== pair)
  const { values, writes } = await consequencesOf({ ...step, deal: other }, entries, rest)
  return [removalOf(pair.id), dealWrite(other, { name: other.name, ...values }), ...writes]
}

const eventOf = ({ actor, conversation }: Step, other: Deal, said: string): Write[] =>
  conversation ? [eventWrite(other.enquiryId, actor, `${other.registration}: ${said}`)] : []

/** What the buyer's page shows of a deal. Whoever has its link reads all of this, and nothing else that is stored. */
import type { Reader } from '#data/tables.ts'
import { pick } from '#shared/data/pick.ts'
import { longDay } from '#shared/text/format.ts'
import { addDays, londonDay } from '../london-time.ts'
import { findDealByToken, hasEnquiry, paymentsOf } from './deal-store.ts'
import { type Deal, owedOf, PAYMENT_LABELS, type Payment, paidOf, payBy, signedAmount } from './deal-types.ts'
import { readClaim } from './read-claims.ts'
import { isUnavailable, type Standing } from './standing.ts'

/** The link leads nowhere from then on, unless money is still owed to one side or the other. */
const DAYS_AFTER_END = 30

/** What we wait for from the buyer. */
type Wanted = 'answer' | 'deposit' | 'balance' | 'ending' | 'log-book'

interface Row {
  label: string
  pence: number
  isTotal?: true
}

const SHOWN = [
  'registration',
  'reference',
  'name',
  'amount',
  'deposit',
  'depositDays',
  'balanceDays',
  'includes',
  'validUntil',
  'agreedOn',
  'soldOn',
  'ending',
  'trackingNumber',
  'handedOverOn',
] as const

/**
 * on-hold: by the firm, for a death or a dispute. lapsed: agreed, but not paid in time. waiting: quoted, while somebody else has the plate before them. unavailable: agreed, but
 * the plate cannot be had any more.
 */
type State = 'quote' | 'waiting' | 'on-hold' | 'agreed' | 'lapsed' | 'unavailable' | 'done' | 'ended'

/** Amounts are in pence, days are YYYY-MM-DD in London. */
export type Order = ReturnType<typeof toOrder>

/** @returns null if there is no such page: also of a purchase, and after its time */
export async function readOrder(
  reader: Reader,
  token: string,
  bankDetails: string | null,
  now: Date,
): Promise<Order | null> {
  const deal = await findDealByToken(reader, token)
  if (deal?.kind !== 'sale' || isOver(deal, now)) return null
  const [payments, { standing }] = await Promise.all([paymentsOf(reader, [deal.id]), readClaim(reader, deal)])
  // A person who has been forgotten keeps the page only while there is money in it.
  if (payments.length === 0 && !(await hasEnquiry(reader, deal))) return null
  return toOrder(deal, payments, { standing, bankDetails, today: londonDay(now) })
}

const isOver = ({ endedAt, isSettled }: Deal, now: Date) =>
  isSettled && endedAt !== null && addDays(londonDay(new Date(endedAt)), DAYS_AFTER_END) < londonDay(now)

interface Around {
  standing: Standing
  bankDetails: string | null
  today: string
}

/** A deposit of the whole price leaves no balance: it is the price, on the day of the deposit. */
const withoutWholeDeposit = (deal: Deal): Deal =>
  deal.deposit === deal.amount
    ? { ...deal, deposit: null, balanceDays: deal.depositDays, balanceBy: deal.depositBy }
    : deal

export function toOrder(
  stored: Deal,
  payments: readonly Payment[],
  { standing, bankDetails, today }: Around,
) {
  const deal = withoutWholeDeposit(stored)
  const { amount, deposit } = deal
  const [paid, owed] = [paidOf(payments), owedOf(deal, payments)]
  const state = stateOf(deal, standing, owed, today)
  const rows = payments.map((payment) => ({
    label: `${PAYMENT_LABELS[payment.kind]}, ${longDay(payment.paidOn)}, ${payment.note ?? payment.method}`,
    pence: payment.kind === 'kept' ? payment.amount : signedAmount(payment),
  }))
  const moved = payments.flatMap(({ kind }, index) => (kind === 'kept' ? [] : (rows[index] as Row)))
  const days = payments.flatMap(({ kind, paidOn }) => (kind === 'kept' ? [] : paidOn)).sort()
  const due =
    state === 'agreed' ? Math.max(0, (deposit !== null && paid < deposit ? deposit : amount) - paid) : 0
  return {
    ...pick(deal, SHOWN),
    state,
    isNextInLine: state === 'waiting' || (state === 'quote' && deal.isBesideOthers),
    quotedOn: londonDay(new Date(deal.createdAt)),
    endedOn: endOf(deal, state),
    /** Refunds are negative. */
    payments: moved,
    lastPaidOn: days.at(-1) ?? null,
    /** The price, less what is paid, and what is left of it. */
    bill: billOf(deal, rows, { state, paid, owed }),
    paid,
    /** Negative if more was paid than the price. */
    owed,
    /** To be paid now: what is left of the deposit, or of the price. Zero unless it is agreed. */
    due,
    /** The last day for it; null unless something is due. */
    payBy: due > 0 ? payBy(deal, paid) : null,
    wanted: wantedOf(deal, state, due, owed),
    /** Null unless something is due. */
    bankDetails: due > 0 ? bankDetails : null,
  }
}

/** Of an order that goes on, its price less what is paid; of any other, what was paid, given back and kept. */
function billOf(
  { amount, deposit }: Deal,
  payments: readonly Row[],
  { state, paid, owed }: { state: State; paid: number; owed: number },
): Row[] {
  if (state !== 'agreed' && state !== 'done') return [...payments]
  const rows: Row[] = [{ label: 'Price', pence: amount }]
  if (deposit !== null && paid < deposit) rows.push({ label: 'Of this, as a deposit', pence: deposit })
  rows.push(...payments.map(({ label, pence }) => ({ label, pence: -pence })))
  const label = owed > 0 ? 'Still to pay' : owed < 0 ? 'Paid in excess' : 'Paid in full'
  return [...rows, { label, pence: Math.abs(owed) || paid, isTotal: true }]
}

function stateOf(deal: Deal, standing: Standing, owed: number, today: string): State {
  const { outcome, agreedOn, lapsedOn, validUntil } = deal
  // A payment that came back after the end is asked for again.
  if (outcome) return outcome === 'done' ? (owed > 0 ? 'agreed' : 'done') : 'ended'
  if (isUnavailable(deal, standing)) {
    const isBehind = standing === 'agreed' || standing === 'reserved'
    if (agreedOn || !isBehind) return 'unavailable'
    return validUntil < today ? 'ended' : 'waiting'
  }
  if (deal.isOnHold) return 'on-hold'
  if (lapsedOn && !deal.soldOn) return 'lapsed'
  if (agreedOn) return 'agreed'
  // The runner ends it within a minute.
  return validUntil < today ? 'ended' : 'quote'
}

function endOf({ outcome, endedAt, validUntil }: Deal, state: State): string | null {
  if (state !== 'ended') return null
  return outcome === 'expired' || endedAt === null ? validUntil : londonDay(new Date(endedAt))
}

function wantedOf(
  { ending, vehicleReference, handedOverOn }: Deal,
  state: State,
  due: number,
  owed: number,
): Wanted[] {
  if (state === 'quote') return ['answer']
  if (state !== 'agreed') return []
  const wanted: Wanted[] = due === 0 ? [] : due < owed ? ['deposit'] : ['balance']
  if (!ending) wanted.push('ending')
  else if (ending === 'vehicle' && !vehicleReference && !handedOverOn) wanted.push('log-book')
  return wanted
}

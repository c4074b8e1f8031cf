/** What the buyer's page shows of a deal. Whoever has its link reads all of this, and nothing else that is stored. */
import type { BackendClient } from '#shared/data/client.ts'
import { pick } from '#shared/data/pick.ts'
import { longDay } from '#shared/text/format.ts'
import { addDays, londonDay } from '../london-time.ts'
import { findDealByToken, paymentsOf, referenceOf } from './deal-store.ts'
import { type Deal, owedOf, PAYMENT_KINDS, type Payment, paidOf } from './deal-types.ts'

/** The link leads nowhere from then on. */
const DAYS_AFTER_END = 30

/** What we wait for from the buyer. */
type Wanted = 'answer' | 'deposit' | 'balance' | 'ending' | 'log-book'

interface Row {
  label: string
  pence: number
  isTotal?: true
}

const SHOWN = [
  ...(['registration', 'name', 'amount', 'deposit', 'includes', 'validUntil', 'agreedOn'] as const),
  ...(['soldOn', 'ending', 'trackingNumber', 'handedOverOn'] as const),
]

type State = 'quote' | 'agreed' | 'done' | 'ended'

/** Amounts are in pence, days are YYYY-MM-DD in London. */
export type Order = ReturnType<typeof toOrder>

/**
 * @param client with the service key
 * @returns null if there is no such page: also of a purchase, after its time, and once the enquiry is removed
 */
export async function readOrder(
  client: BackendClient,
  token: string,
  bankDetails: string | null,
  now: Date,
): Promise<Order | null> {
  const deal = await findDealByToken(client, token)
  if (deal?.kind !== 'sale' || isOver(deal, now)) return null
  const reference = await referenceOf(client, deal)
  if (reference === null) return null
  const payments = await paymentsOf(client, [deal.id])
  return toOrder(deal, payments, { reference, bankDetails, today: londonDay(now) })
}

const isOver = ({ endedAt }: Deal, now: Date) =>
  endedAt !== null && addDays(londonDay(new Date(endedAt)), DAYS_AFTER_END) < londonDay(now)

interface Around {
  reference: string
  bankDetails: string | null
  today: string
}

export function toOrder(deal: Deal, payments: readonly Payment[], { reference, bankDetails, today }: Around) {
  const { amount, deposit } = deal
  const state = stateOf(deal, today)
  const rows = payments.map(({ kind, amount, paidOn, method }) => ({
    label: `${PAYMENT_KINDS[kind]}, ${longDay(paidOn)}, ${method}`,
    pence: kind === 'refund' ? -amount : amount,
  }))
  const days = payments.map(({ paidOn }) => paidOn).sort()
  const [paid, owed] = [paidOf(payments), owedOf(deal, payments)]
  const due =
    state === 'agreed' ? Math.max(0, (deposit !== null && paid < deposit ? deposit : amount) - paid) : 0
  return {
    ...pick(deal, SHOWN),
    state,
    /** Of the enquiry; the payment reference as well. */
    reference,
    quotedOn: londonDay(new Date(deal.createdAt)),
    endedOn: endOf(deal, state),
    /** Refunds are negative. */
    payments: rows,
    lastPaidOn: days.at(-1) ?? null,
    /** The price, less what is paid, and what is left of it. */
    bill: billOf(deal, rows, { state, paid, owed }),
    paid,
    /** Negative if more was paid than the price. */
    owed,
    /** To be paid now: what is left of the deposit, or of the price. Zero unless it is agreed. */
    due,
    wanted: wantedOf(deal, state, due, owed),
    /** Null unless something is due. */
    bankDetails: due > 0 ? bankDetails : null,
  }
}

function billOf(
  { amount, deposit }: Deal,
  payments: readonly Row[],
  { state, paid, owed }: { state: State; paid: number; owed: number },
): Row[] {
  const rows: Row[] = [{ label: 'Price', pence: amount }]
  if (deposit !== null && paid < deposit && state !== 'ended')
    rows.push({ label: 'Of this, as a deposit', pence: deposit })
  rows.push(...payments.map(({ label, pence }) => ({ label, pence: -pence })))
  if (state !== 'agreed' && state !== 'done') return rows
  const label = owed > 0 ? 'Still to pay' : owed < 0 ? 'Paid in excess' : 'Paid in full'
  return [...rows, { label, pence: Math.abs(owed) || paid, isTotal: true }]
}

function stateOf({ outcome, agreedOn, validUntil }: Deal, today: string): State {
  if (outcome) return outcome === 'done' ? 'done' : 'ended'
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

/** What an accountant asks for: the sales, purchases and payments of a month, from deals and from the stock. */
import type { Reader } from '#data/tables.ts'
import {
  dealsById,
  dealsSoldBetween,
  listUnsettledDeals,
  paymentsBetween,
  paymentsOf,
} from '../deals/deal-store.ts'
import { type Deal, type Payment, undecidedOf } from '../deals/deal-types.ts'
import { addDays, londonDay } from '../london-time.ts'

export interface AccountRow {
  day: string
  kind: 'Sale' | 'Purchase' | (typeof ENTRIES)[Deal['kind']][Payment['kind']] | 'Held, not decided'
  registration: string
  /** Empty if the stock alone has the sale or purchase. */
  name: string
  invoiceNumber: string
  /** Null if the stock has no price or cost. */
  amountPence: number | null
  method: string
}

const OF_MONEY_IN = {
  deposit: 'Payment received',
  balance: 'Payment received',
  refund: 'Refund made',
  returned: 'Payment that came back',
  'moved-in': 'Moved from another order',
  'moved-out': 'Moved to another order',
  'part-exchange': 'Part exchange',
  kept: 'Deposit kept',
} as const

const ENTRIES = {
  sale: OF_MONEY_IN,
  purchase: {
    ...OF_MONEY_IN,
    deposit: 'Payment made',
    balance: 'Payment made',
    refund: 'Refund received',
  },
} as const

const KINDS = { sale: 'Sale', purchase: 'Purchase' } as const

/** By day. @param month as 2026-11. */
export async function readAccounts(reader: Reader, month: string): Promise<AccountRow[]> {
  const from = `${month}-01`
  const until = `${addDays(from, 31).slice(0, 7)}-01`
  const [made, payments, sold, bought, held] = await Promise.all([
    dealsSoldBetween(reader, from, until),
    paymentsBetween(reader, from, until),
    readStock(reader, 'soldOn', 'soldPrice', from, until),
    readStock(reader, 'boughtOn', 'cost', from, until),
    readHeld(reader, from, until),
  ])
  const ofPayments = await dealsById(reader, [...new Set(payments.map(({ dealId }) => dealId))])
  const own = await withoutDemonstration(reader, [...made, ...ofPayments])
  const byId = new Map(own.map((deal) => [deal.id, deal]))
  const known = new Set(made.map(({ kind, plateId, soldOn }) => `${kind} ${plateId} ${soldOn}`))
  const fromStock = (rows: Awaited<ReturnType<typeof readStock>>, deal: Deal['kind']) =>
    rows
      .filter(({ id, day }) => !known.has(`${deal} ${id} ${day}`))
      .map(
        ({ day, plateNumber, amount }): AccountRow => ({
          day: String(day),
          kind: KINDS[deal],
          registration: plateNumber,
          name: '',
          invoiceNumber: '',
          method: '',
          amountPence: amount === null ? null : amount * 100,
        }),
      )
  const rows = [
    ...made.filter(({ id }) => byId.has(id)).map(ofDeal),
    ...fromStock(sold, 'sale'),
    ...fromStock(bought, 'purchase'),
    ...held,
    ...payments.flatMap((payment) => ofPayment(payment, byId.get(payment.dealId))),
  ]
  return rows.sort((a, b) => a.day.localeCompare(b.day))
}

async function withoutDemonstration(reader: Reader, deals: readonly Deal[]): Promise<Deal[]> {
  const plates = await reader.selectFrom('plates').select('id').where('isDemonstration', '=', true).execute()
  const demonstration = new Set(plates.map(({ id }) => id))
  return deals.filter(({ plateId }) => !plateId || !demonstration.has(plateId))
}

const readStock = (
  reader: Reader,
  day: 'soldOn' | 'boughtOn',
  amount: 'soldPrice' | 'cost',
  from: string,
  until: string,
) =>
  reader
    .selectFrom('stock')
    .select(({ ref }) => ['id', 'plateNumber', ref(day).as('day'), ref(amount).as('amount')])
    .where('isDemonstration', '=', false)
    .where(day, '>=', from)
    .where(day, '<', until)
    .orderBy('id')
    .execute()

const ofDeal = ({ soldOn, kind, registration, name, invoiceNumber, amount }: Deal): AccountRow => ({
  day: String(soldOn),
  kind: KINDS[kind],
  registration,
  name,
  invoiceNumber: invoiceNumber ?? '',
  amountPence: amount,
  method: '',
})

function ofPayment({ paidOn, kind, amount, method }: Payment, deal: Deal | undefined): AccountRow[] {
  if (!deal) return []
  return [{ ...ofDeal(deal), day: paidOn, kind: ENTRIES[deal.kind][kind], amountPence: amount, method }]
}

/** Money of deals that ended in these days and of which nobody has decided what happens to it. */
async function readHeld(reader: Reader, from: string, until: string): Promise<AccountRow[]> {
  const unsettled = await withoutDemonstration(reader, await listUnsettledDeals(reader))
  const ids = unsettled.map(({ id }) => id)
  const payments = Map.groupBy(await paymentsOf(reader, ids), ({ dealId }) => dealId)
  return unsettled.flatMap((deal): AccountRow[] => {
    const day = londonDay(new Date(deal.endedAt ?? deal.updatedAt))
    const held = undecidedOf(deal, payments.get(deal.id) ?? [])
    if (held <= 0 || day < from || day >= until) return []
    return [{ ...ofDeal(deal), day, kind: 'Held, not decided', amountPence: held }]
  })
}

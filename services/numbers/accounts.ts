/** What an accountant asks for: the sales, purchases and payments of a month, from deals and from the stock. */
import type { BackendClient } from '#shared/data/client.ts'
import { readPages } from '#shared/data/read-all.ts'
import { dealsBetween, dealsById, paymentsBetween } from '../deals/deal-store.ts'
import type { Deal, Payment } from '../deals/deal-types.ts'
import { addDays } from '../london-time.ts'
import { readStockPlates } from '../stock/stock-store.ts'

export interface AccountRow {
  day: string
  kind: 'Sale' | 'Purchase' | 'Payment received' | 'Payment made' | 'Refund made' | 'Refund received'
  registration: string
  /** Empty if the stock alone has the sale or purchase. */
  name: string
  invoiceNumber: string
  /** Null if the stock has no price or cost. */
  amountPence: number | null
  method: string
}

const KINDS = { sale: 'Sale', purchase: 'Purchase' } as const

/** By day. @param month as 2026-11. */
export async function readAccounts(client: BackendClient, month: string): Promise<AccountRow[]> {
  const from = `${month}-01`
  const until = `${addDays(from, 31).slice(0, 7)}-01`
  const [made, payments, sold, bought] = await Promise.all([
    dealsBetween(client, 'sold_on', from, until),
    paymentsBetween(client, from, until),
    readStock(client, 'sold_on', 'sold_price', from, until),
    readStock(client, 'bought_on', 'cost', from, until),
  ])
  const ofPayments = await dealsById(client, [...new Set(payments.map(({ dealId }) => dealId))])
  const own = await withoutDemonstration(client, [...made, ...ofPayments])
  const byId = new Map(own.map((deal) => [deal.id, deal]))
  const known = new Set(made.map(({ kind, plateId, soldOn }) => `${kind} ${plateId} ${soldOn}`))
  const fromStock = (rows: Record<string, unknown>[], deal: Deal['kind'], day: string, amount: string) =>
    rows
      .filter((row) => !known.has(`${deal} ${row.id} ${row[day]}`))
      .map(
        (row): AccountRow => ({
          day: String(row[day]),
          kind: KINDS[deal],
          registration: String(row.plate_number),
          ...{ name: '', invoiceNumber: '', method: '' },
          amountPence: row[amount] === null ? null : Number(row[amount]) * 100,
        }),
      )
  const rows = [
    ...made.filter(({ id }) => byId.has(id)).map(ofDeal),
    ...fromStock(sold, 'sale', 'sold_on', 'sold_price'),
    ...fromStock(bought, 'purchase', 'bought_on', 'cost'),
    ...payments.flatMap((payment) => ofPayment(payment, byId.get(payment.dealId))),
  ]
  return rows.sort((a, b) => a.day.localeCompare(b.day))
}

async function withoutDemonstration(client: BackendClient, deals: readonly Deal[]): Promise<Deal[]> {
  const ids = new Set(deals.flatMap(({ plateId }) => plateId ?? []))
  const plates = await readStockPlates(client, [...ids])
  const demonstration = new Set(plates.flatMap(({ id, isDemonstration }) => (isDemonstration ? id : [])))
  return deals.filter(({ plateId }) => !plateId || !demonstration.has(plateId))
}

function readStock(client: BackendClient, day: string, amount: string, from: string, until: string) {
  const columns = `id,plate_number,${day},${amount}`
  const query = () =>
    client.from('stock').select(columns).eq('is_demonstration', false).gte(day, from).lt(day, until)
  return Array.fromAsync(readPages(query))
}

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
  const isSale = deal.kind === 'sale'
  const payment = isSale ? 'Payment received' : 'Payment made'
  const refund = isSale ? 'Refund made' : 'Refund received'
  const of = kind === 'refund' ? refund : payment
  return [{ ...ofDeal(deal), day: paidOn, kind: of, amountPence: amount, method }]
}

/** Reduces a batch of changes to at most one piece of news for each registration, according to the current stock. */

import type { BackendClient } from '#shared/data/client.ts'
import { available, type Plate, readPlates } from '#shared/plates/find-plates.ts'
import { EXPLORER_LIST } from '#shared/sales/explorers.ts'
import { readSalesOf, type StoredSale, specOf } from '../sales/sales-store.ts'
import { readTakenOffSale } from '../stock/stock-store.ts'
import type { NotedStockChange } from './stock-changes.ts'

export interface StockEvent {
  kind: 'new' | 'reduced' | 'sold'
  registration: string
  description: string | null
  isFeature: boolean
  /** The asking price, or the price of the sale: hammer price if known, else total. 0 if not known. */
  priceGbp: number
  /** Only for 'reduced'. */
  previousPriceGbp: number | null
  /** ISO time of the first change. Alerts that were confirmed later don't include it. */
  at: string
}

const DAY_MS = 86_400_000
const NEW_AFTER_DAYS = 30

/** The number of registrations in one URL. */
const READ_BATCH = 100

/**
 * A plate that was repriced twice is reported once, and not at all if its price rose or returned to where it was. A
 * plate that has been sold or withdrawn since is not offered, and one that was for sale within the last 30 days is not
 * new.
 */
export async function readNews(
  client: BackendClient,
  changes: readonly NotedStockChange[],
): Promise<StockEvent[]> {
  const ofStock = Map.groupBy(
    changes.filter(({ kind }) => kind !== 'sold'),
    ({ registration }) => registration,
  )
  const ofSales = changes.filter(({ kind }) => kind === 'sold')
  const registrations = [...ofStock.keys()]
  const plates = new Map<string, Plate>()
  for (let from = 0; from < registrations.length; from += READ_BATCH) {
    const some = available(client).in('plate_number', registrations.slice(from, from + READ_BATCH))
    for (const plate of await readPlates(some)) plates.set(plate.registration, plate)
  }
  const offSaleAt = await readTakenOffSale(client, [...plates.keys()])
  const stockNews = [...ofStock].flatMap(([registration, of]) => {
    const plate = plates.get(registration)
    return newsOfPlate(plate, withoutReturn(of, offSaleAt.get(registration) ?? [])) ?? []
  })
  return [...stockNews, ...(await newsOfSales(client, ofSales))]
}

/** A plate that comes back within 30 days, for example after a reservation, does not count as new. */
function withoutReturn(
  changes: readonly NotedStockChange[],
  offSaleAt: readonly string[],
): NotedStockChange[] {
  const firstAt = Date.parse(changes.find(({ kind }) => kind === 'new')?.at ?? '')
  const isReturn = offSaleAt.some((at) => {
    const days = (firstAt - Date.parse(at)) / DAY_MS
    return days > 0 && days <= NEW_AFTER_DAYS
  })
  return changes.filter(({ kind }) => !(isReturn && kind === 'new'))
}

function newsOfPlate(plate: Plate | undefined, changes: readonly NotedStockChange[]): StockEvent | null {
  const [first] = changes
  if (!plate || !first) return null
  const { registration, description, isFeature, priceGbp } = plate
  const common = { registration, description, isFeature, priceGbp, at: first.at }
  if (changes.some(({ kind }) => kind === 'new')) return { ...common, kind: 'new', previousPriceGbp: null }
  const before = first.previousPriceGbp
  if (before === null || priceGbp === 0 || (before > 0 && priceGbp >= before)) return null
  return before === 0
    ? { ...common, kind: 'new', previousPriceGbp: null }
    : { ...common, kind: 'reduced', previousPriceGbp: before }
}

async function newsOfSales(
  client: BackendClient,
  changes: readonly NotedStockChange[],
): Promise<StockEvent[]> {
  const firstAt = new Map<string, string>()
  for (const { registration, at } of changes) if (!firstAt.has(registration)) firstAt.set(registration, at)
  // The last row on record is the news.
  const latest = new Map<string, StoredSale>()
  for (const { name } of EXPLORER_LIST) {
    const sales = await readSalesOf(client, specOf(name), [...firstAt.keys()])
    for (const sale of [...sales.values()].flat()) {
      const other = latest.get(sale.plate_number)
      if (!other || Date.parse(sale.created_at) >= Date.parse(other.created_at))
        latest.set(sale.plate_number, sale)
    }
  }
  return [...latest].map(([registration, row]) => ({
    kind: 'sold',
    registration,
    description: null,
    isFeature: false,
    priceGbp: Number(row.hammer_price ?? row.total_price ?? 0),
    previousPriceGbp: null,
    at: firstAt.get(registration) ?? row.created_at,
  }))
}

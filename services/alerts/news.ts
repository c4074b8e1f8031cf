/** Reduces batches of changes to at most one piece of news for each registration, according to the current stock. */
import type { Reader, Row } from '#data/tables.ts'
import type { Time } from '#data/times.ts'
import { type Batches, changesOf } from './stock-changes.ts'

export interface StockEvent {
  kind: 'new' | 'reduced' | 'sold'
  registration: string
  description: string | null
  isFeature: boolean
  /** The asking price, or the price of the sale: hammer price if known, else total. 0 if not known. */
  priceGbp: number
  /** Only for 'reduced'. */
  previousPriceGbp: number | null
  /** Of the first change. Alerts that were confirmed later don't include it. */
  at: Time
}

const DAY_MS = 86_400_000
const NEW_AFTER_DAYS = 30

type Change = Pick<Row<'stockChanges'>, 'kind' | 'plateNumber' | 'previousPrice' | 'createdAt'>
type Plate = Pick<Row<'plates'>, 'plateNumber' | 'price' | 'description' | 'isFeature'>

/**
 * A plate that was repriced twice is reported once, and not at all if its price rose or returned to where it was. A
 * plate that has been sold or withdrawn since is not offered, and one that was for sale within the last 30 days is not
 * new.
 */
export async function readNews(reader: Reader, batches: Batches): Promise<StockEvent[]> {
  const changes = await changesOf(reader, batches)
    .select(['kind', 'plateNumber', 'previousPrice', 'createdAt'])
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  if (changes.length === 0) return []
  const [plates, offSale, prices] = await Promise.all([
    readPlates(reader, batches),
    readTakenOffSale(reader, batches),
    readSalePrices(reader, batches),
  ])
  const offSaleAt = Map.groupBy(offSale, ({ plateNumber }) => plateNumber)
  const ofStock = changes.filter(({ kind }) => kind !== 'sold')
  const stockNews = [...Map.groupBy(ofStock, ({ plateNumber }) => plateNumber)].flatMap(([name, of]) => {
    const news = withoutReturn(of, offSaleAt.get(name)?.map(({ at }) => at) ?? [])
    return newsOfPlate(plates.get(name), news) ?? []
  })
  const firstSold = new Map<string, Time>()
  for (const { kind, plateNumber, createdAt } of changes)
    if (kind === 'sold' && !firstSold.has(plateNumber)) firstSold.set(plateNumber, createdAt)
  const saleNews = [...firstSold].flatMap(([registration, at]): StockEvent[] =>
    prices.has(registration) ? [{ ...SOLD, registration, priceGbp: prices.get(registration) ?? 0, at }] : [],
  )
  return [...stockNews, ...saleNews]
}

const SOLD = { kind: 'sold', description: null, isFeature: false, previousPriceGbp: null } as const

const changedPlates = (reader: Reader, batches: Batches) =>
  changesOf(reader, batches).where('kind', '<>', 'sold').select('plateNumber')

/** Those that are for sale now. */
async function readPlates(reader: Reader, batches: Batches): Promise<Map<string, Plate>> {
  const plates = await reader
    .selectFrom('plates')
    .select(['plateNumber', 'price', 'description', 'isFeature'])
    .where('isAvailable', 'is', true)
    .where('plateNumber', 'in', changedPlates(reader, batches))
    .execute()
  return new Map(plates.map((plate) => [plate.plateNumber, plate]))
}

/** When plates stopped to be for sale. */
async function readTakenOffSale(reader: Reader, batches: Batches) {
  const kept = await reader
    .selectFrom('plateChanges')
    .select(['plateNumber', 'at', 'before'])
    .where('before', 'is not', null)
    .where('plateNumber', 'in', changedPlates(reader, batches))
    .execute()
  return kept.filter(({ before }) => JSON.parse(before ?? '{}').plate?.is_available === true)
}

/** The price of the sale that was recorded last, of each plate that was sold. */
async function readSalePrices(reader: Reader, batches: Batches): Promise<Map<string, number | null>> {
  const sold = changesOf(reader, batches).where('kind', '=', 'sold').select('plateNumber')
  const inJersey = reader
    .selectFrom('jerseySales')
    .select(['plateNumber', 'createdAt', 'totalPrice as price'])
    .where('plateNumber', 'in', sold)
  const sales = await reader
    .selectFrom('sales')
    .select(({ fn }) => ['plateNumber', 'createdAt', fn.coalesce('hammerPrice', 'totalPrice').as('price')])
    .where('plateNumber', 'in', sold)
    .unionAll(inJersey)
    .orderBy('createdAt')
    .execute()
  return new Map(sales.map(({ plateNumber, price }) => [plateNumber, price]))
}

/** A plate that comes back within 30 days, for example after a reservation, does not count as new. */
function withoutReturn(changes: readonly Change[], offSaleAt: readonly Time[]): Change[] {
  const firstAt = Date.parse(changes.find(({ kind }) => kind === 'new')?.createdAt ?? '')
  const isReturn = offSaleAt.some((at) => {
    const days = (firstAt - Date.parse(at)) / DAY_MS
    return days > 0 && days <= NEW_AFTER_DAYS
  })
  return changes.filter(({ kind }) => !(isReturn && kind === 'new'))
}

function newsOfPlate(plate: Plate | undefined, changes: readonly Change[]): StockEvent | null {
  const [first] = changes
  if (!plate || !first) return null
  const { plateNumber: registration, description, isFeature } = plate
  const priceGbp = plate.price ?? 0
  const common = { registration, description, isFeature, priceGbp, at: first.createdAt }
  if (changes.some(({ kind }) => kind === 'new')) return { ...common, kind: 'new', previousPriceGbp: null }
  const before = first.previousPrice
  if (before === null || priceGbp === 0 || (before > 0 && priceGbp >= before)) return null
  return before === 0
    ? { ...common, kind: 'new', previousPriceGbp: null }
    : { ...common, kind: 'reduced', previousPriceGbp: before }
}

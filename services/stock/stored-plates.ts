/** The stock as the dealer sees it: the view `stock` joins the public table `plates` with the private `plate_details`. */
import type { SelectQueryBuilder } from 'kysely'
import { countRows } from '#data/count-rows.ts'
import { readPages } from '#data/read-pages.ts'
import { inParts } from '#data/stored-rows.ts'
import type { Reader, Row, Tables } from '#data/tables.ts'
import { compactOf } from '#shared/registration/look-alikes.ts'
import { historyOf, toKeptChange } from '../changes/kept-changes.ts'
import { PLATE_STATUSES, type PlateStatus } from './plate-status.ts'
import { fromColumns } from './stock-columns.ts'
import type { PlateChange, StockPage, StockPlate, StockQuery } from './stock-types.ts'

const DEFAULT_LIMIT = 100
const MAX_LIMIT = 1000

const ORDER_COLUMNS = {
  registration: 'plateNumber',
  price: 'price',
  updated: 'updatedAt',
  sold: 'soldOn',
} as const satisfies Record<NonNullable<StockQuery['order']>, keyof Row<'stock'>>

type Plates = SelectQueryBuilder<Tables, 'stock', object>

function stockPlateOf(row: Row<'stock'>): StockPlate {
  const { plateNumber, price, cost, soldPrice, plateCompact: _, ...others } = row
  return { ...others, registration: plateNumber, priceGbp: price, costGbp: cost, soldPriceGbp: soldPrice }
}

/** The plates of a page are read by their ids, since sorting whole plates takes ten times as long. */
export async function listStock(reader: Reader, query: StockQuery = {}): Promise<StockPage> {
  const { offset = 0, limit = DEFAULT_LIMIT, order = 'registration', descending = false } = query
  const found = matching(reader.selectFrom('stock'), query)
  const total = await countRows(found)
  const page = await found
    .select('id')
    .orderBy(ORDER_COLUMNS[order], (by) => (descending ? by.desc() : by.asc()).nullsLast())
    .orderBy('id')
    .limit(Math.min(limit, MAX_LIMIT))
    .offset(offset)
    .execute()
  const ids = page.map(({ id }) => id)
  const plates = new Map((await readStockPlates(reader, ids)).map((plate) => [plate.id, plate]))
  return { plates: ids.flatMap((id) => plates.get(id) ?? []), total }
}

function matching(plates: Plates, query: StockQuery): Plates {
  const { statuses, holder, reservedBefore, documentExpiresBefore } = query
  const compact = compactOf(query.letters ?? '')
  let found = plates
  if (statuses) found = found.where('status', 'in', statuses)
  if (compact) found = found.where('plateCompact', 'like', `%${compact}%`)
  if (reservedBefore)
    found = found.where('status', '=', 'reserved').where('reservedUntil', '<', reservedBefore)
  if (holder) found = found.where('holder', '=', holder)
  if (documentExpiresBefore) found = found.where('documentExpiresOn', '<', documentExpiresBefore)
  return found
}

/** The number of plates with each status. */
export async function countStock(reader: Reader): Promise<Record<PlateStatus, number>> {
  const rows = await reader.selectFrom('stockCounts').selectAll().execute()
  const counts = new Map(rows.map(({ status, plates }) => [status, plates]))
  return Object.fromEntries(PLATE_STATUSES.map((status) => [status, counts.get(status) ?? 0])) as Record<
    PlateStatus,
    number
  >
}

/** The whole stock, by id. */
export async function* readWholeStock(reader: Reader): AsyncGenerator<StockPlate, void> {
  const rows = readPages((after, limit) =>
    reader.selectFrom('stock').selectAll().where('id', '>', after).orderBy('id').limit(limit).execute(),
  )
  for await (const row of rows) yield stockPlateOf(row)
}

export async function findStockPlate(
  reader: Reader,
  by: { id: string } | { registration: string },
): Promise<StockPlate | null> {
  const all = reader.selectFrom('stock').selectAll()
  const found = 'id' in by ? all.where('id', '=', by.id) : all.where('plateNumber', '=', by.registration)
  const row = await found.executeTakeFirst()
  return row ? stockPlateOf(row) : null
}

/** In no particular order, without removed plates. */
export async function readStockPlates(reader: Reader, ids: readonly string[]): Promise<StockPlate[]> {
  const plates: StockPlate[] = []
  for (const part of inParts(ids)) {
    const rows = await reader.selectFrom('stock').selectAll().where('id', 'in', part).execute()
    plates.push(...rows.map(stockPlateOf))
  }
  return plates
}

export const plateHistory = historyOf(
  'plateChanges',
  'plateId',
  (row): PlateChange => ({
    ...toKeptChange(row, ({ plate, details }) => ({
      plate: fromColumns(plate),
      details: fromColumns(details),
    })),
    plateId: row.plateId,
  }),
)

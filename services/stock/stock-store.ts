/**
 * The stock as the dealer sees it: the view `stock` joins the public table `plates` with the private `plate_details`.
 * The function `change_stock` writes everything: one call is one transaction, one audit entry, and one row of
 * `plate_changes` per changed plate.
 */
import type { BackendClient } from '#shared/data/client.ts'
import { readAll, readAllWhereIn, readWhereIn } from '#shared/data/read-all.ts'
import { requireRows, requireSuccess } from '#shared/data/response.ts'
import { compactOf } from '#shared/registration/look-alikes.ts'
import { callChange, toWrite } from '../changes/call-change.ts'
import { historyOf } from '../changes/kept-changes.ts'
import { PLATE_STATUSES, type PlateStatus } from './plate-status.ts'
import { toColumns, toPlateChange, toStockPlate } from './stock-rows.ts'
import type { StockCall, StockChange, StockOrder, StockPage, StockPlate, StockQuery } from './stock-types.ts'

export { type PlateStatus, statusOf } from './plate-status.ts'
export type * from './stock-types.ts'

/** HTTP 416 */
const OUT_OF_RANGE = 416
const DEFAULT_LIMIT = 100
const MAX_LIMIT = 1000

const ORDER_COLUMNS = {
  registration: 'plate_number',
  price: 'price',
  updated: 'updated_at',
  sold: 'sold_on',
} as const satisfies Record<StockOrder, string>

/** From this size on, sorting ids and reading one page of plates takes a tenth of the time of sorting plates. */
const DEEP_OFFSET = 1000

export async function listStock(client: BackendClient, query: StockQuery = {}): Promise<StockPage> {
  const { offset = 0, limit = DEFAULT_LIMIT, order = 'registration', descending = false } = query
  const isDeep = offset >= DEEP_OFFSET
  const response = await matching(client, query, isDeep ? 'id' : '*')
    .order(ORDER_COLUMNS[order], { ascending: !descending, nullsFirst: false })
    .order('id')
    .range(offset, offset + Math.min(limit, MAX_LIMIT) - 1)
  // The page is past the end, for example after a removal.
  if (response.status === OUT_OF_RANGE) return { plates: [], total: await countMatches(client, query) }
  const rows = requireRows(response)
  return {
    plates: isDeep ? await readInOrder(client, rows) : rows.map(toStockPlate),
    total: response.count ?? 0,
  }
}

async function readInOrder(
  client: BackendClient,
  rows: readonly Record<string, unknown>[],
): Promise<StockPlate[]> {
  const ids = rows.map(({ id }) => String(id))
  const plates = new Map((await readStockPlates(client, ids)).map((plate) => [plate.id, plate]))
  return ids.flatMap((id) => plates.get(id) ?? [])
}

async function countMatches(client: BackendClient, query: StockQuery): Promise<number> {
  const response = await matching(client, query, 'id').limit(1)
  requireSuccess(response)
  return response.count ?? 0
}

function matching(client: BackendClient, query: StockQuery, columns: '*' | 'id') {
  let read = client.from('stock').select(columns, { count: 'exact' })
  if (query.statuses) read = read.in('status', [...query.statuses])
  const compact = compactOf(query.letters ?? '')
  if (compact) read = read.like('plate_compact', `%${compact}%`)
  if (query.reservedBefore) read = read.eq('status', 'reserved').lt('reserved_until', query.reservedBefore)
  if (query.holder) read = read.eq('holder', query.holder)
  if (query.documentExpiresBefore) read = read.lt('document_expires_on', query.documentExpiresBefore)
  return read
}

/** The number of plates with each status. */
export async function countStock(client: BackendClient): Promise<Record<PlateStatus, number>> {
  const rows = requireRows(await client.from('stock_counts').select('*'))
  const counts = new Map(rows.map(({ status, plates }) => [status, Number(plates)]))
  return Object.fromEntries(PLATE_STATUSES.map((status) => [status, counts.get(status) ?? 0])) as Record<
    PlateStatus,
    number
  >
}

/** The whole stock, by id, a thousand rows per request. */
export async function* readWholeStock(client: BackendClient): AsyncGenerator<StockPlate, void> {
  for await (const row of readAll(client, 'stock')) yield toStockPlate(row)
}

/** @param by a registration as stored: 'AB12 CDE'. */
export async function findStockPlate(
  client: BackendClient,
  by: { id: string } | { registration: string },
): Promise<StockPlate | null> {
  const read = client.from('stock').select('*')
  const [row] = requireRows(
    await ('id' in by ? read.eq('id', by.id) : read.eq('plate_number', by.registration)),
  )
  return row ? toStockPlate(row) : null
}

/** From this number on, reading the whole stock takes fewer requests. */
const MANY_IDS = 1000

/** In no particular order, without removed plates. */
export async function readStockPlates(client: BackendClient, ids: readonly string[]): Promise<StockPlate[]> {
  if (ids.length <= MANY_IDS) return (await readWhereIn(client, 'stock', 'id', ids)).map(toStockPlate)
  const plates: StockPlate[] = []
  const wanted = new Set(ids)
  for await (const plate of readWholeStock(client)) if (wanted.has(plate.id)) plates.push(plate)
  return plates
}

/** One of several writes of `applyWrites`, or of `changeStock` alone. */
export const stockWrite = (call: StockCall) =>
  toWrite('change_stock', { ...call, changes: call.changes.map(toArgument) })

/** @throws ChangeConflict, DataError; see `callChange`. The key of a plate is its registration. */
export const changeStock = (client: BackendClient, call: StockCall) => callChange(client, stockWrite(call))

const toArgument = ({ id, seenAt = null, plate = {}, details = {}, remove = false }: StockChange) => ({
  id,
  seen_at: seenAt,
  plate: toColumns(plate),
  details: toColumns(details),
  ...(remove ? { remove } : {}),
})

export const plateHistory = historyOf('plate_changes', 'plate_id', toPlateChange)

/** When each plate was taken off sale, from the changes that are kept: ISO times by registration. */
export async function readTakenOffSale(
  client: BackendClient,
  registrations: readonly string[],
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  for await (const row of readAllWhereIn(client, 'plate_changes', 'plate_number', registrations)) {
    const { registration, at, before } = toPlateChange(row)
    if (before?.plate.isAvailable === true) found.set(registration, [...(found.get(registration) ?? []), at])
  }
  return found
}

/**
 * The stock as the dealer sees it: the view `stock` joins the public table `plates` with the private `plate_details`.
 * The function `change_stock` writes everything: one call is one transaction, one audit entry, and one row of
 * `plate_changes` per changed plate.
 */
import type { BackendClient } from '#shared/data/client.ts'
import { DataError } from '#shared/data/data-error.ts'
import { readAll } from '#shared/data/read-all.ts'
import { requireRows, requireSuccess } from '#shared/data/response.ts'
import { quoteValue } from '#shared/list/rest-text.ts'
import { compactOf } from '#shared/registration/look-alikes.ts'
import { toAuditRow } from '../audit/audit-log.ts'
import { PLATE_STATUSES, type PlateStatus } from './plate-status.ts'
import { toDetailColumns, toPlateChange, toPlateColumns, toStockPlate } from './stock-rows.ts'
import type {
  PlateChange,
  PlateChangeQuery,
  StockCall,
  StockChange,
  StockOrder,
  StockPage,
  StockPlate,
  StockQuery,
  StockResult,
} from './stock-types.ts'

export { type PlateStatus, statusOf } from './plate-status.ts'
export type * from './stock-types.ts'

/** Someone else has changed these plates since they were read. Nothing has been written. */
export class StockConflict extends Error {
  override name = 'StockConflict'
  readonly registrations: readonly string[]

  constructor(registrations: readonly string[]) {
    super(`Changed in the meantime: ${registrations.join(', ')}`)
    this.registrations = registrations
  }
}

const CONFLICT = 'PT409'
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

/** @throws DataError */
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
  if (query.documentExpiresBefore) read = read.lt('document_expires_on', query.documentExpiresBefore)
  return read
}

/** The number of plates with each status. @throws DataError */
export async function countStock(client: BackendClient): Promise<Record<PlateStatus, number>> {
  const rows = requireRows(await client.from('stock_counts').select('*'))
  const counts = new Map(rows.map(({ status, plates }) => [status, Number(plates)]))
  return Object.fromEntries(PLATE_STATUSES.map((status) => [status, counts.get(status) ?? 0])) as Record<
    PlateStatus,
    number
  >
}

/** The whole stock, by id, a thousand rows per request. @throws DataError */
export async function* readWholeStock(client: BackendClient): AsyncGenerator<StockPlate, void> {
  for await (const row of readAll(client, 'stock')) yield toStockPlate(row)
}

/** @param by a registration as stored: 'AB12 CDE'. @throws DataError */
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

/** The number of ids in one URL. */
const READ_BATCH = 100
/** From this number on, reading the whole stock takes fewer requests. */
const MANY_IDS = 1000

/** In no particular order, without removed plates. @throws DataError */
export async function readStockPlates(client: BackendClient, ids: readonly string[]): Promise<StockPlate[]> {
  const plates: StockPlate[] = []
  if (ids.length > MANY_IDS) {
    const wanted = new Set(ids)
    for await (const plate of readWholeStock(client)) if (wanted.has(plate.id)) plates.push(plate)
    return plates
  }
  for (let from = 0; from < ids.length; from += READ_BATCH) {
    const read = client
      .from('stock')
      .select('*')
      .in('id', ids.slice(from, from + READ_BATCH))
    plates.push(...requireRows(await read).map(toStockPlate))
  }
  return plates
}

/** @throws StockConflict, DataError (code 23505: the registration is in stock already, or the batch was used before) */
export async function changeStock(client: BackendClient, call: StockCall): Promise<StockResult> {
  const { batch = null, changes } = call
  const { person, command: action, change } = toAuditRow(call.actor, call.action, call.change)
  const response = await client.rpc('change_stock', {
    person,
    action,
    change,
    batch,
    changes: changes.map(toArgument),
  })
  if (response.error?.code === CONFLICT) throw new StockConflict(parseRegistrations(response.error.details))
  const [result] = requireRows(response)
  if (!result) throw new DataError({ message: 'The backend did not answer with a result' }, response.status)
  return result as unknown as StockResult
}

const toArgument = ({ id, seenAt = null, plate = {}, details = {}, remove = false }: StockChange) => ({
  id,
  seen_at: seenAt,
  plate: toPlateColumns(plate),
  details: toDetailColumns(details),
  ...(remove ? { remove } : {}),
})

function parseRegistrations(details: string): string[] {
  try {
    const parsed: unknown = JSON.parse(details)
    return Array.isArray(parsed) ? parsed.map(String) : []
  } catch {
    return []
  }
}

/** Latest first. @throws DataError */
export async function listPlateChanges(
  client: BackendClient,
  { batch, plateId, before, limit = DEFAULT_LIMIT }: PlateChangeQuery = {},
): Promise<PlateChange[]> {
  let read = client.from('plate_changes').select('*')
  if (batch) read = read.eq('batch', batch)
  if (plateId) read = read.eq('plate_id', plateId)
  if (before) read = read.lt('at', before)
  const rows = await read.order('at', { ascending: false }).order('id').limit(Math.min(limit, MAX_LIMIT))
  return requireRows(rows).map(toPlateChange)
}

/** When each plate was taken off sale, from the changes that are kept: ISO times by registration. @throws DataError */
export async function readTakenOffSale(
  client: BackendClient,
  registrations: readonly string[],
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  for (let from = 0; from < registrations.length; from += READ_BATCH) {
    const list = `(${registrations.slice(from, from + READ_BATCH).map(quoteValue)})`
    for await (const row of readAll(client, 'plate_changes', { column: 'plate_number', list })) {
      const { registration, at, before } = toPlateChange(row)
      if (before?.plate.isAvailable === true)
        found.set(registration, [...(found.get(registration) ?? []), at])
    }
  }
  return found
}

/** Reads a batch of any size. @throws DataError */
export async function readBatch(client: BackendClient, batch: string): Promise<PlateChange[]> {
  const changes: PlateChange[] = []
  for await (const row of readAll(client, 'plate_changes', { column: 'batch', list: `(${batch})` }))
    changes.push(toPlateChange(row))
  return changes
}

/** Called by retention after UNDO_DAYS. @throws DataError */
export async function removePlateChangesBefore(client: BackendClient, moment: Date): Promise<void> {
  requireSuccess(await client.from('plate_changes').delete().lt('at', moment.toISOString()))
}

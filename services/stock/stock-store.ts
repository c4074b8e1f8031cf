/** The stock over the REST contract, for services that do not use data/ yet (docs/architecture.md). */
import type { Row } from '#data/tables.ts'
import { camelCaseRow } from '#shared/data/case-row.ts'
import type { BackendClient } from '#shared/data/client.ts'
import { readWhereIn } from '#shared/data/read-all.ts'
import { requireRows } from '#shared/data/response.ts'
import { toWrite } from '../changes/call-change.ts'
import { type PlateRef, requirePlates } from './change-plates.ts'
import { toColumns, toStockPlate } from './stock-columns.ts'
import { toPlateChange } from './stock-rows.ts'
import type { PlateChange, StockCall, StockChange, StockPlate } from './stock-types.ts'

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

/** In no particular order, without removed plates. */
export const readStockPlates = async (client: BackendClient, ids: readonly string[]): Promise<StockPlate[]> =>
  (await readWhereIn(client, 'stock', 'id', ids)).map(toStockPlate)

export const readPlates = (client: BackendClient, refs: readonly PlateRef[]): Promise<StockPlate[]> =>
  requirePlates(refs, (ids) => readStockPlates(client, ids))

/** One of several writes of `applyWrites`. */
export const stockWrite = (call: StockCall) =>
  toWrite('change_stock', { ...call, changes: call.changes.map(toArgument) })

const toArgument = ({ id, seenAt = null, plate = {}, details = {}, remove = false }: StockChange) => ({
  id,
  seen_at: seenAt,
  plate: toColumns(plate),
  details: toColumns(details),
  ...(remove ? { remove } : {}),
})

/** The latest change of a plate. */
export async function findLatestChange(client: BackendClient, plateId: string): Promise<PlateChange | null> {
  const changes = client.from('plate_changes').select('*').eq('plate_id', plateId)
  const [row] = requireRows(await changes.order('at', { ascending: false }).order('id').limit(1))
  return row ? toPlateChange(camelCaseChange(row)) : null
}

const camelCaseChange = (row: Record<string, unknown>) =>
  ({ ...camelCaseRow(row), plateNumber: row.plate_number }) as unknown as Row<'plateChanges'>

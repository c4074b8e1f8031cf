/**
 * The dealer's changes of recorded sales. The function `change_sales` writes everything: one call is one transaction
 * with one audit entry, the public corrections, and one row of `sale_changes` per changed sale.
 */

import { type Row, type TableSpec, tableSpecs } from '#shared/cells/table-specs.ts'
import type { BackendClient } from '#shared/data/client.ts'
import { readAll, readAllWhereIn, readWhereIn, type Within } from '#shared/data/read-all.ts'
import { requireRows } from '#shared/data/response.ts'
import { EXPLORER_LIST, EXPLORERS, type ExplorerName } from '#shared/sales/explorers.ts'
import { type ChangeCall, callChange, toWrite } from '../changes/call-change.ts'
import { historyOf, type KeptChange, toKeptChange } from '../changes/kept-changes.ts'
import { isUuid } from '../uuid.ts'

export const specOf = (explorer: ExplorerName): TableSpec => tableSpecs[EXPLORERS[explorer].table]

export interface SaleChange {
  /** Null adds a sale. */
  id: string | null
  /** The updated_at of the sale as the person saw it; if omitted, the sale is changed unconditionally. */
  seenAt?: string | null
  /** Columns and new values. A sale that is restored may have its former id and created_at. */
  sale?: Row
  remove?: boolean
  /** The sentence in the public log, without a full stop. Required for a removal. */
  correction?: string | null
}

export interface SalesCall extends ChangeCall<SaleChange> {
  explorer: ExplorerName
  /** The published reason of the corrections. */
  reason?: string | null
}

/** A change of one sale, kept for undo. */
export interface RecordedSaleChange extends KeptChange<Row> {
  explorer: ExplorerName
  saleId: string
}

/** One of several writes of `applyWrites`, or of `changeSales` alone. */
export const salesWrite = ({ explorer, reason = null, ...call }: SalesCall) =>
  toWrite('change_sales', { ...call, changes: call.changes.map(toArgument) }, { explorer, reason })

/** @throws ChangeConflict, DataError; see `callChange`. The key of a sale is its date, seller and prices. */
export const changeSales = (client: BackendClient, call: SalesCall) => callChange(client, salesWrite(call))

const toArgument = ({ id, seenAt = null, sale = {}, remove = false, correction = null }: SaleChange) => ({
  id,
  seen_at: seenAt,
  sale,
  ...(remove ? { remove } : {}),
  correction,
})

export const saleHistory = historyOf<RecordedSaleChange>('sale_changes', 'sale_id', (row) => ({
  ...toKeptChange(row, (json) => json as Row),
  explorer: row.explorer as ExplorerName,
  saleId: String(row.sale_id),
}))

/** A recorded sale, by its columns. */
export interface StoredSale extends Row {
  id: string
  plate_number: string
  created_at: string
  /** Pass it as `seenAt` of the next change. */
  updated_at: string
}

const inTable = (client: BackendClient, explorer: ExplorerName) =>
  client.from(EXPLORERS[explorer].table).select('*')

export async function findSaleById(
  client: BackendClient,
  explorer: ExplorerName,
  id: string,
): Promise<StoredSale | null> {
  const [sale] = requireRows(await inTable(client, explorer).eq('id', id)) as StoredSale[]
  return sale ?? null
}

/** Finds a sale in any explorer: ids are unique across them. */
export async function findSaleAnywhere(
  client: BackendClient,
  id: string,
): Promise<{ explorer: ExplorerName; sale: StoredSale } | null> {
  if (!isUuid(id)) return null
  for (const { name } of EXPLORER_LIST) {
    const sale = await findSaleById(client, name, id)
    if (sale) return { explorer: name, sale }
  }
  return null
}

/** The sales that still exist, by id. */
export async function readSalesById(
  client: BackendClient,
  explorer: ExplorerName,
  ids: readonly string[],
): Promise<Map<string, StoredSale>> {
  const sales = (await readWhereIn(client, EXPLORERS[explorer].table, 'id', ids)) as StoredSale[]
  return new Map(sales.map((sale) => [sale.id, sale]))
}

/** The sales of a table within a selection, by id. */
export const readStoredSales = (client: BackendClient, { name }: TableSpec, within: Within) =>
  readAll(client, name, within) as AsyncGenerator<StoredSale, void>

/** Registrations that fit into an address. */
const MAX_REGISTRATIONS = 200

/** The sales of each registration. */
export async function readSalesOf(
  client: BackendClient,
  table: TableSpec,
  registrations: readonly string[],
): Promise<Map<string, StoredSale[]>> {
  const found = new Map<string, StoredSale[]>()
  const names = [...new Set(registrations)]
  const sales = readAllWhereIn(client, table.name, 'plate_number', names, MAX_REGISTRATIONS)
  for await (const sale of sales as AsyncGenerator<StoredSale, void>)
    found.set(sale.plate_number, [...(found.get(sale.plate_number) ?? []), sale])
  return found
}

const MAX_SALES = 200

/** At most 200 sales, in one request. */
export async function listSalesOf(
  client: BackendClient,
  explorer: ExplorerName,
  registration: string,
): Promise<StoredSale[]> {
  const read = inTable(client, explorer).eq('plate_number', registration)
  return requireRows(await read.order('id').limit(MAX_SALES)) as StoredSale[]
}

/** The sale with the same registration, date, seller and prices. */
export async function findSaleByKey(
  client: BackendClient,
  explorer: ExplorerName,
  sale: Row,
): Promise<StoredSale | null> {
  let query = inTable(client, explorer)
  for (const column of specOf(explorer).key) {
    const value = sale[column] ?? null
    query = value === null ? query.is(column, null) : query.eq(column, value)
  }
  const [known] = requireRows(await query.limit(1)) as StoredSale[]
  return known ?? null
}

/** The first sale that a batch changed; null if there is none or it is no longer kept. */
export async function findBatchSale(client: BackendClient, batch: string): Promise<string | null> {
  if (!isUuid(batch)) return null
  const [row] = requireRows(
    await client.from('sale_changes').select('sale_id').eq('batch', batch).order('id').limit(1),
  )
  return row ? String(row.sale_id) : null
}

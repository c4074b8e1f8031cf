/**
 * The dealer's changes of recorded sales. The function `change_sales` writes everything: one call is one transaction
 * with one audit entry, the public corrections, and one row of `sale_changes` per changed sale.
 */

import { type Row, type TableSpec, tableSpecs } from '#shared/cells/table-specs.ts'
import type { BackendClient } from '#shared/data/client.ts'
import { requireRows } from '#shared/data/response.ts'
import { EXPLORER_LIST, EXPLORERS, type ExplorerName } from '#shared/sales/explorers.ts'
import { type ChangeCall, callChange } from '../changes/call-change.ts'
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

/** @throws ChangeConflict, DataError; see `callChange`. The key of a sale is its date, seller and prices. */
export const changeSales = (client: BackendClient, { explorer, reason = null, ...call }: SalesCall) =>
  callChange(client, 'change_sales', { ...call, changes: call.changes.map(toArgument) }, { explorer, reason })

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

/** @throws DataError */
export async function findSaleById(
  client: BackendClient,
  explorer: ExplorerName,
  id: string,
): Promise<Row | null> {
  const [row] = requireRows(await client.from(EXPLORERS[explorer].table).select('*').eq('id', id))
  return (row as Row | undefined) ?? null
}

/** In any explorer: ids are unique across them. @throws DataError */
export async function findSaleAnywhere(
  client: BackendClient,
  id: string,
): Promise<{ explorer: ExplorerName; sale: Row } | null> {
  if (!isUuid(id)) return null
  for (const { name } of EXPLORER_LIST) {
    const sale = await findSaleById(client, name, id)
    if (sale) return { explorer: name, sale }
  }
  return null
}

/** The first sale that a batch changed; null if there is none or it is no longer kept. @throws DataError */
export async function findBatchSale(client: BackendClient, batch: string): Promise<string | null> {
  if (!isUuid(batch)) return null
  const [row] = requireRows(
    await client.from('sale_changes').select('sale_id').eq('batch', batch).order('id').limit(1),
  )
  return row ? String(row.sale_id) : null
}

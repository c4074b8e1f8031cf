/**
 * The dealer's changes of recorded sales. The function `change_sales` writes everything: one call is one transaction
 * with one audit entry, the public corrections, and one row of `sale_changes` per changed sale.
 */

import { type Row, type TableSpec, tableSpecs } from '#shared/cells/table-specs.ts'
import type { BackendClient } from '#shared/data/client.ts'
import { DataError } from '#shared/data/data-error.ts'
import { readAll } from '#shared/data/read-all.ts'
import { requireRows, requireSuccess } from '#shared/data/response.ts'
import type { ExplorerName } from '#shared/sales/explorer/definitions.ts'
import { TABLES } from '#shared/sales/sale-records.ts'
import { type Actor, parseCommand } from '../audit/actor.ts'
import { toAuditRow } from '../audit/audit-log.ts'
import { isUuid } from '../uuid.ts'

export type { ExplorerName } from '#shared/sales/explorer/definitions.ts'

export const specOf = (explorer: ExplorerName): TableSpec => tableSpecs[TABLES[explorer]]

export const explorerOf = ({ name }: Pick<TableSpec, 'name'>): ExplorerName =>
  name === TABLES.jersey ? 'jersey' : 'uk'

/** Someone else has changed or removed these sales since they were read. Nothing has been written. */
export class SalesConflict extends Error {
  override name = 'SalesConflict'
  readonly registrations: readonly string[]

  constructor(registrations: readonly string[]) {
    super(`Changed in the meantime: ${registrations.join(', ')}`)
    this.registrations = registrations
  }
}

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

export interface SalesCall {
  explorer: ExplorerName
  actor: Actor
  /** For the audit trail: 'sale edited'; a command uses its own name. */
  action: string
  /** For the audit trail: a sentence without a full stop. */
  change: string
  /** The published reason of the corrections. */
  reason?: string | null
  /** A UUID chosen by the caller, so that a form that is sent twice is applied once. */
  batch?: string | null
  changes: readonly SaleChange[]
}

export interface SalesResult {
  batch: string
  /** The number of sales that changed. */
  changed: number
}

/** A change of one sale, kept for undo. */
export interface RecordedSaleChange {
  id: string
  batch: string
  /** The updated_at of the sale after the change. */
  at: string
  person: string
  via: Actor['via']
  action: string
  explorer: ExplorerName
  saleId: string
  registration: string
  /** The columns that changed; null: the sale did not exist. */
  before: Row | null
  after: Row | null
}

const CONFLICT = 'PT409'
const MAX_LIMIT = 1000

/**
 * Writes everything or nothing.
 * @throws SalesConflict; DataError with code 23505 if another sale has the natural key of one of them, or the batch was
 * used before
 */
export async function changeSales(client: BackendClient, call: SalesCall): Promise<SalesResult> {
  const { explorer, reason = null, batch = null, changes } = call
  const { person, command: action, change } = toAuditRow(call.actor, call.action, call.change)
  const response = await client.rpc('change_sales', {
    explorer,
    person,
    action,
    change,
    reason,
    batch,
    changes: changes.map(toArgument),
  })
  if (response.error?.code === CONFLICT) throw new SalesConflict(parseRegistrations(response.error.details))
  const [result] = requireRows(response)
  if (!result) throw new DataError({ message: 'The backend did not answer with a result' }, response.status)
  return result as unknown as SalesResult
}

const toArgument = ({ id, seenAt = null, sale = {}, remove = false, correction = null }: SaleChange) => ({
  id,
  seen_at: seenAt,
  sale,
  ...(remove ? { remove } : {}),
  correction,
})

function parseRegistrations(details: string): string[] {
  try {
    const parsed: unknown = JSON.parse(details)
    return Array.isArray(parsed) ? parsed.map(String) : []
  } catch {
    return []
  }
}

/** @throws DataError */
export async function findSaleById(
  client: BackendClient,
  explorer: ExplorerName,
  id: string,
): Promise<Row | null> {
  const [row] = requireRows(await client.from(TABLES[explorer]).select('*').eq('id', id))
  return (row as Row | undefined) ?? null
}

/** In either explorer: ids are unique across both. @throws DataError */
export async function findSaleAnywhere(
  client: BackendClient,
  id: string,
): Promise<{ explorer: ExplorerName; sale: Row } | null> {
  if (!isUuid(id)) return null
  for (const explorer of ['uk', 'jersey'] as const) {
    const sale = await findSaleById(client, explorer, id)
    if (sale) return { explorer, sale }
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

/** Latest first. @throws DataError */
export async function listSaleChanges(
  client: BackendClient,
  { saleId, limit = 100 }: { saleId: string; limit?: number },
): Promise<RecordedSaleChange[]> {
  const read = client.from('sale_changes').select('*').eq('sale_id', saleId)
  const rows = await read.order('at', { ascending: false }).order('id').limit(Math.min(limit, MAX_LIMIT))
  return requireRows(rows).map(toRecordedChange)
}

/** Reads a batch of any size. @throws DataError */
export async function readSalesBatch(client: BackendClient, batch: string): Promise<RecordedSaleChange[]> {
  const changes: RecordedSaleChange[] = []
  for await (const row of readAll(client, 'sale_changes', { column: 'batch', list: `(${batch})` }))
    changes.push(toRecordedChange(row))
  return changes
}

/** Called by retention after UNDO_DAYS. @throws DataError */
export async function removeSaleChangesBefore(client: BackendClient, moment: Date): Promise<void> {
  requireSuccess(await client.from('sale_changes').delete().lt('at', moment.toISOString()))
}

const toRecordedChange = (row: Record<string, unknown>): RecordedSaleChange => ({
  id: String(row.id),
  batch: String(row.batch),
  at: String(row.at),
  person: String(row.person),
  ...parseCommand(String(row.action)),
  explorer: row.explorer === 'jersey' ? 'jersey' : 'uk',
  saleId: String(row.sale_id),
  registration: String(row.plate_number),
  before: toColumns(row.before),
  after: toColumns(row.after),
})

const toColumns = (json: unknown): Row | null => (typeof json === 'string' ? (JSON.parse(json) as Row) : null)

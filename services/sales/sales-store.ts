/** Recorded sales over the REST contract, for services that do not use data/ yet (docs/architecture.md). */
import type { Row } from '#shared/cells/table-specs.ts'
import type { BackendClient } from '#shared/data/client.ts'
import { requireRows, requireSuccess } from '#shared/data/response.ts'
import { EXPLORERS, type ExplorerName } from '#shared/sales/explorers.ts'
import type { Actor } from '../audit/actor.ts'
import { toWrite, type Write } from '../changes/call-change.ts'
import { removalSentence } from './corrections.ts'
import {
  addOwnSale,
  archivedValue,
  describeOwnSale,
  isOthers,
  keyOfOwnSale,
  nameOf,
  type OwnSale,
  parseSaleRef,
  RECORDED_BY_MISTAKE,
} from './own-sales.ts'
import { type SaleChange, type SalesCall, type StoredSale, specOf } from './sale-types.ts'

const salesWrite = ({ explorer, reason = null, ...call }: SalesCall) =>
  toWrite('change_sales', { ...call, changes: call.changes.map(toArgument) }, { explorer, reason })

const toArgument = ({ id, seenAt = null, sale = {}, remove = false, correction = null }: SaleChange) => ({
  id,
  seen_at: seenAt,
  sale,
  ...(remove ? { remove } : {}),
  correction,
})

async function findSaleByKey(client: BackendClient, explorer: ExplorerName, sale: Row) {
  let query = client.from(EXPLORERS[explorer].table).select('*')
  for (const column of specOf(explorer).key) {
    const value = sale[column] ?? null
    query = value === null ? query.is(column, null) : query.eq(column, value)
  }
  const [known] = requireRows(await query.limit(1)) as StoredSale[]
  return known ?? null
}

/** The record of a sale: the one with the same natural key, or the write that adds it. */
export async function prepareOwnSale(client: BackendClient, sale: OwnSale, actor: Actor) {
  const table = specOf(sale.explorer)
  const key = keyOfOwnSale(sale)
  const known = await findSaleByKey(client, sale.explorer, key)
  if (known) return { recordedSale: `${table.name}:${known.id}`, writes: [] }
  const call = addOwnSale(sale, key, actor)
  return { recordedSale: `${table.name}:${call.changes[0]?.sale?.id}`, writes: [salesWrite(call)] }
}

/** The removal of a sale that did not take place. A copy is kept first, which does no harm if the removal fails. */
export async function prepareRemoval(
  client: BackendClient,
  ref: string,
  actor: Actor,
  now: Date,
): Promise<{ isCorrected: boolean; writes: Write[] }> {
  const { explorer, table, id } = parseSaleRef(ref)
  const read = client.from(EXPLORERS[explorer].table).select('*')
  const [row] = requireRows(await read.eq('id', id)) as StoredSale[]
  if (!row) return { isCorrected: false, writes: [] }
  if (isOthers(row)) return { isCorrected: true, writes: [] }
  const kept = { name: nameOf(ref), value: archivedValue(row, now) }
  requireSuccess(await client.from('site_state').upsert(kept, { onConflict: 'name' }))
  const call = {
    explorer,
    actor,
    action: 'undo',
    change: `${describeOwnSale(row)} removed from ${table.name}`,
    reason: RECORDED_BY_MISTAKE,
    changes: [{ id, seenAt: row.updated_at, remove: true, correction: removalSentence(row) }],
  }
  return { isCorrected: false, writes: [salesWrite(call)] }
}

/** The table `stock_changes`, which triggers fill while there is at least one alert. */
import type { BackendClient } from '#shared/data/client.ts'
import { readAll } from '#shared/data/read-all.ts'
import { requireRows, requireSuccess } from '#shared/data/response.ts'

export interface NotedStockChange {
  kind: 'new' | 'price' | 'sold'
  registration: string
  /** In pounds; only for 'price'. */
  previousPriceGbp: number | null
  /** ISO time. */
  at: string
}

export const CHANGES_RETENTION_DAYS = 35

/** The times of the oldest and the newest change that no run has claimed; null if there is none. */
export async function readUnclaimedTimes(
  client: BackendClient,
): Promise<{ oldest: Date; newest: Date } | null> {
  const unclaimed = () => client.from('stock_changes').select('created_at').is('batch', null).limit(1)
  const [oldest] = requireRows(await unclaimed().order('created_at').order('id'))
  const [newest] = requireRows(await unclaimed().order('created_at', { ascending: false }).order('id'))
  if (!oldest || !newest) return null
  return { oldest: new Date(String(oldest.created_at)), newest: new Date(String(newest.created_at)) }
}

/** A change that is committed later belongs to a later batch, whatever its time. */
export async function takeChanges(client: BackendClient, batch: number): Promise<void> {
  requireSuccess(await client.from('stock_changes').update({ batch }).is('batch', null))
}

/** The changes of the batches after `from` up to and including `to`, oldest first. */
export async function readChanges(
  client: BackendClient,
  from: number,
  to: number,
): Promise<NotedStockChange[]> {
  const changes: NotedStockChange[] = []
  const batches = Array.from({ length: to - from }, (_, index) => from + 1 + index)
  if (batches.length === 0) return []
  for await (const row of readAll(client, 'stock_changes', { column: 'batch', list: `(${batches})` }))
    changes.push({
      kind: row.kind as NotedStockChange['kind'],
      registration: String(row.plate_number),
      previousPriceGbp: row.previous_price === null ? null : Number(row.previous_price),
      at: String(row.created_at),
    })
  return changes.sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
}

export async function removeChangesBefore(client: BackendClient, moment: Date): Promise<void> {
  requireSuccess(await client.from('stock_changes').delete().lt('created_at', moment.toISOString()))
}

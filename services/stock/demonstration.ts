import type { BackendClient } from '#shared/data/client.ts'
import { requireSuccess } from '#shared/data/response.ts'
import { plural } from '#shared/text/format.ts'
import type { Actor } from '../audit/actor.ts'
import { type ChangeResult, writeChange } from './change-plates.ts'
import { readWholeStock, type StockChange } from './stock-store.ts'

/** The invented plates of a new site. */
export async function countDemonstration(client: BackendClient): Promise<number> {
  const response = await client
    .from('plates')
    .select('id', { count: 'exact', head: true })
    .eq('is_demonstration', true)
  requireSuccess(response)
  return response.count ?? 0
}

/** @throws ChangeConflict */
export async function removeDemonstration(client: BackendClient, actor: Actor): Promise<ChangeResult> {
  const changes: StockChange[] = []
  for await (const { id, isDemonstration, updatedAt } of readWholeStock(client))
    if (isDemonstration) changes.push({ id, seenAt: updatedAt, remove: true })
  return writeChange(client, {
    actor,
    action: 'plates clear-demo',
    change: `${plural(changes.length, 'demonstration plate')} removed`,
    changes,
  })
}

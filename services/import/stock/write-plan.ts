/** Stage 5: one call of `change_stock` writes everything or nothing, and is undone as one. */
import { createHash } from 'node:crypto'
import type { BackendClient } from '#shared/data/client.ts'
import type { Actor } from '../../audit/actor.ts'
import { changeStock, type StockResult } from '../../stock/stock-store.ts'
import type { Plan } from './decide.ts'

/** @throws StockConflict if the stock has changed since the comparison; nothing is written then */
export async function writePlan(
  client: BackendClient,
  plan: Plan,
  call: { actor: Actor; action: string; change: string; batch: string },
): Promise<StockResult> {
  const changes = plan.rowOutcomes.flatMap(({ write }) => (write === null ? [] : [write]))
  if (changes.length === 0) return { batch: call.batch, changed: 0 }
  return changeStock(client, { ...call, changes })
}

/** Equal for plans that write the same to the same stock, so that only what a person has seen is written. */
export function planDigest({ rowOutcomes }: Plan): string {
  const hash = createHash('sha256')
  for (const { write } of rowOutcomes) if (write !== null) hash.update(JSON.stringify(write))
  return hash.digest('base64url')
}

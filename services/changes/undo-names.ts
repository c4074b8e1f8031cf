/** The names of changes of stock and of recorded sales that undo others. */
import type { BackendClient } from '#shared/data/client.ts'
import { findAudit } from '../audit/audit-log.ts'

const UNDO = /(?:^|\s)undo ([0-9a-f-]{36})$/

/** The batch that an action undid: 'undo 7d…'. */
export const undoneBy = (action: string): string | null => UNDO.exec(action)?.[1] ?? null

/** An action in words: 'sold'; for an undo, what it undid instead of the id: 'undo of sold'. */
export async function nameAction(client: BackendClient, action: string): Promise<string> {
  const batch = undoneBy(action)
  if (!batch) return action
  const undone = (await findAudit(client, batch))?.action
  return undone && !undoneBy(undone) ? `undo of ${undone}` : 'undo'
}

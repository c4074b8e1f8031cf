import { findEntry } from '#services/audit/rest-audit-log.ts'
import { findUndoableBatches } from '#services/changes/undoable-batches.ts'
import { isUuid } from '#services/uuid.ts'
import type { BackendClient } from '#shared/data/client.ts'
import type { Done } from './note.tsx'

/** The change named in the URL, for the notice; null if there is none. @throws DataError */
export async function readDone(client: BackendClient, batch: string | null): Promise<Done | null> {
  if (!batch || !isUuid(batch)) return null
  const record = await findEntry(client, batch)
  if (!record) return null
  const isUndone = (await findUndoableBatches(client, [batch], new Date())).get(batch)
  // The reason of a correction may be a complete sentence.
  return { batch, change: record.change.replace(/\.$/, ''), canUndo: isUndone === false }
}

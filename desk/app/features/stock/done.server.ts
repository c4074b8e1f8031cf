import type { Reader } from '#data/tables.ts'
import { findAudit } from '#services/audit/audit-log.ts'
import { findUndoableBatches } from '#services/changes/undoable-batches.ts'
import { isUuid } from '#services/uuid.ts'
import type { Done } from './note.tsx'

/** The change named in the URL, for the notice; null if there is none. @throws DataError */
export async function readDone(database: Reader, batch: string | null): Promise<Done | null> {
  if (!batch || !isUuid(batch)) return null
  const record = await findAudit(database, batch)
  if (!record) return null
  const isUndone = (await findUndoableBatches(database, [batch], new Date())).get(batch)
  // The reason of a correction may be a complete sentence.
  return { batch, change: record.change.replace(/\.$/, ''), canUndo: isUndone === false }
}

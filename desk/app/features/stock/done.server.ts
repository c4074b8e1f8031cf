import type { BackendClient } from '../../../../app/shared/backend/client.ts'
import { findAudit } from '../../../../services/audit/audit-log.ts'
import { findUndoableBatches } from '../../../../services/stock/undoable-batches.ts'
import type { Done } from './note.tsx'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The change named in the URL, for the notice; null if there is none. @throws DataError */
export async function readDone(client: BackendClient, batch: string | null): Promise<Done | null> {
  if (!batch || !UUID.test(batch)) return null
  const record = await findAudit(client, batch)
  if (!record) return null
  const isUndone = (await findUndoableBatches(client, [batch], new Date())).get(batch)
  // The reason of a correction may be a complete sentence.
  return { batch, change: record.change.replace(/\.$/, ''), canUndo: isUndone === false }
}

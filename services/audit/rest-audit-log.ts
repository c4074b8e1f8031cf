/** The audit trail over the REST contract, for services that do not use data/ yet (docs/architecture.md). */
import type { BackendClient } from '#shared/data/client.ts'
import { requireRows, requireSuccess } from '#shared/data/response.ts'
import { type Actor, parseCommand } from './actor.ts'
import { type AuditRecord, toAuditRow } from './audit-log.ts'

/** Adds an entry before or after its change. @param change without visitors' personal data. */
export async function recordChange(
  client: BackendClient,
  actor: Actor,
  action: string,
  change: string,
): Promise<void> {
  requireSuccess(await client.from('audit').insert(toAuditRow(actor, action, change)))
}

/** The entry of a batch of changes, which has the batch's id. */
export async function findEntry(
  client: BackendClient,
  batch: string,
): Promise<Pick<AuditRecord, 'action' | 'change'> | null> {
  const [row] = requireRows(await client.from('audit').select('command,change').eq('id', batch))
  return row ? { action: parseCommand(String(row.command)).action, change: String(row.change) } : null
}

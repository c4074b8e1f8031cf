/** The audit trail over the REST contract, for a move (docs/architecture.md). */
import type { BackendClient } from '#shared/data/client.ts'
import { requireSuccess } from '#shared/data/response.ts'
import type { Actor } from './actor.ts'
import { toAuditRow } from './audit-log.ts'

/** Adds an entry before or after its change. @param change without visitors' personal data. */
export async function recordChange(
  client: BackendClient,
  actor: Actor,
  action: string,
  change: string,
): Promise<void> {
  requireSuccess(await client.from('audit').insert(toAuditRow(actor, action, change)))
}

/** The common part of every step of a deal: one transaction for the deal, its thread, the audit trail and what goes with it. */
import type { BackendClient } from '#shared/data/client.ts'
import type { Actor } from '../audit/actor.ts'
import { toAuditRow } from '../audit/audit-log.ts'
import { applyWrites, type Write } from '../changes/call-change.ts'
import type { LostReason } from '../enquiries/statuses.ts'
import { type DealValues, toColumns } from './deal-store.ts'
import type { Deal } from './deal-types.ts'

/** An entry of the conversation. */
export const eventWrite = (enquiryId: string, { person }: Actor, body: string): Write => ({
  table: 'enquiry_entries',
  insert: { enquiry_id: enquiryId, kind: 'event', person, body },
})

/** @param change without personal data of visitors */
export const auditWrite = (actor: Actor, action: string, change: string): Write => ({
  table: 'audit',
  insert: { ...toAuditRow(actor, action, change) },
})

/** The columns of a deal, refused if it has changed since it was read. */
export const dealWrite = ({ id, updatedAt }: Deal, values: DealValues): Write => ({
  table: 'deals',
  id,
  seen_at: updatedAt,
  update: toColumns(values),
})

export const statusWrite = (
  { enquiryId }: Pick<Deal, 'enquiryId'>,
  status: 'answered' | 'won' | 'lost',
  { person }: Actor,
  lostReason: LostReason | null = null,
): Write => ({
  table: 'enquiries',
  id: enquiryId,
  seen_at: null,
  update: {
    status,
    closed_at: status === 'answered' ? null : new Date().toISOString(),
    lost_reason: lostReason,
    changed_by: person,
  },
})

interface Said {
  /** For the thread. */
  thread: string
  /** For the audit trail, without names of visitors; the same unless given. */
  audit?: string
}

/** @throws ChangeConflict if the deal, or what goes with it, has changed since; DataError */
export async function writeStep(
  client: BackendClient,
  deal: Deal,
  values: DealValues,
  said: Said,
  actor: Actor,
  others: readonly Write[] = [],
): Promise<void> {
  await applyWrites(client, [
    // Without columns the update still refuses a deal that has changed.
    dealWrite(deal, Object.keys(values).length > 0 ? values : { name: deal.name }),
    ...others,
    eventWrite(deal.enquiryId, actor, said.thread),
    auditWrite(actor, 'deals change', `${deal.registration}: ${said.audit ?? said.thread}`),
  ])
}

/** The common part of every step of a deal: one transaction for the deal, its thread, the audit trail and what goes with it. */

import { snakeCaseRow } from '#shared/data/case-row.ts'
import type { BackendClient } from '#shared/data/client.ts'
import type { Actor } from '../audit/actor.ts'
import { toAuditRow } from '../audit/audit-log.ts'
import { applyWrites, type Write } from '../changes/call-change.ts'
import type { Conversation } from '../enquiries/conversation.ts'
import type { LostReason } from '../enquiries/statuses.ts'
import type { Addresses } from '../mail/addresses.ts'
import { type DealValues, dealsOfEnquiries } from './deal-store.ts'
import type { Deal } from './deal-types.ts'

/** Who takes a step of which deal. */
export interface Step {
  client: BackendClient
  /** As the person saw it: a step of one that has changed since is refused with a ChangeConflict. */
  deal: Deal
  actor: Actor
  now: Date
  /** Null once the enquiry is removed: the deal goes on without a thread and e-mails. */
  conversation: Conversation | null
  addresses: Pick<Addresses, 'from' | 'firm'>
  /** Without a trailing slash. */
  siteUrl: string
  /** Whether the explorer shows our sales. */
  isRecorded: boolean
  /** The firm's terms and refunds, as set. */
  terms: string
}

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
  update: snakeCaseRow(values),
})

/**
 * The status of the enquiry, which stays won while another sale of it is, and is not lost while another deal of it came
 * or may still come to something.
 */
export async function statusWrites(
  { client, deal, actor, now, conversation }: Step,
  status: 'answered' | 'won' | 'lost',
  lostReason: LostReason | null = null,
): Promise<Write[]> {
  if (!conversation) return []
  const others = (await dealsOfEnquiries(client, [deal.enquiryId])).filter(({ id }) => id !== deal.id)
  const decides = ({ kind, soldOn, outcome }: Deal) =>
    status === 'lost' ? soldOn !== null || outcome === null : kind === 'sale' && soldOn !== null
  if (status !== 'won' && others.some(decides)) return []
  const update = {
    status,
    closed_at: status === 'answered' ? null : now.toISOString(),
    lost_reason: lostReason,
    changed_by: actor.person,
  }
  return [{ table: 'enquiries', id: deal.enquiryId, seen_at: null, update }]
}

/**
 * @param said for the thread
 * @param audited for the audit trail, without names of visitors
 * @throws ChangeConflict if the deal, or what goes with it, has changed since
 */
export const writeStep = (
  { client, deal, actor, conversation }: Step,
  values: DealValues,
  said: string,
  others: readonly Write[] = [],
  audited = said,
): Promise<void> =>
  applyWrites(client, [
    // Without other columns the update still refuses a deal that has changed.
    dealWrite(deal, { name: deal.name, ...values }),
    ...others,
    ...(conversation ? [eventWrite(deal.enquiryId, actor, `${deal.registration}: ${said}`)] : []),
    auditWrite(actor, 'deals change', `${deal.registration}: ${audited}`),
  ])

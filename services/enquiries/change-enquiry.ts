/**
 * Changes of an enquiry by people at the desk. Database triggers write each change into the conversation
 * (enquiries_status_changed and its neighbours in db/migrations).
 */
import { randomUUID } from 'node:crypto'
import type { BackendClient } from '#shared/data/client.ts'
import { requireRows } from '#shared/data/response.ts'
import type { Actor } from '../audit/actor.ts'
import { recordChange } from '../audit/rest-audit-log.ts'
import { type Entry, readEntries } from './conversation.ts'
import { findEnquiry, queuedAgain, type StoredEnquiry } from './enquiry-store.ts'
import { isOpenStatus, type LostReason, type settableStatuses } from './statuses.ts'

/** Maximum length of a note or reply, in UTF-16 units. */
export const MAX_ENTRY_LENGTH = 10_000

/** Someone else has changed the enquiry since the page was read. Nothing has been written. */
export class EnquiryConflict extends Error {
  override name = 'EnquiryConflict'
  /** The entries that the page had not shown, oldest first. */
  readonly entries: Entry[]

  constructor(entries: Entry[]) {
    super('The enquiry has been changed since it was read')
    this.entries = entries
  }
}

/** There is no such enquiry, or it has been removed. */
export class EnquiryMissing extends Error {
  override name = 'EnquiryMissing'
}

export interface EnquiryChange {
  status?: (typeof settableStatuses)[number]
  /** Why it is lost, with that status. */
  lostReason?: LostReason | null
  /** Null: no owner. */
  owner?: { id: string; name: string } | null
}

/**
 * Sets status and owner of an enquiry. An enquiry that becomes answered, won or lost counts as answered from then on;
 * won, lost and spam enquiries are closed. Suspected spam that is set to new is released: it is sent and acknowledged
 * like any other.
 * @param seen the `revision` that the page showed; null changes the enquiry unconditionally
 * @throws EnquiryConflict, EnquiryMissing
 */
export async function changeEnquiry(
  client: BackendClient,
  reference: string,
  change: EnquiryChange,
  seen: number | null,
  actor: Actor,
): Promise<void> {
  const enquiry = await findEnquiry(client, reference)
  if (!enquiry) throw new EnquiryMissing(reference)
  const columns = columnsOf(enquiry, change)
  if (Object.keys(columns).length === 0) return
  let update = client
    .from('enquiries')
    .update({ ...columns, changed_by: actor.person })
    .eq('id', enquiry.id)
  if (seen !== null) update = update.eq('revision', seen)
  const changed = requireRows(await update.select('id'))
  if (changed.length === 0) {
    if (seen === null || !(await findEnquiry(client, reference))) throw new EnquiryMissing(reference)
    throw new EnquiryConflict(await entriesSince(client, enquiry.id, seen))
  }
  await recordChange(client, actor, 'enquiries change', describeChange(enquiry, change))
}

function columnsOf(
  enquiry: StoredEnquiry,
  { status, lostReason, owner }: EnquiryChange,
): Record<string, unknown> {
  const columns: Record<string, unknown> = {}
  const now = new Date()
  const at = now.toISOString()
  if (owner !== undefined && (owner?.id ?? null) !== enquiry.ownerId)
    Object.assign(columns, { owner_id: owner?.id ?? null, owner: owner?.name ?? null })
  const isRelease = status === 'new' && enquiry.delivery === 'quarantined'
  if (status === undefined || (status === enquiry.status && !isRelease)) return columns
  const isClosed = status === 'won' || status === 'lost' || status === 'spam'
  return {
    ...columns,
    status,
    ...(status === 'lost' && lostReason ? { lost_reason: lostReason } : {}),
    closed_at: isClosed ? (enquiry.closedAt ?? at) : null,
    ...(status !== 'new' && status !== 'spam' && !enquiry.answeredAt ? { answered_at: at } : {}),
    ...(isRelease ? queuedAgain(now) : {}),
  }
}

function describeChange(
  { reference, status, delivery, owner }: StoredEnquiry,
  change: EnquiryChange,
): string {
  const changes = [
    ...(change.status && change.status !== status
      ? [`status ${change.status}${change.lostReason ? ` (${change.lostReason})` : ''}, was ${status}`]
      : []),
    ...(change.status === 'new' && delivery === 'quarantined' ? ['released from quarantine'] : []),
    ...(change.owner !== undefined
      ? [`owner ${change.owner?.name ?? 'nobody'}, was ${owner ?? 'nobody'}`]
      : []),
  ]
  return `${reference}: ${changes.join('; ')}`
}

/** The entries of a conversation after the first `seen`. */
export async function entriesSince(client: BackendClient, enquiryId: string, seen: number): Promise<Entry[]> {
  return (await readEntries(client, enquiryId)).filter(({ number }) => number > seen)
}

/**
 * Adds a note, or what the visitor replied by e-mail, which then waits for us (enquiry_entries_received in db/current).
 * Sending the form twice adds it once.
 * @param key a UUID from the form
 * @throws EnquiryMissing
 */
export async function addEntry(
  client: BackendClient,
  reference: string,
  { kind, key, text }: { kind: 'note' | 'received'; key: string; text: string },
  actor: Actor,
): Promise<void> {
  const enquiry = await findEnquiry(client, reference)
  if (!enquiry) throw new EnquiryMissing(reference)
  const entry = { enquiry_id: enquiry.id, kind, person: actor.person, body: text }
  const insert = (id: string) =>
    client
      .from('enquiry_entries')
      .upsert({ id, ...entry }, { onConflict: 'id', ignoreDuplicates: true })
      .select('id')
  const isNew = requireRows(await insert(key)).length > 0
  if (!isNew) {
    const known = await readEntries(client, enquiry.id)
    if (known.some(({ id, body }) => id === key && body === text)) return
    // The form was sent, changed after Back, and sent again: this is a second entry.
    requireRows(await insert(randomUUID()))
  }
  const change = kind === 'note' ? 'a note added' : 'a reply of the visitor added'
  await recordChange(client, actor, `enquiries ${kind}`, `${reference}: ${change}`)
}

/** After a call: an enquiry that waited for our answer has it. @throws EnquiryMissing */
export async function markAnswered(client: BackendClient, reference: string, actor: Actor): Promise<void> {
  const enquiry = await findEnquiry(client, reference)
  if (enquiry && isOpenStatus(enquiry.status))
    await changeEnquiry(client, reference, { status: 'answered' }, null, actor)
}

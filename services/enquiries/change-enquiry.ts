/**
 * Changes of an enquiry by people at the desk. Database triggers write each change into the conversation
 * (db/current/enquiries.sql).
 */
import { randomUUID } from 'node:crypto'
import type { Updateable } from 'kysely'
import type { Database, Reader, Tables, Transaction } from '#data/tables.ts'
import { toTime } from '#data/times.ts'
import { action } from '../action.ts'
import type { Actor } from '../audit/actor.ts'
import { noteChange } from '../audit/audit-log.ts'
import { type Entry, readEntries } from './conversation.ts'
import { queuedAgain, type StoredEnquiry } from './enquiry-store.ts'
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
export const changeEnquiry = (
  database: Database,
  reference: string,
  change: EnquiryChange,
  seen: number | null,
  actor: Actor,
): Promise<void> =>
  action(database, 'change an enquiry', (transaction) =>
    writeChange(transaction, reference, change, seen, actor),
  )

async function writeChange(
  transaction: Transaction,
  reference: string,
  change: EnquiryChange,
  seen: number | null,
  actor: Actor,
): Promise<void> {
  const enquiry = await readEnquiryToChange(transaction, reference)
  const columns = columnsOf(enquiry, change)
  if (Object.keys(columns).length === 0) return
  const { id, revision } = enquiry
  if (seen !== null && revision !== seen) throw new EnquiryConflict(await entriesSince(transaction, id, seen))
  await transaction
    .updateTable('enquiries')
    .set({ ...columns, changedBy: actor.person })
    .where('id', '=', id)
    .execute()
  await noteChange(transaction, actor, 'enquiries change', describeChange(enquiry, change))
}

/** Nobody else can change it until the transaction ends. @throws EnquiryMissing */
export async function readEnquiryToChange(
  transaction: Transaction,
  reference: string,
): Promise<StoredEnquiry> {
  const enquiry = transaction.selectFrom('enquiries').selectAll().where('reference', '=', reference)
  const found = await enquiry.forUpdate().executeTakeFirst()
  if (!found) throw new EnquiryMissing(reference)
  return found
}

function columnsOf(
  enquiry: StoredEnquiry,
  { status, lostReason, owner }: EnquiryChange,
): Updateable<Tables['enquiries']> {
  const columns: Updateable<Tables['enquiries']> = {}
  const now = new Date()
  const at = toTime(now)
  if (owner !== undefined && (owner?.id ?? null) !== enquiry.ownerId) {
    columns.ownerId = owner?.id ?? null
    columns.owner = owner?.name ?? null
  }
  const isRelease = status === 'new' && enquiry.delivery === 'quarantined'
  if (status === undefined || (status === enquiry.status && !isRelease)) return columns
  const isClosed = status === 'won' || status === 'lost' || status === 'spam'
  columns.status = status
  if (status === 'lost' && lostReason) columns.lostReason = lostReason
  columns.closedAt = isClosed ? (enquiry.closedAt ?? at) : null
  if (status !== 'new' && status !== 'spam' && !enquiry.answeredAt) columns.answeredAt = at
  return isRelease ? { ...columns, ...queuedAgain(now) } : columns
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
export async function entriesSince(reader: Reader, enquiryId: string, seen: number): Promise<Entry[]> {
  return (await readEntries(reader, enquiryId)).filter(({ number }) => number > seen)
}

interface NewEntry {
  kind: 'note' | 'received'
  /** A UUID from the form. */
  key: string
  text: string
  /** After a call: an enquiry that waited for our answer has it. */
  isAnswer?: boolean
}

/**
 * Adds a note, or what the visitor replied by e-mail, which then waits for us (enquiry_entries_numbered in db/current).
 * Sending the form twice adds it once.
 * @throws EnquiryMissing
 */
export async function addEntry(
  database: Database,
  reference: string,
  { kind, key, text, isAnswer = false }: NewEntry,
  actor: Actor,
): Promise<void> {
  return action(database, 'add an entry to an enquiry', async (transaction) => {
    const enquiry = await readEnquiryToChange(transaction, reference)
    const insert = (id: string) =>
      transaction
        .insertInto('enquiryEntries')
        .values({ id, enquiryId: enquiry.id, kind, person: actor.person, body: text })
        .onConflict((same) => same.column('id').doNothing())
        .returning('id')
        .executeTakeFirst()
    if (!(await insert(key))) {
      const known = await readEntries(transaction, enquiry.id)
      if (known.some(({ id, body }) => id === key && body === text)) return
      // The form was sent, changed after Back, and sent again: this is a second entry.
      await insert(randomUUID())
    }
    const change = kind === 'note' ? 'a note added' : 'a reply of the visitor added'
    await noteChange(transaction, actor, `enquiries ${kind}`, `${reference}: ${change}`)
    if (isAnswer && isOpenStatus(enquiry.status))
      await writeChange(transaction, reference, { status: 'answered' }, null, actor)
  })
}

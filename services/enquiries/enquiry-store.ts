import { createHash, randomInt } from 'node:crypto'
import { camelCaseRow } from '#shared/data/case-row.ts'
import type { BackendClient } from '#shared/data/client.ts'
import { DataError } from '#shared/data/data-error.ts'
import { readAll, readPages, readWhereIn } from '#shared/data/read-all.ts'
import { isUniqueViolation, requireRows, requireSuccess } from '#shared/data/response.ts'
import { type EnquiryKind, type InquiryType, referencePattern } from '#shared/enquiries/enquiry-fields.ts'
import type { Enquiry, TelephoneEnquiry } from '#shared/enquiries/enquiry-schema.ts'
import { cleanLine } from '#shared/text/clean-text.ts'
import type { Actor } from '../audit/actor.ts'
import { recordChange } from '../audit/rest-audit-log.ts'
import { monthBounds } from '../london-time.ts'
import type { Delivery } from '../mail/deliveries.ts'
import type { EnquiryStatus, LostReason } from './statuses.ts'

export interface StoredEnquiry extends Delivery {
  reference: string
  /** Taken by telephone at the desk, or the form of the site that sent it. */
  kind: EnquiryKind | 'telephone'
  name: string
  /** Null for some enquiries by telephone, which have a phone number then. */
  email: string | null
  phone: string | null
  subject: string | null
  inquiryType: InquiryType | null
  plateNumber: string | null
  /** The message of a contact form, or the additional information of a valuation form. */
  message: string | null
  /** What the visitor offers for the plate, in whole pounds. */
  offer: number | null
  delivery: 'waiting' | 'sent' | 'quarantined'
  quarantineReason: string | null
  digestId: string | null
  lastError: string | null
  sentAt: string | null
  /** By the desk: an enquiry by telephone, which is e-mailed to nobody. */
  sentBy: 'smtp' | 'file' | 'desk' | null
  resends: number
  closedAt: string | null
  createdAt: string
  status: EnquiryStatus
  ownerId: string | null
  owner: string | null
  /** When it was first answered. */
  answeredAt: string | null
  /** When the visitor last replied to us. */
  repliedAt: string | null
  lostReason: LostReason | null
  /** The number of entries in its conversation; every change increments it. */
  revision: number
}

/** An enquiry that e-mails can answer. */
export type AddressedEnquiry = StoredEnquiry & { email: string }

export const hasAddress = (enquiry: StoredEnquiry): enquiry is AddressedEnquiry => enquiry.email !== null

/** Shown as suspected spam until a person decides. */
export const isSuspected = ({ delivery, status }: Pick<StoredEnquiry, 'delivery' | 'status'>) =>
  delivery === 'quarantined' && status === 'new'

export interface NewEnquiry {
  enquiry: Enquiry
  idempotencyKey: string
  quarantineReason: string | null
}

const DELETE_BATCH = 100 // their ids go into one URL

/** Stores an enquiry or finds the one with the same key. @throws DataError unless it is certainly stored */
export async function createEnquiry(
  client: BackendClient,
  { enquiry, idempotencyKey, quarantineReason }: NewEnquiry,
): Promise<{ reference: string; isNew: boolean }> {
  return insertOnce(client, {
    ...toRow(enquiry),
    idempotency_key: idempotencyKey,
    delivery: quarantineReason ? 'quarantined' : 'waiting',
    ...(quarantineReason ? { quarantine_reason: quarantineReason } : {}),
  })
}

/**
 * Stores what a person of the desk has taken by telephone, and now looks after. Sending the form twice stores it once.
 * @param key a UUID from the form
 */
export async function takeByTelephone(
  client: BackendClient,
  enquiry: TelephoneEnquiry,
  key: string,
  owner: { id: string; name: string },
  actor: Actor,
): Promise<string> {
  const { name, email, phone, plateNumber, message } = enquiry
  const { reference, isNew } = await insertOnce(client, {
    kind: 'telephone',
    name,
    email: email || null,
    phone: phone || null,
    plate_number: plateNumber || null,
    message: message || null,
    // With the text, so that what was changed after Back is another enquiry.
    idempotency_key: createHash('sha256')
      .update(JSON.stringify([key, enquiry]))
      .digest('hex'),
    owner_id: owner.id,
    owner: owner.name,
    delivery: 'sent',
    sent_by: 'desk',
    sent_at: new Date().toISOString(),
  })
  if (isNew) await recordChange(client, actor, 'enquiries telephone', `${reference}: taken by telephone`)
  return reference
}

/** Inserts the row under a reference of its own, unless there is one with its idempotency key. */
async function insertOnce(client: BackendClient, row: Record<string, unknown> & { idempotency_key: string }) {
  for (let tries = 1; ; tries++) {
    const response = await client
      .from('enquiries')
      .upsert(
        { ...row, reference: makeReference() },
        { onConflict: 'idempotency_key', ignoreDuplicates: true },
      )
      .select('reference')
    const isReferenceTaken = isUniqueViolation(response.error)
    if (isReferenceTaken && tries < 5) continue
    const [stored] = requireRows(response)
    if (stored) return { reference: referenceIn(stored, response.status), isNew: true }
    return { reference: await referenceOf(client, row.idempotency_key), isNew: false }
  }
}

async function referenceOf(client: BackendClient, idempotencyKey: string): Promise<string> {
  const response = await client.from('enquiries').select('reference').eq('idempotency_key', idempotencyKey)
  const [row] = requireRows(response)
  const { status } = response
  if (!row) throw new DataError({ message: 'The backend neither stored nor found the enquiry' }, status)
  return referenceIn(row, status)
}

/** Don't acknowledge unless the backend returned a valid reference. */
function referenceIn({ reference }: Record<string, unknown>, status: number): string {
  if (typeof reference === 'string' && referencePattern.test(reference)) return reference
  throw new DataError({ message: 'The backend did not answer with the enquiry' }, status)
}

function toRow({ type: kind, data }: Enquiry): Record<string, unknown> {
  const { name, email, phone, plateNumber } = data
  const common = { kind, name, email, phone: phone || null, plate_number: plateNumber || null }
  if (kind === 'valuation')
    return { ...common, message: 'additional' in data ? data.additional || null : null, ownership: true }
  if (!('message' in data)) throw new TypeError('A contact enquiry needs a message')
  const { subject, inquiryType, message, offer } = data
  return { ...common, subject, inquiry_type: inquiryType, message, ...(offer ? { offer } : {}) }
}

const makeReference = () => {
  const digits = String(randomInt(100_000_000)).padStart(8, '0')
  return `ENQ-${digits.slice(0, 4)}-${digits.slice(4)}`
}

const waitingEnquiries = (client: BackendClient, columns = '*', options?: { count: 'exact' }) =>
  client.from('enquiries').select(columns, options).eq('delivery', 'waiting').is('closed_at', null)

export async function listWaitingEnquiries(client: BackendClient, limit: number): Promise<StoredEnquiry[]> {
  const waiting = waitingEnquiries(client).order('next_attempt_at').order('id')
  return requireRows(await waiting.limit(limit)).map(toEnquiry)
}

/** Enquiries whose email to the dealer has failed and is being retried, oldest first. */
export async function listUnsentEnquiries(client: BackendClient, limit: number): Promise<StoredEnquiry[]> {
  const failing = waitingEnquiries(client).not('last_error', 'is', null).order('created_at').order('id')
  return requireRows(await failing.limit(limit)).map(toEnquiry)
}

export async function readBacklog(
  client: BackendClient,
): Promise<{ waiting: number; oldestAt: string | null }> {
  const waiting = waitingEnquiries(client, 'created_at', { count: 'exact' })
  const response = await waiting.order('created_at').order('id').limit(1)
  const [oldest] = requireRows(response)
  return { waiting: response.count ?? 0, oldestAt: oldest ? String(oldest.created_at) : null }
}

export type RemovedEnquiry = Pick<StoredEnquiry, 'id' | 'reference' | 'createdAt'>

type Condition = readonly [column: string, operator: string, value: unknown]

// Retention may remove enquiries that are sent, closed, decided at the desk, or listed in a sent digest, unless a deal of them is
// open; all others are unread and stay.
// Disjoint sets instead of one `or` filter, because PostgREST 12 loses the columns of an `or` after a `select`.
async function expiredSets(client: BackendClient, moment: Date): Promise<Condition[][]> {
  const unsent = requireRows(await client.from('digests').select('id').eq('delivery', 'waiting'))
  const unsentIds = unsent.map(({ id }) => id)
  const held = await readHeldBefore(client, moment)
  const sets: Condition[][] = [
    [['delivery', 'eq', 'sent']],
    [
      ['delivery', 'neq', 'sent'],
      ['closed_at', 'not.is', null],
    ],
    [
      ['delivery', 'neq', 'sent'],
      ['closed_at', 'is', null],
      ['status', 'neq', 'new'],
    ],
    [
      ['delivery', 'eq', 'quarantined'],
      ['closed_at', 'is', null],
      ['status', 'eq', 'new'],
      ['digest_id', 'not.is', null],
      ...(unsentIds.length > 0 ? [['digest_id', 'not.in', `(${unsentIds})`] as const] : []),
    ],
  ]
  if (held.length === 0) return sets
  return sets.map((conditions) => [...conditions, ['id', 'not.in', `(${held})`]])
}

/** The enquiries of before a moment whose deals are open or not settled: few, since deals take days. */
async function readHeldBefore(client: BackendClient, moment: Date): Promise<string[]> {
  const open = await Array.fromAsync(
    readPages(() => client.from('deals').select('id,enquiry_id').or('outcome.is.null,is_settled.is.false')),
    ({ enquiry_id }) => String(enquiry_id),
  )
  const rows = await readWhereIn(client, 'enquiries', 'id', [...new Set(open)], 'id,created_at')
  return rows
    .map(toEnquiry)
    .flatMap(({ id, createdAt }) => (Date.parse(createdAt) < moment.getTime() ? id : []))
}

export async function removeExpiredBefore(client: BackendClient, moment: Date): Promise<RemovedEnquiry[]> {
  const removed: RemovedEnquiry[] = []
  for (const conditions of await expiredSets(client, moment)) {
    let removal = client.from('enquiries').delete().lt('created_at', moment.toISOString())
    for (const [column, operator, value] of conditions) removal = removal.filter(column, operator, value)
    removed.push(...requireRows(await removal.select('id,reference,created_at')).map(toEnquiry))
  }
  return removed
}

export async function countExpiredBefore(client: BackendClient, moment: Date): Promise<number> {
  let total = 0
  for (const conditions of await expiredSets(client, moment)) {
    let query = client
      .from('enquiries')
      .select('id', { count: 'exact', head: true })
      .lt('created_at', moment.toISOString())
    for (const [column, operator, value] of conditions) query = query.filter(column, operator, value)
    const { count, error, status } = await query
    if (error || count === null)
      throw new DataError(error ?? { message: 'The backend did not return a count' }, status)
    total += count
  }
  return total
}

export async function lastEnquiryChange(client: BackendClient): Promise<Date | null> {
  const latestFirst = client.from('enquiries').select('updated_at').order('updated_at', { ascending: false })
  const [newest] = requireRows(await latestFirst.order('id').limit(1))
  return newest ? new Date(String(newest.updated_at)) : null
}

export async function findEnquiry(client: BackendClient, reference: string): Promise<StoredEnquiry | null> {
  if (!referencePattern.test(reference)) return null
  const [row] = requireRows(await client.from('enquiries').select('*').eq('reference', reference))
  return row ? toEnquiry(row) : null
}

/** The columns that put an enquiry back into the outbox. */
export const queuedAgain = (now: Date) => ({
  delivery: 'waiting',
  next_attempt_at: now.toISOString(),
  attempts: 0,
  lease: null,
  last_error: null,
  closed_at: null,
})

/** Queues an enquiry again, even if it was sent, quarantined or closed. Spam becomes new again. */
export async function resendEnquiry(
  client: BackendClient,
  { id, resends, delivery, status }: StoredEnquiry,
  person: string,
) {
  await change(client, id, {
    ...queuedAgain(new Date()),
    // A resent message needs a new Message-ID, or mail programs hide it as a duplicate.
    resends: delivery === 'sent' ? resends + 1 : resends,
    ...(status === 'spam' ? { status: 'new' } : {}),
    changed_by: person,
  })
}

const MONTH_PAGE_ROWS = 500

/** The rows of a month in London, oldest first, page by page. @throws DataError, RangeError for another text */
export async function* readMonth(client: BackendClient, month: string, columns: string) {
  const { from, until } = monthBounds(month)
  for (let offset = 0; ; offset += MONTH_PAGE_ROWS) {
    const within = client.from('enquiries').select(columns).gte('created_at', from).lt('created_at', until)
    const page = within
      .order('created_at')
      .order('id')
      .range(offset, offset + MONTH_PAGE_ROWS - 1)
    const rows = requireRows(await page)
    yield rows
    if (rows.length < MONTH_PAGE_ROWS) return
  }
}

/** Ignores case, which a REST filter cannot do without wildcards. */
export async function findEnquiriesFrom(client: BackendClient, email: string): Promise<StoredEnquiry[]> {
  const wanted = cleanLine(email).toLowerCase()
  const found: StoredEnquiry[] = []
  for await (const row of readAll(client, 'enquiries'))
    if (String(row.email).toLowerCase() === wanted) found.push(toEnquiry(row))
  return found
}

export async function removeEnquiries(client: BackendClient, enquiries: RemovedEnquiry[]): Promise<void> {
  for (let from = 0; from < enquiries.length; from += DELETE_BATCH) {
    const ids = enquiries.slice(from, from + DELETE_BATCH).map(({ id }) => id)
    requireSuccess(await client.from('enquiries').delete().in('id', ids))
  }
}

async function change(client: BackendClient, id: string, columns: Record<string, unknown>) {
  requireSuccess(await client.from('enquiries').update(columns).eq('id', id))
}

/** Columns that were not selected are undefined. */
export const toEnquiry = ({ plate_number: plateNumber, ...row }: Record<string, unknown>) =>
  ({ ...camelCaseRow(row), plateNumber }) as unknown as StoredEnquiry

/** Reads and writes the table `enquiries` over REST, with the service key. */
import { randomInt } from 'node:crypto'
import {
  type EnquiryKind,
  type InquiryType,
  referencePattern,
} from '../../app/features/enquiries/enquiry-fields.ts'
import type { Enquiry } from '../../app/features/enquiries/enquiry-schema.ts'
import type { BackendClient } from '../../app/shared/backend/client.ts'
import { DataError } from '../../app/shared/backend/data-error.ts'
import { readAll } from '../../app/shared/backend/read-all.ts'
import { type Delivery, rowsOf } from './deliveries.ts'

export interface StoredEnquiry extends Delivery {
  reference: string
  kind: EnquiryKind
  name: string
  email: string
  phone: string | null
  subject: string | null
  inquiryType: InquiryType | null
  plateNumber: string | null
  /** The message of a contact form, the additional information of a valuation form. */
  message: string | null
  delivery: 'waiting' | 'sent' | 'quarantined'
  quarantineReason: string | null
  digestId: string | null
  lastError: string | null
  sentAt: string | null
  sentBy: 'smtp' | 'file' | null
  resends: number
  closedAt: string | null
  createdAt: string
}

export interface NewEnquiry {
  enquiry: Enquiry
  idempotencyKey: string
  /** Null if it is not suspected spam. */
  quarantineReason: string | null
}

const UNIQUE_VIOLATION = '23505'
/** The ids of one request go into its URL. */
const DELETE_BATCH = 100

/**
 * Stores an enquiry, or finds the one with the same idempotency key.
 * @throws DataError if it is not certain to be stored
 */
export async function createEnquiry(
  client: BackendClient,
  { enquiry, idempotencyKey, quarantineReason }: NewEnquiry,
): Promise<{ reference: string; isNew: boolean }> {
  const content = toRow(enquiry)
  for (let tries = 1; ; tries++) {
    const { data, error, status } = await client
      .from('enquiries')
      .upsert(
        {
          reference: makeReference(),
          idempotency_key: idempotencyKey,
          ...content,
          ...(quarantineReason
            ? { delivery: 'quarantined', quarantine_reason: quarantineReason }
            : { delivery: 'waiting' }),
        },
        { onConflict: 'idempotency_key', ignoreDuplicates: true },
      )
      .select('reference')
    // The reference is taken: try another.
    if (error?.code === UNIQUE_VIOLATION && tries < 5) continue
    if (error) throw new DataError(error, status)
    const [stored] = rowsOf(data, status)
    if (stored) return { reference: referenceIn(stored, status), isNew: true }
    return { reference: await referenceOf(client, idempotencyKey), isNew: false }
  }
}

async function referenceOf(client: BackendClient, idempotencyKey: string): Promise<string> {
  const { data, error, status } = await client
    .from('enquiries')
    .select('reference')
    .eq('idempotency_key', idempotencyKey)
  if (error) throw new DataError(error, status)
  const [row] = rowsOf(data, status)
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
  return { ...common, subject: data.subject, inquiry_type: data.inquiryType, message: data.message }
}

const makeReference = () => {
  const digits = String(randomInt(100_000_000)).padStart(8, '0')
  return `ENQ-${digits.slice(0, 4)}-${digits.slice(4)}`
}

/** Undelivered enquiries by their next attempt, leased ones included. */
export async function listWaitingEnquiries(client: BackendClient, limit: number): Promise<StoredEnquiry[]> {
  const { data, error, status } = await client
    .from('enquiries')
    .select('*')
    .eq('delivery', 'waiting')
    .is('closed_at', null)
    .order('next_attempt_at')
    .order('id')
    .limit(limit)
  if (error) throw new DataError(error, status)
  return rowsOf(data, status).map(toEnquiry)
}

/** The number of undelivered enquiries and the time of the oldest. */
export async function readBacklog(
  client: BackendClient,
): Promise<{ waiting: number; oldestAt: string | null }> {
  const { data, error, status, count } = await client
    .from('enquiries')
    .select('created_at', { count: 'exact' })
    .eq('delivery', 'waiting')
    .is('closed_at', null)
    .order('created_at')
    .order('id')
    .limit(1)
  if (error) throw new DataError(error, status)
  const [oldest] = rowsOf(data, status)
  return { waiting: count ?? 0, oldestAt: oldest ? String(oldest.created_at) : null }
}

/** The columns that name an enquiry's file. */
export type RemovedEnquiry = Pick<StoredEnquiry, 'id' | 'reference' | 'createdAt'>

/** A PostgREST filter. */
type Condition = readonly [column: string, operator: string, value: unknown]

/**
 * The enquiries that retention may remove: sent, closed, or listed in a sent digest. Others are unread and stay.
 * Disjoint sets instead of one `or` filter, because PostgREST 12 loses the columns of an `or` after a `select`.
 */
async function expiredSets(client: BackendClient): Promise<Condition[][]> {
  const unsent = await client.from('digests').select('id').eq('delivery', 'waiting')
  if (unsent.error) throw new DataError(unsent.error, unsent.status)
  const unsentIds = rowsOf(unsent.data, unsent.status).map(({ id }) => id)
  return [
    [['delivery', 'eq', 'sent']],
    [
      ['delivery', 'neq', 'sent'],
      ['closed_at', 'not.is', null],
    ],
    [
      ['delivery', 'eq', 'quarantined'],
      ['closed_at', 'is', null],
      ['digest_id', 'not.is', null],
      ...(unsentIds.length > 0 ? [['digest_id', 'not.in', `(${unsentIds})`] as const] : []),
    ],
  ]
}

export async function removeEnquiriesBefore(client: BackendClient, moment: Date): Promise<RemovedEnquiry[]> {
  const removed: RemovedEnquiry[] = []
  for (const conditions of await expiredSets(client)) {
    let removal = client.from('enquiries').delete().lt('created_at', moment.toISOString())
    for (const [column, operator, value] of conditions) removal = removal.filter(column, operator, value)
    const { data, error, status } = await removal.select('id,reference,created_at')
    if (error) throw new DataError(error, status)
    removed.push(...rowsOf(data, status).map(toEnquiry))
  }
  return removed
}

/** How many enquiries `removeEnquiriesBefore` would remove. */
export async function countEnquiriesBefore(client: BackendClient, moment: Date): Promise<number> {
  let total = 0
  for (const conditions of await expiredSets(client)) {
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

/** When an enquiry was last stored or changed; null if there are none. */
export async function lastEnquiryChange(client: BackendClient): Promise<Date | null> {
  const { data, error, status } = await client
    .from('enquiries')
    .select('updated_at')
    .order('updated_at', { ascending: false })
    .order('id')
    .limit(1)
  if (error) throw new DataError(error, status)
  const [newest] = rowsOf(data, status)
  return newest ? new Date(String(newest.updated_at)) : null
}

export async function findEnquiry(client: BackendClient, reference: string): Promise<StoredEnquiry | null> {
  const { data, error, status } = await client.from('enquiries').select('*').eq('reference', reference)
  if (error) throw new DataError(error, status)
  const [row] = rowsOf(data, status)
  return row ? toEnquiry(row) : null
}

/** Queues an enquiry again, also if it was sent, quarantined or closed. */
export async function resendEnquiry(client: BackendClient, { id, resends, delivery }: StoredEnquiry) {
  await change(client, id, {
    delivery: 'waiting',
    // A resent message needs a new Message-ID, or mail programs hide it as a duplicate.
    resends: delivery === 'sent' ? resends + 1 : resends,
    next_attempt_at: new Date().toISOString(),
    attempts: 0,
    lease: null,
    last_error: null,
    closed_at: null,
  })
}

/** A closed enquiry is not delivered any more. */
export async function closeEnquiry(client: BackendClient, { id }: StoredEnquiry, at: Date) {
  await change(client, id, { closed_at: at.toISOString() })
}

/** Ignores case, which a REST filter cannot do without wildcards. */
export async function findEnquiriesFrom(client: BackendClient, email: string): Promise<StoredEnquiry[]> {
  const wanted = email.trim().toLowerCase()
  const found: StoredEnquiry[] = []
  for await (const row of readAll(client, 'enquiries'))
    if (String(row.email).toLowerCase() === wanted) found.push(toEnquiry(row))
  return found
}

export async function removeEnquiries(client: BackendClient, enquiries: RemovedEnquiry[]): Promise<void> {
  for (let from = 0; from < enquiries.length; from += DELETE_BATCH) {
    const ids = enquiries.slice(from, from + DELETE_BATCH).map(({ id }) => id)
    const { error, status } = await client.from('enquiries').delete().in('id', ids)
    if (error) throw new DataError(error, status)
  }
}

async function change(client: BackendClient, id: string, columns: Record<string, unknown>) {
  const { error, status } = await client.from('enquiries').update(columns).eq('id', id)
  if (error) throw new DataError(error, status)
}

/** Columns that were not selected are undefined. */
export function toEnquiry(row: Record<string, unknown>): StoredEnquiry {
  return {
    id: row.id,
    reference: row.reference,
    kind: row.kind,
    name: row.name,
    email: row.email,
    phone: row.phone,
    subject: row.subject,
    inquiryType: row.inquiry_type,
    plateNumber: row.plate_number,
    message: row.message,
    delivery: row.delivery,
    quarantineReason: row.quarantine_reason,
    digestId: row.digest_id,
    attempts: row.attempts,
    nextAttemptAt: row.next_attempt_at,
    lease: row.lease,
    lastError: row.last_error,
    sentAt: row.sent_at,
    sentBy: row.sent_by,
    resends: row.resends,
    closedAt: row.closed_at,
    createdAt: row.created_at,
  } as StoredEnquiry
}

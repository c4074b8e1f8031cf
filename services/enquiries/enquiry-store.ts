import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto'
import type { ExpressionBuilder, Insertable } from 'kysely'
import { countRows } from '#data/count-rows.ts'
import type { Database, Reader, Row, Tables, Transaction } from '#data/tables.ts'
import { toTime } from '#data/times.ts'
import { maxLengths, referencePattern } from '#shared/enquiries/enquiry-fields.ts'
import type { Enquiry, TelephoneEnquiry } from '#shared/enquiries/enquiry-schema.ts'
import { cleanLine } from '#shared/text/clean-text.ts'
import { action } from '../action.ts'
import type { Actor } from '../audit/actor.ts'
import { noteChange } from '../audit/audit-log.ts'
import { monthBounds } from '../london-time.ts'

/**
 * `kind` is the form of the site that sent it, or 'telephone' for what a person of the desk wrote down, which is sent by the desk and
 * may have no address. `revision` is the number of entries in its conversation: every change increments it.
 */
export type StoredEnquiry = Row<'enquiries'>

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

/**
 * Stores an enquiry or finds the one with the same key.
 * @throws DataFault unless it is certainly stored; if the connection is lost with the COMMIT, it may be stored nevertheless
 */
export const createEnquiry = (
  database: Database,
  { enquiry, idempotencyKey, quarantineReason }: NewEnquiry,
): Promise<{ reference: string; isNew: boolean }> =>
  action(database, 'store an enquiry', (transaction) =>
    insertOnce(transaction, {
      ...valuesOf(enquiry),
      idempotencyKey,
      delivery: quarantineReason ? 'quarantined' : 'waiting',
      quarantineReason,
    }),
  )

/**
 * Stores what a person of the desk has taken by telephone, and now looks after. Sending the form twice stores it once.
 * @param key a UUID from the form
 */
export async function takeByTelephone(
  database: Database,
  enquiry: TelephoneEnquiry,
  key: string,
  owner: { id: string; name: string },
  actor: Actor,
): Promise<string> {
  const { name, email, phone, plateNumber, message } = enquiry
  return action(database, 'take an enquiry by telephone', async (transaction) => {
    const { reference, isNew } = await insertOnce(transaction, {
      kind: 'telephone',
      name,
      email: email || null,
      phone: phone || null,
      plateNumber: plateNumber || null,
      message: message || null,
      // With the text, so that what was changed after Back is another enquiry.
      idempotencyKey: createHash('sha256')
        .update(JSON.stringify([key, enquiry]))
        .digest('hex'),
      ownerId: owner.id,
      owner: owner.name,
      delivery: 'sent',
      sentBy: 'desk',
      sentAt: toTime(new Date()),
    })
    if (isNew) await noteChange(transaction, actor, 'enquiries telephone', `${reference}: taken by telephone`)
    return reference
  })
}

/**
 * Stores an enquiry of the greatest length, removes it, and commits both: where the disk is full that fails as any enquiry does, while
 * a short row can still be changed in its place, and a transaction that is rolled back can write.
 * @throws DataFault if it cannot be stored
 */
export const tryToStore = (database: Database): Promise<void> =>
  action(database, 'try to store an enquiry', async (transaction) => {
    const { reference } = await insertOnce(transaction, {
      kind: 'contact',
      name: 'Check',
      email: 'check@plates.example',
      subject: 'Check',
      inquiryType: 'other',
      // Random, since PostgreSQL compresses what repeats itself.
      message: randomBytes(maxLengths.message).toString('base64').slice(0, maxLengths.message),
      idempotencyKey: randomUUID(),
      delivery: 'waiting',
    })
    await transaction.deleteFrom('enquiries').where('reference', '=', reference).execute()
  })

type NewRow = Omit<Insertable<Tables['enquiries']>, 'reference'>

const MAX_REFERENCES = 5

/** Inserts the row under a reference of its own, unless there is one with its idempotency key. */
async function insertOnce(transaction: Transaction, row: NewRow) {
  const { idempotencyKey } = row
  for (let tries = 1; tries <= MAX_REFERENCES; tries++) {
    const insertion = transaction.insertInto('enquiries').values({ ...row, reference: makeReference() })
    const isNew = insertion.onConflict((same) => same.doNothing()).returning('reference')
    const stored = await isNew.executeTakeFirst()
    if (stored) return { ...stored, isNew: true }
    const known = transaction.selectFrom('enquiries').select('reference')
    const earlier = await known.where('idempotencyKey', '=', idempotencyKey).executeTakeFirst()
    if (earlier) return { ...earlier, isNew: false }
    // The reference is another enquiry's.
  }
  throw new Error('No free reference was found')
}

function valuesOf({ type: kind, data }: Enquiry) {
  const { name, email, phone, plateNumber } = data
  const common = { kind, name, email, phone: phone || null, plateNumber: plateNumber || null }
  if (kind === 'valuation')
    return { ...common, message: 'additional' in data ? data.additional || null : null, ownership: true }
  if (!('message' in data)) throw new TypeError('A contact enquiry needs a message')
  const { subject, inquiryType, message, offer } = data
  return { ...common, subject, inquiryType, message, offer: offer || null }
}

const makeReference = () => {
  const digits = String(randomInt(100_000_000)).padStart(8, '0')
  return `ENQ-${digits.slice(0, 4)}-${digits.slice(4)}`
}

const enquiries = (reader: Reader) => reader.selectFrom('enquiries').selectAll()

const waitingEnquiries = (reader: Reader) =>
  reader.selectFrom('enquiries').where('delivery', '=', 'waiting').where('closedAt', 'is', null)

export const listWaitingEnquiries = (reader: Reader, limit: number): Promise<StoredEnquiry[]> =>
  waitingEnquiries(reader).selectAll().orderBy('nextAttemptAt').orderBy('id').limit(limit).execute()

/** Enquiries whose email to the dealer has failed and is being retried, oldest first. */
export const listUnsentEnquiries = (reader: Reader, limit: number): Promise<StoredEnquiry[]> =>
  waitingEnquiries(reader)
    .selectAll()
    .where('lastError', 'is not', null)
    .orderBy('createdAt')
    .orderBy('id')
    .limit(limit)
    .execute()

export async function readBacklog(reader: Reader): Promise<{ waiting: number; oldestAt: string | null }> {
  const backlog = waitingEnquiries(reader).select(({ fn }) => [
    fn.countAll<number>().as('waiting'),
    fn.min('createdAt').as('oldestAt'),
  ])
  return backlog.executeTakeFirstOrThrow()
}

export type RemovedEnquiry = Pick<StoredEnquiry, 'id' | 'reference' | 'createdAt'>

/**
 * Retention may remove enquiries that are sent, closed, decided at the desk, or listed in a sent digest, unless a deal of them is
 * open or not settled; all others are unread and stay.
 */
const isExpired = (moment: Date) => (is: ExpressionBuilder<Tables, 'enquiries'>) => {
  const unsentDigests = is.selectFrom('digests').select('id').where('delivery', '=', 'waiting')
  const held = is.selectFrom('deals').select('enquiryId')
  return is.and([
    is('createdAt', '<', toTime(moment)),
    is.or([
      is('delivery', '=', 'sent'),
      is('closedAt', 'is not', null),
      is('status', '<>', 'new'),
      is.and([
        is('delivery', '=', 'quarantined'),
        is('digestId', 'is not', null),
        is('digestId', 'not in', unsentDigests),
      ]),
    ]),
    is(
      'id',
      'not in',
      held.where((deal) => deal.or([deal('outcome', 'is', null), deal('isSettled', 'is', false)])),
    ),
  ])
}

export async function removeExpiredBefore(transaction: Transaction, moment: Date): Promise<RemovedEnquiry[]> {
  const expired = transaction.selectFrom('enquiries').select('id').where(isExpired(moment))
  await dealsToLock(transaction).where('enquiryId', 'in', expired).execute()
  return transaction
    .deleteFrom('enquiries')
    .where(isExpired(moment))
    .returning(['id', 'reference', 'createdAt'])
    .execute()
}

/** A step of a deal locks the deal and then writes to its enquiry, so what removes enquiries locks their deals first, too. */
const dealsToLock = (transaction: Transaction) =>
  transaction.selectFrom('deals').select('id').orderBy('id').forUpdate()

export const countExpiredBefore = (reader: Reader, moment: Date): Promise<number> =>
  countRows(reader.selectFrom('enquiries').where(isExpired(moment)))

export async function lastEnquiryChange(reader: Reader): Promise<Date | null> {
  const latest = reader.selectFrom('enquiries').select('updatedAt').orderBy('updatedAt', 'desc').limit(1)
  const newest = await latest.executeTakeFirst()
  return newest ? new Date(newest.updatedAt) : null
}

export async function findEnquiry(reader: Reader, reference: string): Promise<StoredEnquiry | null> {
  if (!referencePattern.test(reference)) return null
  return (await enquiries(reader).where('reference', '=', reference).executeTakeFirst()) ?? null
}

export async function findEnquiryById(reader: Reader, id: string): Promise<StoredEnquiry | null> {
  return (await enquiries(reader).where('id', '=', id).executeTakeFirst()) ?? null
}

/** The columns that put an enquiry back into the outbox. */
export const queuedAgain = (now: Date) =>
  ({
    delivery: 'waiting',
    nextAttemptAt: toTime(now),
    attempts: 0,
    lease: null,
    lastError: null,
    closedAt: null,
  }) as const

/** Makes an enquiry that waits to be e-mailed due now. @returns whether it waits */
export const retryEnquiry = (database: Database, reference: string, actor: Actor): Promise<boolean> =>
  action(database, 'send an enquiry again', async (transaction) => {
    const retry = transaction
      .updateTable('enquiries')
      .set({ ...queuedAgain(new Date()), changedBy: actor.person })
      .where('reference', '=', reference)
    const unsent = retry.where('delivery', '=', 'waiting')
    if ((await unsent.returning('id').execute()).length === 0) return false
    await noteChange(transaction, actor, 'enquiries resend', `${reference}: queued again`)
    return true
  })

/** The enquiries of a month in London, oldest first. @throws RangeError for another text */
export function enquiriesOfMonth(reader: Reader, month: string) {
  const { from, until } = monthBounds(month)
  return reader
    .selectFrom('enquiries')
    .where('createdAt', '>=', toTime(new Date(from)))
    .where('createdAt', '<', toTime(new Date(until)))
    .orderBy('createdAt')
    .orderBy('id')
}

/** Newest first. */
export const listAllEnquiries = (reader: Reader): Promise<StoredEnquiry[]> =>
  enquiries(reader).orderBy('createdAt', 'desc').orderBy('id').execute()

/** Ignores case, also of letters that SQLite does not fold. */
export async function findEnquiriesFrom(reader: Reader, email: string): Promise<StoredEnquiry[]> {
  const wanted = cleanLine(email).toLowerCase()
  const found = (await listAllEnquiries(reader)).filter((enquiry) => enquiry.email?.toLowerCase() === wanted)
  return found.reverse()
}

export async function removeEnquiries(
  transaction: Transaction,
  enquiries: readonly RemovedEnquiry[],
): Promise<void> {
  const ids = enquiries.map(({ id }) => id)
  if (ids.length === 0) return
  await dealsToLock(transaction).where('enquiryId', 'in', ids).execute()
  await transaction.deleteFrom('enquiries').where('id', 'in', ids).execute()
}

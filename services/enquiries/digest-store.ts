import type { ExpressionBuilder } from 'kysely'
import { countRows } from '#data/count-rows.ts'
import type { Database, Reader, Row, Tables, Transaction } from '#data/tables.ts'
import { toTime } from '#data/times.ts'
import { action } from '../action.ts'
import { addDays } from '../london-time.ts'
import { isSuspected, type StoredEnquiry } from './enquiry-store.ts'

/** `day` is UTC, as 2026-11-22. */
export type Digest = Row<'digests'>

/** Suspected, and in no digest yet. */
const isPending = (is: ExpressionBuilder<Tables, 'enquiries'>) =>
  is.and([
    is('delivery', '=', 'quarantined'),
    is('status', '=', 'new'),
    is('digestId', 'is', null),
    is('closedAt', 'is', null),
  ])

const pendingSuspects = (reader: Reader) => reader.selectFrom('enquiries').where(isPending)

export const countPendingSuspects = (reader: Reader): Promise<number> => countRows(pendingSuspects(reader))

/** Due if there are suspects to list, no digest is pending and none was sent that day. */
export async function createDigestIfDue(database: Database, day: string): Promise<void> {
  if (!(await pendingSuspects(database).select('id').limit(1).executeTakeFirst())) return
  const others = database
    .selectFrom('digests')
    .select('id')
    .where((is) =>
      is.or([
        is('delivery', '=', 'waiting'),
        is('day', '=', day),
        is.and([
          is('sentAt', '>=', toTime(new Date(`${day}T00:00:00Z`))),
          is('sentAt', '<', toTime(new Date(`${addDays(day, 1)}T00:00:00Z`))),
        ]),
      ]),
    )
  if (await others.limit(1).executeTakeFirst()) return
  await action(database, 'create a digest', (transaction) =>
    transaction
      .insertInto('digests')
      .values({ day })
      .onConflict((same) => same.column('day').doNothing())
      .execute(),
  )
}

export const listWaitingDigests = (reader: Reader): Promise<Digest[]> =>
  reader
    .selectFrom('digests')
    .selectAll()
    .where('delivery', '=', 'waiting')
    .orderBy('nextAttemptAt')
    .orderBy('id')
    .limit(10)
    .execute()

/** Puts the oldest suspects into a digest. */
export async function assignSuspects(
  transaction: Transaction,
  digestId: string,
  limit: number,
): Promise<void> {
  const oldest = pendingSuspects(transaction).select('id').orderBy('createdAt').orderBy('id').limit(limit)
  await transaction.updateTable('enquiries').set({ digestId }).where('id', 'in', oldest).execute()
}

/** Those of a digest that nobody has decided about since, oldest first. */
export const readSuspects = async (reader: Reader, digestId: string): Promise<StoredEnquiry[]> =>
  (await enquiriesInDigest(reader, digestId)).filter((enquiry) => isSuspected(enquiry) && !enquiry.closedAt)

export const enquiriesInDigest = (reader: Reader, digestId: string): Promise<StoredEnquiry[]> =>
  reader
    .selectFrom('enquiries')
    .selectAll()
    .where('digestId', '=', digestId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()

export const removeDigest = (database: Database, id: string): Promise<unknown> =>
  action(database, 'remove an empty digest', (transaction) =>
    transaction.deleteFrom('digests').where('id', '=', id).execute(),
  )

export async function removeSentDigestsBefore(transaction: Transaction, moment: Date): Promise<void> {
  await transaction
    .deleteFrom('digests')
    .where('delivery', '=', 'sent')
    .where('createdAt', '<', toTime(moment))
    .execute()
}

export async function findDigests(reader: Reader, ids: readonly string[]): Promise<Digest[]> {
  if (ids.length === 0) return []
  return reader.selectFrom('digests').selectAll().where('id', 'in', ids).orderBy('id').execute()
}

/** Delivery of emails by several servers: `enquiries`, `digests` and `mails` share the columns for it. */
import { randomUUID } from 'node:crypto'
import type { Database, Row, Transaction } from '#data/tables.ts'
import { toTime } from '#data/times.ts'
import { action } from '../action.ts'

export type DeliveryTable = 'enquiries' | 'digests' | 'mails'

/** `nextAttemptAt` is the end of the lease while there is one. */
export type Delivery = Pick<Row<'mails'>, 'id' | 'attempts' | 'nextAttemptAt' | 'lease'>

/** What is written in the same transaction. */
export type WriteAlong = (transaction: Transaction) => Promise<unknown>

const MAX_ERROR_LENGTH = 500

/** One UPDATE compares and increments `attempts`, so only one server gets the lease. @returns the lease, or null */
export async function leaseDelivery(
  database: Database,
  table: DeliveryTable,
  { id, attempts }: Pick<Delivery, 'id' | 'attempts'>,
  { now, until }: { now: Date; until: Date },
  writeAlong?: WriteAlong | null,
): Promise<string | null> {
  const lease = randomUUID()
  return action(database, 'lease a mail', async (transaction) => {
    const open = transaction
      .updateTable(table)
      .set({ attempts: attempts + 1, lease, nextAttemptAt: toTime(until) })
      .where('id', '=', id)
      .where('attempts', '=', attempts)
      .where('delivery', '=', 'waiting')
      .where('nextAttemptAt', '<=', toTime(now))
    const leased = await (table === 'enquiries' ? open.where('closedAt', 'is', null) : open)
      .returning('id')
      .execute()
    if (leased.length === 0) return null
    await writeAlong?.(transaction)
    return lease
  })
}

/** Marks the row even if another server holds the lease now. */
export async function markSent(
  database: Database,
  table: DeliveryTable,
  id: string,
  sentBy: 'smtp' | 'file',
  at: Date,
): Promise<void> {
  const sent = { delivery: 'sent', sentAt: toTime(at), sentBy, lease: null, lastError: null } as const
  await action(database, 'mark a mail as sent', (transaction) =>
    transaction.updateTable(table).set(sent).where('id', '=', id).execute(),
  )
}

/**
 * Schedules the next attempt, unless another server holds the lease now.
 * @param noteFailure writes what follows from the attempt; true gives the email up
 * @returns whether it is given up
 */
export async function releaseDelivery(
  database: Database,
  table: DeliveryTable,
  { id, lease }: { id: string; lease: string },
  nextAttemptAt: Date,
  reason: string,
  noteFailure?: (transaction: Transaction) => Promise<boolean>,
): Promise<boolean> {
  const lastError = reason.slice(0, MAX_ERROR_LENGTH)
  return action(database, 'release a mail', async (transaction) => {
    if (await noteFailure?.(transaction)) return true
    const release = transaction
      .updateTable(table)
      .set({ lease: null, nextAttemptAt: toTime(nextAttemptAt), lastError })
    await release.where('id', '=', id).where('lease', '=', lease).execute()
    return false
  })
}

/** The table `stock_changes`, which triggers fill while there is at least one alert. */
import type { Reader, Transaction } from '#data/tables.ts'
import { type Time, toTime } from '#data/times.ts'

/** The times of the oldest and the newest change that no run has claimed; null if there is none. */
export async function readUnclaimedTimes(reader: Reader): Promise<{ oldest: Time; newest: Time } | null> {
  const unclaimed = reader
    .selectFrom('stockChanges')
    .select(({ fn }) => [fn.min('createdAt').as('oldest'), fn.max('createdAt').as('newest')])
    .where('batch', 'is', null)
  const { oldest, newest } = await unclaimed
    .$castTo<Record<'oldest' | 'newest', Time | null>>()
    .executeTakeFirstOrThrow()
  return oldest && newest && { oldest, newest }
}

/** A change that is committed later belongs to a later batch, whatever its time. */
export async function claimChanges(transaction: Transaction, batch: number): Promise<void> {
  await transaction.updateTable('stockChanges').set({ batch }).where('batch', 'is', null).execute()
}

/** The batches after `from` up to and including `to`. */
export interface Batches {
  from: number
  to: number
}

export const changesOf = (reader: Reader, { from, to }: Batches) =>
  reader.selectFrom('stockChanges').where('batch', '>', from).where('batch', '<=', to)

export async function removeChangesBefore(transaction: Transaction, moment: Date): Promise<void> {
  await transaction.deleteFrom('stockChanges').where('createdAt', '<', toTime(moment)).execute()
}

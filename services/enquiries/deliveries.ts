/** The delivery columns that `enquiries` and `digests` share. A lease lets one of several servers send a mail. */
import { randomUUID } from 'node:crypto'
import type { BackendClient } from '../../app/shared/backend/client.ts'
import { DataError } from '../../app/shared/backend/data-error.ts'

export type DeliveryTable = 'enquiries' | 'digests'

export interface Delivery {
  id: string
  attempts: number
  /** ISO time. While the mail is leased, the time when the lease ends. */
  nextAttemptAt: string
  lease: string | null
}

const MAX_ERROR_LENGTH = 500

/**
 * Leases a mail. One UPDATE compares and increments `attempts`, so exactly one server gets the lease.
 * @returns the leased row, or null if another server has it
 */
export async function leaseDelivery(
  client: BackendClient,
  table: DeliveryTable,
  { id, attempts }: Pick<Delivery, 'id' | 'attempts'>,
  now: Date,
  until: Date,
): Promise<Record<string, unknown> | null> {
  let open = client
    .from(table)
    .update({ attempts: attempts + 1, lease: randomUUID(), next_attempt_at: until.toISOString() })
    .eq('id', id)
    .eq('attempts', attempts)
    .eq('delivery', 'waiting')
    .lte('next_attempt_at', now.toISOString())
  if (table === 'enquiries') open = open.is('closed_at', null)
  const { data, error, status } = await open.select('*')
  if (error) throw new DataError(error, status)
  return rowsOf(data, status)[0] ?? null
}

/** Marks the mail as sent, even if another server holds the lease now. */
export async function markSent(
  client: BackendClient,
  table: DeliveryTable,
  id: string,
  sentBy: 'smtp' | 'file',
  at: Date,
) {
  const sent = { delivery: 'sent', sent_at: at.toISOString(), sent_by: sentBy, lease: null, last_error: null }
  const { error, status } = await client.from(table).update(sent).eq('id', id)
  if (error) throw new DataError(error, status)
}

/** Schedules the next attempt after a failure. Does nothing if another server holds the lease now. */
export async function releaseDelivery(
  client: BackendClient,
  table: DeliveryTable,
  { id, lease }: Pick<Delivery, 'id' | 'lease'>,
  nextAttemptAt: Date,
  reason: string,
) {
  const { error, status } = await client
    .from(table)
    .update({
      lease: null,
      next_attempt_at: nextAttemptAt.toISOString(),
      last_error: reason.slice(0, MAX_ERROR_LENGTH),
    })
    .eq('id', id)
    .eq('lease', lease)
  if (error) throw new DataError(error, status)
}

/** @throws DataError if a backend answered something else than rows, as a proxy's error page with status 200 */
export function rowsOf(data: unknown, status: number): Record<string, unknown>[] {
  if (!Array.isArray(data)) throw new DataError({ message: 'The backend did not answer with rows' }, status)
  return data
}

/**
 * The state of a mail that must reach the dealer, which `enquiries` and `digests` keep in the same columns: a lease, so
 * that of several servers one sends it, and the time of the next attempt.
 */
import { randomUUID } from 'node:crypto'
import type { BackendClient } from '../../app/shared/backend/client.ts'
import { DataError } from '../../app/shared/backend/data-error.ts'

export type DeliveryTable = 'enquiries' | 'digests'

export interface Delivery {
  id: string
  attempts: number
  /** Also when the lease of the server that is sending it ends. */
  nextAttemptAt: string
  lease: string | null
}

/** Longest text of a mail server's refusal that is worth keeping. */
const LONGEST_ERROR = 500

/**
 * Takes the lease until the moment named. The count of attempts is compared and raised in one change, so that of several
 * servers exactly one gets it.
 * @returns the row as leased, or null if another server was faster
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

/** Whichever server holds the lease now: that it was sent is true all the same. */
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

/** Gives a lease back after a failure, until the next attempt. A lease that has passed on is left alone. */
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
      last_error: reason.slice(0, LONGEST_ERROR),
    })
    .eq('id', id)
    .eq('lease', lease)
  if (error) throw new DataError(error, status)
}

export function rowsOf(data: unknown, status: number): Record<string, unknown>[] {
  if (!Array.isArray(data)) throw new DataError({ message: 'The backend did not answer with rows' }, status)
  return data
}

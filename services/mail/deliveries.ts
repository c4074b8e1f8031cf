/** Delivery of emails by several servers: `enquiries`, `digests` and `mails` share the columns for it. */
import { randomUUID } from 'node:crypto'
import type { BackendClient } from '#shared/data/client.ts'
import { requireRows, requireSuccess } from '#shared/data/response.ts'

export type DeliveryTable = 'enquiries' | 'digests' | 'mails'

export interface Delivery {
  id: string
  attempts: number
  /** ISO time of the next attempt; while the email is leased, the end of the lease. */
  nextAttemptAt: string
  lease: string | null
}

const MAX_ERROR_LENGTH = 500

/** One UPDATE compares and increments `attempts`, so only one server gets the lease. @returns the row, or null */
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
  const [leased] = requireRows(await open.select('*'))
  return leased ?? null
}

/** Marks the row even if another server holds the lease now. */
export async function markSent(
  client: BackendClient,
  table: DeliveryTable,
  id: string,
  sentBy: 'smtp' | 'file',
  at: Date,
) {
  const sent = { delivery: 'sent', sent_at: at.toISOString(), sent_by: sentBy, lease: null, last_error: null }
  requireSuccess(await client.from(table).update(sent).eq('id', id))
}

/** Schedules the next attempt, unless another server holds the lease now. */
export async function releaseDelivery(
  client: BackendClient,
  table: DeliveryTable,
  { id, lease }: Pick<Delivery, 'id' | 'lease'>,
  nextAttemptAt: Date,
  reason: string,
) {
  const retry = {
    lease: null,
    next_attempt_at: nextAttemptAt.toISOString(),
    last_error: reason.slice(0, MAX_ERROR_LENGTH),
  }
  requireSuccess(await client.from(table).update(retry).eq('id', id).eq('lease', lease))
}

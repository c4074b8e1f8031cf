/** Digests of suspected spam over the contract: one a day at most, and which enquiries each of them lists. */
import type { BackendClient } from '../../app/shared/backend/client.ts'
import { DataError } from '../../app/shared/backend/data-error.ts'
import { readAll } from '../../app/shared/backend/read-all.ts'
import { type Delivery, rowsOf } from './deliveries.ts'
import { type StoredEnquiry, toEnquiry } from './enquiry-store.ts'

export interface Digest extends Delivery {
  /** In UTC: 2026-11-22. */
  day: string
  lastError: string | null
  createdAt: string
}

/** Suspected spam that no digest lists yet; what the dealer has closed needs none. */
const pending = (client: BackendClient, columns = 'id', options?: { count: 'exact'; head?: boolean }) =>
  client
    .from('enquiries')
    .select(columns, options)
    .eq('delivery', 'quarantined')
    .is('digest_id', null)
    .is('closed_at', null)

export async function countPendingSuspects(client: BackendClient): Promise<number> {
  const { error, status, count } = await pending(client, 'id', { count: 'exact' }).limit(1)
  if (error) throw new DataError(error, status)
  return count ?? 0
}

/**
 * Makes the digest of a day, if there is something to list, no other digest is still to be sent, and none was sent on
 * that day.
 */
export async function createDigestIfDue(client: BackendClient, day: string): Promise<void> {
  const suspects = await pending(client).limit(1)
  if (suspects.error) throw new DataError(suspects.error, suspects.status)
  if (rowsOf(suspects.data, suspects.status).length === 0) return
  const sentThatDay = `and(sent_at.gte."${day}T00:00:00Z",sent_at.lte."${day}T23:59:59.999999Z")`
  const others = await client
    .from('digests')
    .select('id')
    .or(`delivery.eq.waiting,day.eq.${day},${sentThatDay}`)
    .limit(1)
  if (others.error) throw new DataError(others.error, others.status)
  if (rowsOf(others.data, others.status).length > 0) return
  const { error, status } = await client
    .from('digests')
    .upsert({ day }, { onConflict: 'day', ignoreDuplicates: true })
  if (error) throw new DataError(error, status)
}

export async function listWaitingDigests(client: BackendClient): Promise<Digest[]> {
  const { data, error, status } = await client
    .from('digests')
    .select('*')
    .eq('delivery', 'waiting')
    .order('next_attempt_at')
    .limit(10)
  if (error) throw new DataError(error, status)
  return rowsOf(data, status).map(toDigest)
}

/**
 * The enquiries of a digest as leased, the oldest first, but for those that are resent or closed since. The first attempt
 * to send it chooses them, and every later one finds the same: it has the same Message-ID, and a mail program that has
 * one copy hides the next, whatever that lists.
 * @param limit how many it takes at most, but for those that came at the very moment of the last one
 */
export async function suspectsOf(
  client: BackendClient,
  { id, attempts }: Digest,
  limit: number,
): Promise<StoredEnquiry[]> {
  if (attempts === 1) await choose(client, id, limit)
  return (await listedIn(client, id)).filter(
    ({ delivery, closedAt }) => delivery === 'quarantined' && !closedAt,
  )
}

async function choose(client: BackendClient, digestId: string, limit: number) {
  const oldest = await pending(client, 'created_at').order('created_at').order('id').limit(limit)
  if (oldest.error) throw new DataError(oldest.error, oldest.status)
  const last = rowsOf(oldest.data, oldest.status).at(-1)
  if (!last) return
  const { error, status } = await client
    .from('enquiries')
    .update({ digest_id: digestId })
    .eq('delivery', 'quarantined')
    .is('digest_id', null)
    .is('closed_at', null)
    .lte('created_at', String(last.created_at))
  if (error) throw new DataError(error, status)
}

/** All that a digest was made of, the oldest first. */
export async function listedIn(client: BackendClient, digestId: string): Promise<StoredEnquiry[]> {
  const enquiries: StoredEnquiry[] = []
  for await (const row of readAll(client, 'enquiries', { column: 'digest_id', list: `(${digestId})` }))
    enquiries.push(toEnquiry(row))
  return enquiries.sort((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt))
}

/** For a digest that lists nothing any more: all of it was resent, closed or forgotten before it was sent. */
export async function removeDigest(client: BackendClient, id: string): Promise<void> {
  const { error, status } = await client.from('digests').delete().eq('id', id)
  if (error) throw new DataError(error, status)
}

/** Digests that were sent and are older than the moment named; their enquiries are removed by their own age. */
export async function removeDigestsBefore(client: BackendClient, moment: Date): Promise<void> {
  const { error, status } = await client
    .from('digests')
    .delete()
    .eq('delivery', 'sent')
    .lt('created_at', moment.toISOString())
  if (error) throw new DataError(error, status)
}

export async function findDigests(client: BackendClient, ids: string[]): Promise<Digest[]> {
  const { data, error, status } = await client.from('digests').select('*').in('id', ids)
  if (error) throw new DataError(error, status)
  return rowsOf(data, status).map(toDigest)
}

export function toDigest(row: Record<string, unknown>): Digest {
  return {
    id: row.id,
    day: row.day,
    attempts: row.attempts,
    nextAttemptAt: row.next_attempt_at,
    lease: row.lease,
    lastError: row.last_error,
    createdAt: row.created_at,
  } as Digest
}

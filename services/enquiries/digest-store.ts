/** Reads and writes the digests of suspected spam: at most one a day, and the enquiries that each one lists. */
import type { BackendClient } from '../../app/shared/backend/client.ts'
import { DataError } from '../../app/shared/backend/data-error.ts'
import { readAll } from '../../app/shared/backend/read-all.ts'
import { type Delivery, rowsOf } from './deliveries.ts'
import { type StoredEnquiry, toEnquiry } from './enquiry-store.ts'

export interface Digest extends Delivery {
  /** UTC, as 2026-11-22. */
  day: string
  lastError: string | null
  createdAt: string
}

/** Open suspected spam that no digest lists yet. */
const pendingSuspects = (
  client: BackendClient,
  columns = 'id',
  options?: { count: 'exact'; head?: boolean },
) =>
  client
    .from('enquiries')
    .select(columns, options)
    .eq('delivery', 'quarantined')
    .is('digest_id', null)
    .is('closed_at', null)

export async function countPendingSuspects(client: BackendClient): Promise<number> {
  const { error, status, count } = await pendingSuspects(client, 'id', { count: 'exact' }).limit(1)
  if (error) throw new DataError(error, status)
  return count ?? 0
}

/** Creates the digest of a day if there are suspects to list, none is waiting and none was sent that day. */
export async function createDigestIfDue(client: BackendClient, day: string): Promise<void> {
  const suspects = await pendingSuspects(client).limit(1)
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
 * The open suspects of a leased digest, oldest first. The first attempt assigns them and later attempts reuse the
 * list: they have the same Message-ID, and mail programs hide a second copy.
 * @param limit may be exceeded by enquiries with the same timestamp as the last one
 */
export async function takeSuspects(
  client: BackendClient,
  { id, attempts }: Digest,
  limit: number,
): Promise<StoredEnquiry[]> {
  if (attempts === 1) await assignSuspects(client, id, limit)
  return (await enquiriesInDigest(client, id)).filter(
    ({ delivery, closedAt }) => delivery === 'quarantined' && !closedAt,
  )
}

async function assignSuspects(client: BackendClient, digestId: string, limit: number) {
  const oldest = await pendingSuspects(client, 'created_at').order('created_at').order('id').limit(limit)
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

/** Oldest first. */
export async function enquiriesInDigest(client: BackendClient, digestId: string): Promise<StoredEnquiry[]> {
  const enquiries: StoredEnquiry[] = []
  for await (const row of readAll(client, 'enquiries', { column: 'digest_id', list: `(${digestId})` }))
    enquiries.push(toEnquiry(row))
  return enquiries.sort((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt))
}

export async function removeDigest(client: BackendClient, id: string): Promise<void> {
  const { error, status } = await client.from('digests').delete().eq('id', id)
  if (error) throw new DataError(error, status)
}

/** Removes sent digests; their enquiries have a retention of their own. */
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

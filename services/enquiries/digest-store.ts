import { camelCaseRow } from '#shared/data/case-row.ts'
import type { BackendClient } from '#shared/data/client.ts'
import { readAll } from '#shared/data/read-all.ts'
import { requireRows, requireSuccess } from '#shared/data/response.ts'
import type { Delivery } from '../mail/deliveries.ts'
import { isSuspected, type StoredEnquiry, toEnquiry } from './enquiry-store.ts'

export interface Digest extends Delivery {
  /** UTC, as 2026-11-22. */
  day: string
  lastError: string | null
  createdAt: string
}

const pendingSuspects = (
  client: BackendClient,
  columns = 'id',
  options?: { count: 'exact'; head?: boolean },
) =>
  client
    .from('enquiries')
    .select(columns, options)
    .eq('delivery', 'quarantined')
    .eq('status', 'new')
    .is('digest_id', null)
    .is('closed_at', null)

export async function countPendingSuspects(client: BackendClient): Promise<number> {
  const response = await pendingSuspects(client, 'id', { count: 'exact' }).limit(1)
  requireSuccess(response)
  return response.count ?? 0
}

/** Due if there are suspects to list, no digest is pending and none was sent that day. */
export async function createDigestIfDue(client: BackendClient, day: string): Promise<void> {
  const suspects = requireRows(await pendingSuspects(client).limit(1))
  if (suspects.length === 0) return
  const sentThatDay = `and(sent_at.gte."${day}T00:00:00Z",sent_at.lte."${day}T23:59:59.999999Z")`
  const others = client.from('digests').select('id').or(`delivery.eq.waiting,day.eq.${day},${sentThatDay}`)
  if (requireRows(await others.limit(1)).length > 0) return
  requireSuccess(await client.from('digests').upsert({ day }, { onConflict: 'day', ignoreDuplicates: true }))
}

export async function listWaitingDigests(client: BackendClient): Promise<Digest[]> {
  const waiting = client.from('digests').select('*').eq('delivery', 'waiting')
  return requireRows(await waiting.order('next_attempt_at').limit(10)).map(toDigest)
}

/** Every attempt lists the same suspects, because mail programs hide a second mail with the same Message-ID. */
export async function takeSuspects(
  client: BackendClient,
  { id, attempts }: Digest,
  limit: number,
): Promise<StoredEnquiry[]> {
  if (attempts === 1) await assignSuspects(client, id, limit)
  return (await enquiriesInDigest(client, id)).filter((enquiry) => isSuspected(enquiry) && !enquiry.closedAt)
}

async function assignSuspects(client: BackendClient, digestId: string, limit: number) {
  const oldest = pendingSuspects(client, 'created_at').order('created_at').order('id')
  const last = requireRows(await oldest.limit(limit)).at(-1)
  if (!last) return
  const assignment = client
    .from('enquiries')
    .update({ digest_id: digestId })
    .eq('delivery', 'quarantined')
    .eq('status', 'new')
    .is('digest_id', null)
    .is('closed_at', null)
    .lte('created_at', String(last.created_at)) // exceeds the limit if others have the same timestamp
  requireSuccess(await assignment)
}

export async function enquiriesInDigest(client: BackendClient, digestId: string): Promise<StoredEnquiry[]> {
  const within = { column: 'digest_id', list: `(${digestId})` }
  const enquiries = await Array.fromAsync(readAll(client, 'enquiries', within), toEnquiry)
  return enquiries.sort((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt))
}

export async function removeDigest(client: BackendClient, id: string): Promise<void> {
  requireSuccess(await client.from('digests').delete().eq('id', id))
}

export async function removeSentDigestsBefore(client: BackendClient, moment: Date): Promise<void> {
  const sent = client.from('digests').delete().eq('delivery', 'sent')
  requireSuccess(await sent.lt('created_at', moment.toISOString()))
}

export async function findDigests(client: BackendClient, ids: string[]): Promise<Digest[]> {
  return requireRows(await client.from('digests').select('*').in('id', ids)).map(toDigest)
}

export const toDigest = (row: Record<string, unknown>) => camelCaseRow(row) as unknown as Digest

import type { BackendClient } from '#shared/data/client.ts'
import { requireRows } from '#shared/data/response.ts'
import { type StoredEnquiry, toEnquiry } from './enquiry-store.ts'

/** Enquiries whose email to the dealer has failed and is being retried, oldest first. */
export async function listUnsentEnquiries(client: BackendClient, limit: number): Promise<StoredEnquiry[]> {
  const failing = client
    .from('enquiries')
    .select('*')
    .eq('delivery', 'waiting')
    .is('closed_at', null)
    .not('last_error', 'is', null)
  return requireRows(await failing.order('created_at').order('id').limit(limit)).map(toEnquiry)
}

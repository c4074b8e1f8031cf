/** Other enquiries that the page of one shows: open ones about its plates, and earlier ones of the same person. */
import type { BackendClient } from '#shared/data/client.ts'
import { requireRows } from '#shared/data/response.ts'
import { containsCondition } from '#shared/list/rest-text.ts'
import type { StoredEnquiry } from './enquiry-store.ts'
import { type ListedEnquiry, readListed } from './list-enquiries.ts'
import { namedRegistrations } from './reply-templates.ts'

const MAX_EARLIER = 5
const MAX_OPEN = 20
/** Of those whose text has the letters of a plate, also within a longer registration. */
const MAX_CANDIDATES = 200
/** The contract allows ten patterns in a request, and a plate has two. */
const PLATES_AT_ONCE = 5

/** The open enquiries that name one of the plates, the newest first, without valuations. */
export async function listOpenAbout(
  client: BackendClient,
  registrations: readonly string[],
  except: Pick<StoredEnquiry, 'id'>,
): Promise<ListedEnquiry[]> {
  const ids = new Set<string>()
  for (let from = 0; from < registrations.length; from += PLATES_AT_ONCE) {
    const wanted = registrations.slice(from, from + PLATES_AT_ONCE)
    const spellings = new Set(wanted.flatMap((text) => [text, text.replaceAll(' ', '')]))
    // These columns are in an index (enquiries_by_plate), so that no other row of the table is read.
    const candidates = client
      .from('enquiries')
      .select('id,plate_number')
      .in('status', ['new', 'replied', 'answered'])
      .or([...spellings].map((spelling) => containsCondition('plate_number', spelling)).join())
      .neq('id', except.id)
    for (const row of requireRows(
      await candidates.order('created_at', { ascending: false }).order('id').limit(MAX_CANDIDATES),
    ))
      if (namedRegistrations(String(row.plate_number)).some((named) => wanted.includes(named)))
        ids.add(String(row.id))
  }
  const open = await readListed(client, [...ids].slice(0, MAX_OPEN))
  return open.filter(({ kind }) => kind !== 'valuation')
}

/** A shorter number is an extension, or the beginning of one. */
const MIN_PHONE_LENGTH = 7

/** The last enquiries of the same address or telephone number before this one, newest first. */
export async function listEarlier(
  client: BackendClient,
  { email, phone, createdAt, id }: Pick<StoredEnquiry, 'email' | 'phone' | 'createdAt' | 'id'>,
): Promise<ListedEnquiry[]> {
  // As in the view enquirers.
  const number = phone?.replace(/[ ().-]/g, '').slice(-10) ?? ''
  const latest = async (column: 'email' | 'phone', value: string) => {
    if (value === '') return []
    const others = client.from('enquirers').select('id,created_at').eq(column, value).neq('id', id)
    const earlier = others.lte('created_at', createdAt).order('created_at', { ascending: false })
    return requireRows(await earlier.order('id').limit(MAX_EARLIER))
  }
  // One query for each, so that each is answered from an index alone.
  const same = await Promise.all([
    latest('email', email?.toLowerCase() ?? ''),
    latest('phone', number.length >= MIN_PHONE_LENGTH ? number : ''),
  ])
  const ids = same
    .flat()
    .sort((a, b) => Date.parse(String(b.created_at)) - Date.parse(String(a.created_at)))
    .map((row) => String(row.id))
  return readListed(client, [...new Set(ids)].slice(0, MAX_EARLIER))
}

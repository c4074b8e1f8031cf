import type { BackendClient } from '#shared/data/client.ts'
import { requireRows, requireSuccess } from '#shared/data/response.ts'
import { referencePattern } from '#shared/enquiries/enquiry-fields.ts'
import { containsCondition } from '#shared/list/rest-text.ts'
import { parseRegistration } from '#shared/registration/registration.ts'
import { monthBounds } from '../london-time.ts'
import { ENQUIRIES_PER_PAGE, type EnquiryFilter } from './enquiry-filter.ts'
import { type StoredEnquiry, toEnquiry } from './enquiry-store.ts'

const LISTED = [
  ...(['id', 'reference', 'createdAt', 'kind', 'name', 'email', 'plateNumber', 'subject'] as const),
  ...([
    'inquiryType',
    'status',
    'delivery',
    'attempts',
    'owner',
    'ownerId',
    'answeredAt',
    'repliedAt',
  ] as const),
]

/** An enquiry in a list, without its message. */
export type ListedEnquiry = Pick<StoredEnquiry, (typeof LISTED)[number]>

const LISTED_COLUMNS = LISTED.map((name) =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
).join()

interface EnquiryPage {
  enquiries: ListedEnquiry[]
  /** The number on all pages. */
  total: number
}

/** A search with fewer results reads the texts of all enquiries once, instead of a second time to count. */
const MAX_SEARCHED = 1000

/** One page of the enquiries that the filter selects. */
export async function listEnquiries(client: BackendClient, given: EnquiryFilter): Promise<EnquiryPage> {
  const filter = await withConversations(client, given)
  const from = (filter.page - 1) * ENQUIRIES_PER_PAGE
  const until = from + ENQUIRIES_PER_PAGE
  if (filter.search !== '') {
    const found = await readIds(client, filter, 0, MAX_SEARCHED)
    if (found.length < MAX_SEARCHED)
      return { enquiries: await readListed(client, found.slice(from, until)), total: found.length }
  }
  const total = await countEnquiries(client, filter)
  if (from >= total) return { enquiries: [], total }
  return { enquiries: await readListed(client, await readIds(client, filter, from, until)), total }
}

/** Reads from an index alone, so that a late page is as fast as an early one. */
async function readIds(client: BackendClient, filter: Searched, from: number, until: number) {
  const ascending = filter.order === 'oldest'
  const rows = await matching(select(client, 'id'), filter)
    .order('created_at', { ascending })
    .order('id', { ascending })
    .range(from, until - 1)
  return requireRows(rows).map(({ id }) => String(id))
}

/** In the order of the ids. */
export async function readListed(client: BackendClient, ids: string[]): Promise<ListedEnquiry[]> {
  if (ids.length === 0) return []
  const rows = requireRows(await select(client, LISTED_COLUMNS).in('id', ids))
  const byId = new Map(rows.map((row) => [row.id, toEnquiry(row)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** The number of enquiries that the filter selects on all pages. */
export async function countEnquiries(
  client: BackendClient,
  filter: Partial<EnquiryFilter> & Pick<EnquiryFilter, 'status'>,
): Promise<number> {
  const whole = { owner: null, month: null, search: '', order: 'oldest', page: 1, ...filter } as const
  const searched = await withConversations(client, whole)
  const response = await matching(select(client, 'id', { count: 'exact' }), searched).limit(1)
  requireSuccess(response)
  return response.count ?? 0
}

/** Includes enquiries whose notes or replies contain the text, limited to the newest 200 to keep the URL short. */
type Searched = EnquiryFilter & { mentionedIn: readonly string[] }

const MAX_MENTIONS = 200

async function withConversations(client: BackendClient, filter: EnquiryFilter): Promise<Searched> {
  const { search } = filter
  if (search === '' || referenceIn(search)) return { ...filter, mentionedIn: [] }
  const entries = client
    .from('enquiry_entries')
    .select('enquiry_id')
    .in('kind', ['note', 'reply', 'received'])
    .or(containsCondition('body', search))
    .order('created_at', { ascending: false })
    .limit(MAX_MENTIONS)
  const mentionedIn = [...new Set(requireRows(await entries).map((row) => String(row.enquiry_id)))]
  return { ...filter, mentionedIn }
}

const select = (client: BackendClient, columns: string, options?: { count: 'exact' }) =>
  client.from('enquiries').select(columns, options)

type Query = ReturnType<typeof select>

function matching(query: Query, { status, owner, month, search, mentionedIn }: Searched): Query {
  let narrowed = query
  if (status === 'suspected') narrowed = narrowed.eq('status', 'new').eq('delivery', 'quarantined')
  else if (status === 'new') narrowed = narrowed.eq('status', 'new').neq('delivery', 'quarantined')
  else if (status !== 'all') narrowed = narrowed.eq('status', status)
  if (owner) narrowed = owner === 'nobody' ? narrowed.is('owner_id', null) : narrowed.eq('owner_id', owner)
  if (month) {
    const { from, until } = monthBounds(month)
    narrowed = narrowed.gte('created_at', from).lt('created_at', until)
  }
  if (search === '') return narrowed
  const reference = referenceIn(search)
  return reference ? narrowed.eq('reference', reference) : narrowed.or(searchConditions(search, mentionedIn))
}

/** 'enq 4821 7730' and '48217730' → 'ENQ-4821-7730' */
export function referenceIn(search: string): string | null {
  const digits = /^(?:enq)?[\s-]*(\d{4})[\s-]*(\d{4})$/i.exec(search.trim())
  const reference = `ENQ-${digits?.[1]}-${digits?.[2]}`
  return referencePattern.test(reference) ? reference : null
}

const SEARCHED = ['name', 'email', 'phone', 'plate_number', 'subject', 'message']

/** Finds a registration regardless of its spacing. */
function searchConditions(search: string, mentionedIn: readonly string[]): string {
  const conditions = SEARCHED.map((column) => containsCondition(column, search))
  const parsed = parseRegistration(search)
  if (parsed.ok)
    for (const spelling of new Set([parsed.registration.text, parsed.registration.text.replace(/\s/g, '')]))
      if (spelling !== search)
        conditions.push(containsCondition('plate_number', spelling), containsCondition('message', spelling))
  if (mentionedIn.length > 0) conditions.push(`id.in.(${mentionedIn.join(',')})`)
  return conditions.join(',')
}

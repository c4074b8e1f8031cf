import type { ExpressionBuilder } from 'kysely'
import { containsText } from '#data/contains-text.ts'
import { countRows } from '#data/count-rows.ts'
import type { Reader, Tables } from '#data/tables.ts'
import { toTime } from '#data/times.ts'
import { referencePattern } from '#shared/enquiries/enquiry-fields.ts'
import { parseRegistration } from '#shared/registration/registration.ts'
import { monthBounds } from '../london-time.ts'
import { ENQUIRIES_PER_PAGE, type EnquiryFilter } from './enquiry-filter.ts'
import type { StoredEnquiry } from './enquiry-store.ts'

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

interface EnquiryPage {
  enquiries: ListedEnquiry[]
  /** The number on all pages. */
  total: number
}

/** A search with fewer results reads the texts of all enquiries once, instead of a second time to count. */
const MAX_SEARCHED = 1000

/** One page of the enquiries that the filter selects. */
export async function listEnquiries(reader: Reader, filter: EnquiryFilter): Promise<EnquiryPage> {
  const from = (filter.page - 1) * ENQUIRIES_PER_PAGE
  const until = from + ENQUIRIES_PER_PAGE
  if (filter.search !== '') {
    const found = await readIds(reader, filter, 0, MAX_SEARCHED)
    if (found.length < MAX_SEARCHED)
      return { enquiries: await readListed(reader, found.slice(from, until)), total: found.length }
  }
  const total = await countEnquiries(reader, filter)
  if (from >= total) return { enquiries: [], total }
  return { enquiries: await readListed(reader, await readIds(reader, filter, from, until)), total }
}

/** Reads from an index alone, so that a late page is as fast as an early one. */
async function readIds(reader: Reader, filter: EnquiryFilter, from: number, until: number) {
  const direction = filter.order === 'oldest' ? 'asc' : 'desc'
  const rows = await reader
    .selectFrom('enquiries')
    .select('id')
    .where(matching(filter))
    .orderBy('createdAt', direction)
    .orderBy('id', direction)
    .limit(until - from)
    .offset(from)
    .execute()
  return rows.map(({ id }) => id)
}

/** In the order of the ids. */
export async function readListed(reader: Reader, ids: readonly string[]): Promise<ListedEnquiry[]> {
  if (ids.length === 0) return []
  const rows = await reader.selectFrom('enquiries').select(LISTED).where('id', 'in', ids).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** The number of enquiries that the filter selects on all pages. */
export const countEnquiries = (reader: Reader, filter: Filter): Promise<number> =>
  countRows(reader.selectFrom('enquiries').where(matching(filter)))

type Filter = Partial<EnquiryFilter> & Pick<EnquiryFilter, 'status'>

const matching =
  ({ status, owner, month, search = '' }: Filter) =>
  (is: ExpressionBuilder<Tables, 'enquiries'>) => {
    const conditions = []
    if (status === 'suspected') conditions.push(is('status', '=', 'new'), is('delivery', '=', 'quarantined'))
    else if (status === 'new') conditions.push(is('status', '=', 'new'), is('delivery', '<>', 'quarantined'))
    else if (status !== 'all') conditions.push(is('status', '=', status))
    if (owner) conditions.push(owner === 'nobody' ? is('ownerId', 'is', null) : is('ownerId', '=', owner))
    if (month) {
      const { from, until } = monthBounds(month)
      conditions.push(
        is('createdAt', '>=', toTime(new Date(from))),
        is('createdAt', '<', toTime(new Date(until))),
      )
    }
    const reference = referenceIn(search)
    if (reference) conditions.push(is('reference', '=', reference))
    else if (search !== '') conditions.push(is.or([...textsWith(search), mentionedIn(is, search)]))
    return is.and(conditions)
  }

/** 'enq 4821 7730' and '48217730' → 'ENQ-4821-7730' */
export function referenceIn(search: string): string | null {
  const digits = /^(?:enq)?[\s-]*(\d{4})[\s-]*(\d{4})$/i.exec(search.trim())
  const reference = `ENQ-${digits?.[1]}-${digits?.[2]}`
  return referencePattern.test(reference) ? reference : null
}

const SEARCHED = ['name', 'email', 'phone', 'plateNumber', 'subject', 'message']

/** Finds a registration regardless of its spacing. */
function textsWith(search: string) {
  const conditions = SEARCHED.map((column) => containsText(column, search))
  const parsed = parseRegistration(search)
  if (parsed.ok)
    for (const spelling of new Set([parsed.registration.text, parsed.registration.text.replace(/\s/g, '')]))
      if (spelling !== search)
        conditions.push(containsText('plateNumber', spelling), containsText('message', spelling))
  return conditions
}

/** Enquiries whose notes or replies contain the text. */
const mentionedIn = (is: ExpressionBuilder<Tables, 'enquiries'>, search: string) =>
  is(
    'id',
    'in',
    is
      .selectFrom('enquiryEntries')
      .select('enquiryId')
      .where('kind', 'in', ['note', 'reply', 'received'])
      .where(containsText('body', search)),
  )

/** Other enquiries that the page of one shows: open ones about its plates, and earlier ones of the same person. */
import { containsText } from '#data/contains-text.ts'
import type { Reader } from '#data/tables.ts'
import type { StoredEnquiry } from './enquiry-store.ts'
import { type ListedEnquiry, readListed } from './list-enquiries.ts'
import { namedRegistrations } from './reply-templates.ts'

const MAX_EARLIER = 5
const MAX_OPEN = 20
/** Of those whose text has the letters of a plate, also within a longer registration. */
const MAX_CANDIDATES = 200

/** The open enquiries that name one of the plates, the newest first, without valuations. */
export async function listOpenAbout(
  reader: Reader,
  registrations: readonly string[],
  except: Pick<StoredEnquiry, 'id'>,
): Promise<ListedEnquiry[]> {
  if (registrations.length === 0) return []
  const spellings = new Set(registrations.flatMap((text) => [text, text.replaceAll(' ', '')]))
  // These columns are in an index (enquiries_by_plate), so that no other row of the table is read.
  const candidates = await reader
    .selectFrom('enquiries')
    .select(['id', 'plateNumber'])
    .where('status', 'in', ['new', 'replied', 'answered'])
    .where((is) => is.or([...spellings].map((spelling) => containsText('plateNumber', spelling))))
    .where('id', '<>', except.id)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(MAX_CANDIDATES)
    .execute()
  const ids = candidates.flatMap(({ id, plateNumber }) =>
    namedRegistrations(plateNumber).some((named) => registrations.includes(named)) ? id : [],
  )
  const open = await readListed(reader, ids.slice(0, MAX_OPEN))
  return open.filter(({ kind }) => kind !== 'valuation')
}

/** A shorter number is an extension, or the beginning of one. */
const MIN_PHONE_LENGTH = 7

/** The last enquiries of the same address or telephone number before this one, newest first. */
export async function listEarlier(
  reader: Reader,
  { email, phone, createdAt, id }: Pick<StoredEnquiry, 'email' | 'phone' | 'createdAt' | 'id'>,
): Promise<ListedEnquiry[]> {
  // As in the view enquirers.
  const number = phone?.replace(/[ ().-]/g, '').slice(-10) ?? ''
  const latest = async (column: 'email' | 'phone', value: string) =>
    value === ''
      ? []
      : reader
          .selectFrom('enquirers')
          .select(['id', 'createdAt'])
          .where(column, '=', value)
          .where('id', '<>', id)
          .where('createdAt', '<=', createdAt)
          .orderBy('createdAt', 'desc')
          .orderBy('id')
          .limit(MAX_EARLIER)
          .execute()
  // One query for each, so that each is answered from an index alone.
  const same = await Promise.all([
    latest('email', email?.toLowerCase() ?? ''),
    latest('phone', number.length >= MIN_PHONE_LENGTH ? number : ''),
  ])
  const ids = same
    .flat()
    .sort((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt))
    .map((row) => row.id)
  return readListed(reader, [...new Set(ids)].slice(0, MAX_EARLIER))
}

/** The filter of the enquiry list in its URL. Shared with the browser. */

import { cleanLine } from '#shared/text/clean-text.ts'
import { isMonth } from '../london-time.ts'
import { isUuid } from '../uuid.ts'

/** The statuses to filter by. Suspected spam has a list of its own until a person decides. */
export const statusFilters = {
  new: 'Unanswered',
  replied: 'They replied',
  suspected: 'Suspected spam',
  answered: 'Answered',
  won: 'Won',
  lost: 'Lost',
  spam: 'Spam',
  all: 'All',
} as const

export type StatusFilter = keyof typeof statusFilters

export const ENQUIRIES_PER_PAGE = 50
const MAX_SEARCH_LENGTH = 100

export interface EnquiryFilter {
  status: StatusFilter
  /** The id of a person; 'nobody' selects enquiries without an owner. */
  owner: string | null
  /** In London time, as '2026-11'. */
  month: string | null
  search: string
  order: 'oldest' | 'newest'
  /** From 1. */
  page: number
}

/** Reads a filter from the query of a URL; invalid values are ignored. */
export function parseEnquiryFilter(query: URLSearchParams): EnquiryFilter {
  const status = query.get('status') ?? ''
  const owner = query.get('owner') ?? ''
  const month = query.get('month') ?? ''
  const page = Number(query.get('page'))
  return {
    status: Object.hasOwn(statusFilters, status) ? (status as StatusFilter) : 'new',
    owner: owner === 'nobody' || isUuid(owner) ? owner : null,
    month: isMonth(month) ? month : null,
    search: cleanLine((query.get('q') ?? '').slice(0, MAX_SEARCH_LENGTH)),
    order: query.get('order') === 'newest' ? 'newest' : 'oldest',
    page: Number.isInteger(page) && page > 1 && page < 100_000 ? page : 1,
  }
}

/** Builds the query that `parseEnquiryFilter` reads as this filter; defaults are omitted. */
export function enquiryQuery({ status, owner, month, search, order, page }: EnquiryFilter): string {
  const query = new URLSearchParams()
  if (status !== 'new') query.set('status', status)
  if (owner) query.set('owner', owner)
  if (month) query.set('month', month)
  if (search) query.set('q', search)
  if (order !== 'oldest') query.set('order', order)
  if (page > 1) query.set('page', String(page))
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}

import { compactOf } from '../registration/look-alikes.ts'

/** The lists whose searches without a result are counted: stock, the two explorers, and the search of the whole site. */
export const SEARCHED_LISTS = ['stock', 'uk', 'jersey', 'site'] as const
export type SearchedList = (typeof SEARCHED_LISTS)[number]

/** Where a browser reports a search that found nothing, as a form with `list` and `term`. */
export const UNMET_SEARCH_PATH = '/functions/v1/unmet-search'

/** Counts are kept for a year and a month, so that a season can be compared with the last one. */
export const UNMET_SEARCH_MONTHS = 13

/** A term with fewer searches is shown to nobody: it may be one person's, and says little. */
export const MIN_SEARCHES = 3

const TERM = /^[0-9A-Z]{2,16}$/
/** More than any registration has. A longer row of digits is likely a telephone number. */
const MAX_DIGITS = 7

/**
 * What is counted of a search: letters and digits alone. Null for what cannot be a registration or a name, or may be
 * somebody's address or telephone number: 'h34 ven' gives 'H34VEN', 'ann@visitor.example' and '07700 900123' null.
 */
export function unmetTerm(search: string): string | null {
  if (search.length > 100 || search.includes('@')) return null
  const term = compactOf(search)
  const digits = term.replace(/\D/g, '').length
  return TERM.test(term) && digits <= MAX_DIGITS ? term : null
}

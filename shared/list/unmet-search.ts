import { compactOf } from '../registration/look-alikes.ts'
import type { ExplorerName } from '../sales/explorers.ts'

/** The lists whose searches without a result are counted: stock, the explorers, and the site search. */
export type SearchedList = 'stock' | ExplorerName | 'site'

/** Where browsers report a search that found nothing, as a form with `list` and `term`. */
export const UNMET_SEARCH_PATH = '/functions/v1/unmet-search'

/** Counts are kept for 13 months, so that a season can be compared with the previous year. */
export const UNMET_SEARCH_MONTHS = 13

/** Rarer terms are never shown: they may come from one person, and say little. */
export const MIN_SEARCHES = 3

const TERM = /^[0-9A-Z]{2,16}$/
/** Longer than any registration. A longer row of digits is probably a telephone number. */
const MAX_DIGITS = 7

/**
 * Normalises a search for counting to letters and digits. Null for text that cannot be a registration or a name, or may
 * be an address or a telephone number: 'h34 ven' gives 'H34VEN', 'ann@visitor.example' and '07700 900123' null.
 */
export function unmetTerm(search: string): string | null {
  if (search.length > 100 || search.includes('@')) return null
  const term = compactOf(search)
  const digits = term.replace(/\D/g, '').length
  return TERM.test(term) && digits <= MAX_DIGITS ? term : null
}

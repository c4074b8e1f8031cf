import { filterItems } from '../../shared/list/filter.ts'
import { compactOf } from '../../shared/registration/look-alikes.ts'
import { parseRegistration } from '../../shared/registration/registration.ts'
import { FILTERS, type Listed, type StockView, WHOLE_STOCK } from '../plates/search/definitions.ts'
import { isSearch, readsAs } from '../plates/search/plate-search.ts'
import { activeFilters, parseStockView, stockQuery } from '../plates/search/plate-view.ts'

/** What a visitor wants to be told of: one registration, or whatever a search of the stock would find. */
export type AlertCriteria =
  | { kind: 'registration'; registration: string }
  | { kind: 'search'; view: StockView }

/**
 * Reads the criteria of an address or of a stored alert: '?registration=sam+1' or the query of a stock search.
 * @returns null where nothing is asked for: an alert on the whole stock is not offered
 */
export function parseCriteria(query: URLSearchParams): AlertCriteria | null {
  const parsed = parseRegistration(query.get('registration') ?? '')
  if (parsed.ok) return { kind: 'registration', registration: parsed.registration.text }
  const asked = parseStockView(query)
  const search = readSearch(asked.search)
  if (search === null) return null
  const view = { ...asked, search, sort: null, page: 1, lastPage: 1 }
  return activeFilters(view).length > 0 ? { kind: 'search', view } : null
}

/** Of letters and digits. */
export const MAX_ALERT_SEARCH = 12

/** The search is repeated in mails to an address that anybody may give, so it is a few letters and digits, and no more. */
function readSearch(typed: string): string | null {
  const words = typed.trim().split(/\s+/).map(compactOf).filter(Boolean).join(' ')
  return words.replaceAll(' ', '').length > MAX_ALERT_SEARCH ? null : words
}

/** The criteria as a query, the same for every spelling of them: 'registration=SAM1', 'q=big+day&to=5000'. */
export function criteriaQuery(criteria: AlertCriteria): string {
  if (criteria.kind === 'registration')
    return new URLSearchParams({ registration: compactOf(criteria.registration) }).toString()
  const { view } = criteria
  return stockQuery({ ...view, search: view.search.toLowerCase() }).slice(1)
}

/** 'SAM 1', or '“BIG DAY”, Prefix, Up to £5,000': short enough for a subject. */
export function nameCriteria(criteria: AlertCriteria): string {
  if (criteria.kind === 'registration') return criteria.registration
  return activeFilters(criteria.view)
    .map(({ label }) => label)
    .join(', ')
}

/** 'SAM 1', or 'plates that match “BIG DAY”, Prefix, Up to £5,000': within a sentence. */
export const describeCriteria = (criteria: AlertCriteria): string =>
  criteria.kind === 'registration' ? criteria.registration : `plates that match ${nameCriteria(criteria)}`

/** Those of the plates that the criteria ask for. */
export function matchPlates<Plate extends Listed>(
  criteria: AlertCriteria,
  plates: readonly Plate[],
): readonly Plate[] {
  if (criteria.kind === 'registration') {
    const wanted = compactOf(criteria.registration)
    return plates.filter(({ registration }) => compactOf(registration) === wanted)
  }
  const { view } = criteria
  const matching = filterItems(FILTERS, plates, view)
  return isSearch(view.search) ? readsAs(matching, view.search) : matching
}

/** As above for sold plates, of which only what is on them counts: the ceiling is for what we ask. */
export function matchSold<Plate extends Listed>(
  criteria: AlertCriteria,
  sold: readonly Plate[],
): readonly Plate[] {
  if (criteria.kind === 'registration') return matchPlates(criteria, sold)
  const { search, format } = criteria.view
  // Without a search every sale of a format would be told.
  return isSearch(search)
    ? matchPlates({ kind: 'search', view: { ...WHOLE_STOCK, search, format } }, sold)
    : []
}

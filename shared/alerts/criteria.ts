import { filterItems } from '../list/filter.ts'
import { FILTERS, type Listed, type StockView, WHOLE_STOCK } from '../plates/search/definitions.ts'
import { isSearch, readsAs } from '../plates/search/plate-search.ts'
import { activeFilters, parseStockView, stockQuery } from '../plates/search/plate-view.ts'
import { compactOf } from '../registration/look-alikes.ts'
import { parseRegistration } from '../registration/registration.ts'

/** The criteria of an alert: one registration, or a search of the stock. */
export type AlertCriteria =
  | { kind: 'registration'; registration: string }
  | { kind: 'search'; view: StockView }

/**
 * Parses the criteria of a URL or of a stored alert: '?registration=sam+1' or the query of a stock search.
 * @returns null if there are none: an alert on the whole stock is not offered
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

/** In letters and digits. */
export const MAX_ALERT_SEARCH = 12

/** Emails repeat the search, and anyone can enter any address, so a search is limited to a few letters and digits. */
function readSearch(typed: string): string | null {
  const words = typed.trim().split(/\s+/).map(compactOf).filter(Boolean).join(' ')
  return words.replaceAll(' ', '').length > MAX_ALERT_SEARCH ? null : words
}

/** The criteria as a query, the same for every spelling: 'registration=SAM1', 'q=big+day&to=5000'. */
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

/** The plates that match the criteria. */
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

/** The same for sold plates, for which only the registration counts: the maximum price refers to our asking price. */
export function matchSold<Plate extends Listed>(
  criteria: AlertCriteria,
  sold: readonly Plate[],
): readonly Plate[] {
  if (criteria.kind === 'registration') return matchPlates(criteria, sold)
  const { view } = criteria
  // Without a search, every sale of a format would be reported.
  if (!isSearch(view.search)) return []
  const ofRegistration = FILTERS.filter(({ isOfRegistration }) => isOfRegistration)
  const kept = Object.fromEntries(ofRegistration.map(({ key }) => [key, view[key]]))
  return matchPlates({ kind: 'search', view: { ...WHOLE_STOCK, ...kept } }, sold)
}

// A view of an explorer as the query of its address, and back.
//   'q=jb&no-seller=Bonhams'   → what holds JB, from every seller but Bonhams
//   'from=abc&sort=;drop&page=-1' → the whole
// The form of the page asks with the same names. It adds `set`, the button that was pressed, and `had-category`, the
// categories that were ticked before, because types follow categories and a form tells only how things stand.

import {
  type Change,
  changeView,
  coupleTypes,
  type ExplorerName,
  type ExplorerView,
  type FacetKey,
  type Facets,
  normalizeView,
  type Selection,
  SORT_KEYS,
  selected,
  WHOLE_VIEW,
} from './explorer-view.ts'

const LONGEST_SEARCH = 40
const LAST_YEAR = 9_999
const MOST_PAGES = 1_000_000_000

const FACETS: readonly FacetKey[] = ['seller', 'category', 'type']

/** What an address asks for; nonsense is the nearest sensible view. */
export function parseView(query: URLSearchParams, facets: Facets, explorer: ExplorerName): ExplorerView {
  const [key = '', direction] = (query.getAll('sort').at(-1) ?? '').split('.')
  const sort = SORT_KEYS[explorer].find((known) => known === key)
  let view: ExplorerView = {
    ...WHOLE_VIEW,
    search: (query.get('q') ?? '').replaceAll('\0', '').slice(0, LONGEST_SEARCH),
    sort: sort ?? WHOLE_VIEW.sort,
    isDescending: sort === undefined || direction !== 'asc',
    page: parsePage(query.get('page')),
  }
  if (explorer === 'uk') {
    for (const facet of FACETS) view = { ...view, [facet]: parseSelection(query, facets, facet) }
    view.yearFrom = parseYear(query.get('from'), Math.ceil)
    view.yearTo = parseYear(query.get('to'), Math.floor)
    if (query.has('had-category')) {
      const had = query.getAll('had-category')
      const ticked = selected(view, facets, 'category')
      view = coupleTypes(
        view,
        facets,
        ticked.filter((category) => !had.includes(category)),
        had.filter((category) => !ticked.includes(category)),
      )
    }
    view = normalizeView(view, facets)
  }
  const change = parseChange(query.get('set') ?? '', explorer)
  return change ? changeView(view, facets, change) : view
}

/** The query of a view, begun with '?'; empty for the whole. The same rows have one address. */
export function viewQuery(view: ExplorerView, facets: Facets): string {
  const query = new URLSearchParams()
  if (view.search !== '') query.set('q', view.search)
  for (const facet of FACETS) appendSelection(query, view[facet], facets, facet)
  if (view.yearFrom !== null) query.set('from', String(view.yearFrom))
  if (view.yearTo !== null) query.set('to', String(view.yearTo))
  if (view.sort !== WHOLE_VIEW.sort || !view.isDescending)
    query.set('sort', view.isDescending ? view.sort : `${view.sort}.asc`)
  if (view.page > 1) query.set('page', String(view.page))
  const text = query.toString()
  return text && `?${text}`
}

/** `seller=A&seller=B` are these two, `no-seller=A` is all but that one, and `seller=` alone is none. */
function parseSelection(query: URLSearchParams, facets: Facets, facet: FacetKey): Selection {
  const known = (values: string[]) =>
    facets[facet].map(({ value }) => value).filter((value) => values.includes(value))
  if (query.has(facet)) {
    const asked = query.getAll(facet)
    const chosen = known(asked)
    return chosen.length === 0 && asked.some((value) => value !== '') ? null : chosen
  }
  const left = query.getAll(`no-${facet}`)
  if (left.length === 0) return null
  const without = known(left)
  return facets[facet].map(({ value }) => value).filter((value) => !without.includes(value))
}

function appendSelection(query: URLSearchParams, selection: Selection, facets: Facets, facet: FacetKey) {
  if (selection === null) return
  const left = facets[facet].map(({ value }) => value).filter((value) => !selection.includes(value))
  if (selection.length === 0) query.append(facet, '')
  else if (left.length < selection.length) for (const value of left) query.append(`no-${facet}`, value)
  else for (const value of selection) query.append(facet, value)
}

/** An empty or non-numeric bound is none. */
export function parseYear(text: string | null, round: (year: number) => number = Math.round): number | null {
  if (text === null || !/^\s*[+-]?\d{1,9}(?:\.\d*)?\s*$/.test(text)) return null
  return Math.min(Math.max(0, round(Number(text))), LAST_YEAR)
}

function parsePage(text: string | null): number {
  return text !== null && /^\d{1,10}$/.test(text) ? Math.min(Math.max(1, Number(text)), MOST_PAGES) : 1
}

/** What the button named `set` asks: 'all.seller', 'sort.sale_date', 'page.2', 'years.2021-2025', 'clear'. */
export function parseChange(text: string, explorer: ExplorerName): Change | null {
  const [what = '', which = ''] = text.split('.')
  const facet = FACETS.find((known) => known === which)
  if ((what === 'all' || what === 'none') && facet && explorer === 'uk') return { do: what, facet }
  const key = SORT_KEYS[explorer].find((known) => known === which)
  if (what === 'sort' && key) return { do: 'sort', key }
  if (what === 'page') return { do: 'page', page: parsePage(which) }
  if (what === 'clear') return { do: 'clear' }
  if (what !== 'years' || explorer !== 'uk') return null
  const [from = null, to = null] = which.split('-')
  return { do: 'years', from: parseYear(from), to: parseYear(to) }
}

/** The same the other way round, for the buttons of the form. */
export function writeChange(change: Change): string {
  switch (change.do) {
    case 'all':
    case 'none':
      return `${change.do}.${change.facet}`
    case 'sort':
      return `sort.${change.key}`
    case 'page':
      return `page.${change.page}`
    case 'years':
      return `years.${change.from ?? ''}-${change.to ?? ''}`
    default:
      return 'clear'
  }
}

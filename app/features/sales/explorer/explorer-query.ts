// Converts the view of an explorer to and from a URL query: 'q=jb&no-seller=Bonhams' → search jb, every seller except
// Bonhams. The form also submits `set`, the pressed button, and `had-category`, the categories that were selected when
// it was rendered.

import { appendFilters, parseFilters } from '#shared/list/filter.ts'
import {
  ALL_FILTERS,
  type ExplorerView,
  FACETS,
  type Facets,
  OFFERED_FILTERS,
  parseYear,
  SORT_KEYS,
  WHOLE_VIEW,
} from '#shared/sales/explorer/definitions.ts'
import { type Change, changeView, coupleTypes, normalizeView } from '#shared/sales/explorer/explorer-view.ts'
import { selected } from '#shared/sales/explorer/facets.ts'
import { EXPLORERS, type ExplorerName } from '#shared/sales/explorers.ts'

const MAX_PAGE = 1_000_000_000

export function parseView(query: URLSearchParams, facets: Facets, explorer: ExplorerName): ExplorerView {
  const { hasPanels } = EXPLORERS[explorer]
  const [key = '', direction] = (query.getAll('sort').at(-1) ?? '').split('.')
  const sort = SORT_KEYS[explorer].find((known) => known === key)
  let view: ExplorerView = {
    ...WHOLE_VIEW,
    ...parseFilters(OFFERED_FILTERS[explorer], query, facets),
    sort: sort ?? WHOLE_VIEW.sort,
    isDescending: sort === undefined || direction !== 'asc',
    page: parsePage(query.get('page')),
  }
  if (hasPanels) {
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

/** Begins with '?'; empty for the default view. Views with the same rows have the same query. */
export function viewQuery(view: ExplorerView, facets: Facets): string {
  const query = new URLSearchParams()
  appendFilters(ALL_FILTERS, query, view, facets)
  if (view.sort !== WHOLE_VIEW.sort || !view.isDescending)
    query.set('sort', view.isDescending ? view.sort : `${view.sort}.asc`)
  if (view.page > 1) query.set('page', String(view.page))
  const text = query.toString()
  return text && `?${text}`
}

export const selectionQuery = (view: ExplorerView, facets: Facets) =>
  viewQuery({ ...view, sort: WHOLE_VIEW.sort, isDescending: WHOLE_VIEW.isDescending, page: 1 }, facets)

function parsePage(text: string | null): number {
  return text !== null && /^\d{1,10}$/.test(text) ? Math.min(Math.max(1, Number(text)), MAX_PAGE) : 1
}

/** The value of the button `set`: 'all.seller', 'sort.sale_date', 'total.none', 'page.2', 'years.2021-2025', 'clear'. */
export function parseChange(text: string, explorer: ExplorerName): Change | null {
  const { hasPanels } = EXPLORERS[explorer]
  const [what = '', which = ''] = text.split('.')
  const facet = FACETS.find((known) => known.key === which)?.key
  if ((what === 'all' || what === 'none') && facet && hasPanels) return { do: what, facet }
  const key = SORT_KEYS[explorer].find((known) => known === which)
  if (what === 'sort' && key) return { do: 'sort', key }
  if (what === 'total' && hasPanels) return { do: 'total', isMissing: which === 'none' }
  if (what === 'page') return { do: 'page', page: parsePage(which) }
  if (what === 'clear') return { do: 'clear' }
  if (what !== 'years' || !hasPanels) return null
  const [from = null, to = null] = which.split('-')
  return { do: 'years', from: parseYear(from), to: parseYear(to) }
}

export function writeChange(change: Change): string {
  switch (change.do) {
    case 'all':
    case 'none':
      return `${change.do}.${change.facet}`
    case 'sort':
      return `sort.${change.key}`
    case 'total':
      return `total.${change.isMissing ? 'none' : 'any'}`
    case 'page':
      return `page.${change.page}`
    case 'years':
      return `years.${change.from ?? ''}-${change.to ?? ''}`
    default:
      return 'clear'
  }
}

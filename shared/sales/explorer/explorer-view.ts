import { activeFilters, filterItems } from '../../list/filter.ts'
import { pageOf } from '../../list/paging.ts'
import { cleanLine } from '../../text/clean-text.ts'
import { formatNumber } from '../../text/format.ts'
import type { FacetKey, SortKey } from '../explorers.ts'
import { EXPLORERS, type ExplorerName } from '../explorers.ts'
import type { Sale } from '../sale.ts'
import {
  ALIKE_FILTERS,
  ALL_FACETS,
  ALL_FILTERS,
  type ExplorerView,
  FACETS,
  type Facet,
  type Facets,
  FILTERS,
  type FilteredSale,
  isTotalUnknown,
  PANEL_FILTERS,
  type Selection,
  WHOLE_VIEW,
} from './definitions.ts'
import { type CountsBeside, listedValues, selected, withoutFacet } from './facets.ts'
import { readableWord } from './plate-text.ts'

export const PAGE_SIZE = 50
export const TOP_SALES = 50
/** Later pages would take the database ever longer, and nobody reads them. */
export const MAX_PAGES = 200

export type Change =
  | { do: 'search'; text: string }
  | { do: 'tick'; facet: FacetKey; value: string; isOn: boolean }
  | { do: 'all' | 'none'; facet: FacetKey }
  | { do: 'years'; from: number | null; to: number | null }
  | { do: 'sort'; key: SortKey }
  | { do: 'total'; isMissing: boolean }
  | { do: 'page'; page: number }
  | { do: 'clear' }

export function changeView(view: ExplorerView, facets: Facets, change: Change): ExplorerView {
  switch (change.do) {
    case 'search':
      return { ...view, search: cleanLine(change.text), page: 1 }
    case 'tick':
      return normalizeView({ ...tick(view, facets, change), page: 1 }, facets)
    case 'all':
      return normalizeView({ ...selectAll(view, facets, change.facet), page: 1 }, facets)
    case 'none':
      return normalizeView({ ...deselectAll(view, facets, change.facet), page: 1 }, facets)
    case 'years':
      return normalizeView({ ...view, yearFrom: change.from, yearTo: change.to, page: 1 }, facets)
    case 'sort':
      return change.key === view.sort
        ? { ...view, isDescending: !view.isDescending, page: 1 }
        : { ...view, sort: change.key, isDescending: true, page: 1 }
    case 'total':
      // The newest first: they are those for whose auctions no rate is certain yet.
      return {
        ...view,
        isTotalMissing: change.isMissing,
        sort: change.isMissing ? 'sale_date' : WHOLE_VIEW.sort,
        isDescending: true,
        page: 1,
      }
    case 'page':
      return { ...view, page: change.page }
    case 'clear':
      return { ...WHOLE_VIEW, sort: view.sort, isDescending: view.isDescending }
  }
}

function tick(
  view: ExplorerView,
  facets: Facets,
  { facet, value, isOn }: { facet: FacetKey; value: string; isOn: boolean },
): ExplorerView {
  const values = new Set(selected(view, facets, facet))
  if (isOn) values.add(value)
  else values.delete(value)
  const next = { ...view, [facet]: [...values] }
  return facet === 'category' ? coupleTypes(next, facets, isOn ? [value] : [], isOn ? [] : [value]) : next
}

/** Types follow categories, but a selected category never loses its own types (specification, 10. Sales). */
export function coupleTypes(
  view: ExplorerView,
  facets: Facets,
  added: readonly string[],
  removed: readonly string[],
): ExplorerView {
  const stillTicked = new Set(selected(view, facets, 'category'))
  const types = new Set(selected(view, facets, 'type'))
  for (const { value, parents = {} } of facets.type) {
    const categories = Object.keys(parents)
    if (categories.some((category) => added.includes(category))) types.add(value)
    else if (
      categories.some((category) => removed.includes(category)) &&
      !categories.some((category) => stillTicked.has(category))
    )
      types.delete(value)
  }
  return { ...view, type: [...types] }
}

/** Deselecting every category deselects each of them with its types. */
function deselectAll(view: ExplorerView, facets: Facets, facet: FacetKey): ExplorerView {
  const next = { ...view, [facet]: [] }
  return facet === 'category' ? coupleTypes(next, facets, [], selected(view, facets, facet)) : next
}

function selectAll(view: ExplorerView, facets: Facets, facet: FacetKey): ExplorerView {
  if (facet === 'category') return { ...view, category: null, type: null }
  const listed = listedValues(view, facets, facet).map(({ value }) => value)
  return { ...view, [facet]: listed.length === facets[facet].length ? null : listed }
}

export function normalizeView(view: ExplorerView, facets: Facets): ExplorerView {
  const select = (facet: FacetKey): Selection => {
    const chosen = view[facet]
    if (chosen === null) return null
    const known = facets[facet].map(({ value }) => value).filter((value) => chosen.includes(value))
    return known.length === facets[facet].length ? null : known
  }
  const { yearFrom, yearTo } = view
  const { yearMin, yearMax } = facets
  return {
    ...view,
    ...(Object.fromEntries(FACETS.map(({ key }) => [key, select(key)])) as Pick<ExplorerView, FacetKey>),
    // A limit that excludes nothing becomes null, unless the range is reversed, which must stay empty.
    yearFrom:
      yearFrom !== null && yearMin !== null && yearFrom <= yearMin && (yearTo ?? yearMin) >= yearMin
        ? null
        : yearFrom,
    yearTo:
      yearTo !== null && yearMax !== null && yearTo >= yearMax && (yearFrom ?? yearMax) <= yearMax
        ? null
        : yearTo,
  }
}

interface YearPreset {
  text: string
  from: number | null
  to: number | null
  isDisabled?: boolean
}

/** True if no sale in the data is of this year: their latest year is an earlier one. */
export const isYearAhead = ({ yearMax }: Facets, thisYear: number): boolean =>
  yearMax !== null && yearMax < thisYear

export function yearPresets(facets: Facets, thisYear: number): YearPreset[] {
  const { yearMax } = facets
  const latest = (years: number) => ({ from: yearMax === null ? null : yearMax - years + 1, to: yearMax })
  return [
    { text: 'This year', from: thisYear, to: thisYear, isDisabled: isYearAhead(facets, thisYear) },
    { text: 'Last 5 years', ...latest(5) },
    { text: 'Last 10 years', ...latest(10) },
    { text: 'All years', from: null, to: null },
  ]
}

export interface ExplorerPage {
  rows: Sale[]
  /** The positions of the first and last row, from 1; both 0 without rows. */
  from: number
  to: number
  /** Both groups: first the sales that match the search, then those that read like it. */
  count: number
  alike: number
  /** How many of both groups have no total price; 0 where that is not told. */
  untotalled: number
  total: number
  page: number
  pages: number
}

/** Only the order by total has them at its end. */
export const namesUntotalled = ({ sort, isTotalMissing }: ExplorerView): boolean =>
  sort === 'total_price' && !isTotalMissing

export function viewSales(
  records: readonly Sale[],
  view: ExplorerView,
  explorer: ExplorerName,
): ExplorerPage {
  const matching = sortSales(filterSales(records, view, explorer), view)
  const alike = sortSales(alikeSales(records, view, explorer), view)
  const passed = alike.length === 0 ? matching : [...matching, ...alike]
  const bounds = pageBounds(passed.length, view.page)
  return {
    ...bounds,
    rows: passed.slice(Math.max(0, bounds.from - 1), bounds.to),
    count: passed.length,
    alike: alike.length,
    untotalled: namesUntotalled(view) ? passed.filter(isTotalUnknown).length : 0,
    total: records.length,
  }
}

export function pageBounds(
  count: number,
  requested: number,
): Pick<ExplorerPage, 'from' | 'to' | 'page' | 'pages'> {
  const { page, pages, from } = pageOf(Math.min(count, MAX_PAGES * PAGE_SIZE), requested, PAGE_SIZE)
  return { page, pages, from: count === 0 ? 0 : from + 1, to: Math.min(from + PAGE_SIZE, count) }
}

export function filterSales<Row extends FilteredSale>(
  sales: readonly Row[],
  view: ExplorerView,
  explorer: ExplorerName,
): readonly Row[] {
  return filterItems(FILTERS[explorer], sales, view)
}

/** Sales that read like the search but do not match it. */
export function alikeSales<Row extends FilteredSale>(
  sales: readonly Row[],
  view: ExplorerView,
  explorer: ExplorerName,
): readonly Row[] {
  return readableWord(view.search) === null ? [] : filterItems(ALIKE_FILTERS[explorer], sales, view)
}

/** The number of matching rows on the page; the others read like the search. */
export const matchingRows = ({ rows, from, count, alike }: ExplorerPage): number =>
  Math.min(rows.length, Math.max(0, count - alike - from + 1))

/** Ties stay in the order of the records, or in its reverse, so that one direction is the reverse of the other. */
export function sortSales<Record extends Sale>(
  records: readonly Record[],
  { sort, isDescending }: Pick<ExplorerView, 'sort' | 'isDescending'>,
): Record[] {
  const sign = isDescending ? -1 : 1
  const ordered = isDescending ? records : [...records].reverse()
  const keyed = ordered.map((record) => ({ record, key: sortKey(record, sort) }))
  keyed.sort((one, other) => {
    if (one.key !== other.key) return one.key < other.key ? -sign : sign
    return sort === 'sale_date' ? orZero(other.record.hammerPriceGbp) - orZero(one.record.hammerPriceGbp) : 0
  })
  return keyed.map(({ record }) => record)
}

/** A missing price sorts just below a price of 0. */
function orZero(priceGbp: number | null): number {
  return priceGbp ?? -0.5
}

function sortKey(record: Sale, sort: SortKey): string | number {
  switch (sort) {
    case 'plate_number':
      return record.registration.toLowerCase()
    case 'where_sold':
      return (record.whereSold ?? '').toLowerCase()
    case 'hammer_price':
      return orZero(record.hammerPriceGbp)
    case 'total_price':
      return orZero(record.totalPriceGbp)
    case 'sale_date':
      return record.saleYear * 100 + (record.saleMonth ?? 0)
  }
}

/** The dearest sales; empty for an explorer whose sales have one price. */
export const topSales = (records: readonly Sale[], explorer: ExplorerName): Sale[] =>
  EXPLORERS[explorer].hasHammerPrice ? sortSales(records, WHOLE_VIEW).slice(0, TOP_SALES) : []

/** 'Showing 1-50 of 75 sales (filtered from 999 total)' */
export function describeRange(
  { from, to, count, total }: ExplorerPage,
  search: string,
  explorer: ExplorerName,
): string {
  const [number, whole, of] = [count, total, to].map(formatNumber)
  const first = formatNumber(from)
  const [until, rows, all] = EXPLORERS[explorer].range
  const range = `Showing ${first}${until}${of} of ${number} ${rows}`
  return search === '' ? range : `${range} (filtered from ${whole} ${all})`
}

/** '3 sales match; 4 more read as SINGH', 'No sale matches; 1 reads as BORIS'; null if none reads like the search. */
export function describeGroups({ count, alike }: ExplorerPage, search: string): string | null {
  const word = readableWord(search)
  if (word === null || alike === 0) return null
  const matching = count - alike
  const reads = `${alike === 1 ? 'reads' : 'read'} as ${word}`
  if (matching === 0) return `No sale matches; ${formatNumber(alike)} ${reads}`
  return `${formatNumber(matching)} ${matching === 1 ? 'sale matches' : 'sales match'}; ${formatNumber(alike)} more ${reads}`
}

export function describeFilters(view: ExplorerView, facets: Facets): string {
  // Without a category the panel lists no type.
  const shown = view.category?.length === 0 ? { ...view, type: [] } : view
  // The specification names three facets and the years; others are only named if they narrow the list.
  return PANEL_FILTERS.filter(({ key, isActive }) => !['selection', 'total'].includes(key) || isActive(view))
    .map(({ describe }) => describe(shown, facets))
    .join(', ')
}

/** The types that come with the ticked categories are no filter of their own. */
export function countActiveFilters(view: ExplorerView, facets: Facets): number {
  const isWhole = listedValues(view, facets, 'type').every(({ value }) => view.type?.includes(value))
  return activeFilters(PANEL_FILTERS, view).filter(({ key }) => key !== 'type' || !isWhole).length
}

/** By the filters of each panel but its own. */
export function countsBeside(
  records: readonly Sale[],
  view: ExplorerView,
  explorer: ExplorerName,
): CountsBeside {
  return countsOfEach(({ key, field }) => {
    const asked = withoutFacet(view, key)
    const counts = new Map<string, number>()
    for (const sales of [filterSales(records, asked, explorer), alikeSales(records, asked, explorer)])
      for (const { [field]: value } of sales) if (value) counts.set(value, (counts.get(value) ?? 0) + 1)
    return counts
  })
}

/** Of a large explorer, whose facets count without filters: null where others narrow the sales. */
export function knownCounts(view: ExplorerView, facets: Facets): CountsBeside {
  return countsOfEach(({ key, parent }) => {
    const others = withoutFacet(view, key)
    if (!hasFilters(others)) return new Map(facets[key].map(({ value, count }) => [value, count]))
    if (!parent || hasFilters(withoutFacet(others, parent))) return null
    // A sale without a category passes.
    const chosen = ['', ...selected(view, facets, parent)]
    return new Map(
      facets[key].map(({ value, parents = {} }) => [
        value,
        chosen.reduce((sum, one) => sum + (parents[one] ?? 0), 0),
      ]),
    )
  })
}

const countsOfEach = (countsOf: (facet: Facet) => ReadonlyMap<string, number> | null) =>
  Object.fromEntries(ALL_FACETS.map((facet) => [facet.key, countsOf(facet)])) as CountsBeside

export const hasFilters = (view: ExplorerView): boolean => activeFilters(ALL_FILTERS, view).length > 0

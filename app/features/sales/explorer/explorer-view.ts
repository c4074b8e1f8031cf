// The Sales Explorers as a function: from the records and what the visitor asks to what the page shows. The server
// uses it for the first page, the browser for everything after, and both when only archived records are to be had.
// explorer-query.ts turns a view into an address and back.

import { formatNumber } from '../../../shared/format.ts'
import type { Sale } from '../sale.ts'

export const PAGE_SIZE = 50
export const TOP_SALES = 50

/** A live read holds at most this many records; beyond it the same view is asked of the backend. */
export const LIVE_READ_CAP = 1_000

export type ExplorerName = 'uk' | 'jersey'
export type SortKey = 'plate_number' | 'hammer_price' | 'total_price' | 'sale_date' | 'where_sold'
export type FacetKey = 'seller' | 'category' | 'type'

/** The values that are ticked, in the order of the facets; null is all of them. */
export type Selection = readonly string[] | null

export interface ExplorerView {
  /** As typed. */
  search: string
  seller: Selection
  category: Selection
  type: Selection
  /** Null is the data's earliest year. */
  yearFrom: number | null
  /** Null is the data's latest year. */
  yearTo: number | null
  sort: SortKey
  isDescending: boolean
  /** From 1; bounded by what there is when the page is made. */
  page: number
}

export const WHOLE_VIEW: ExplorerView = {
  search: '',
  seller: null,
  category: null,
  type: null,
  yearFrom: null,
  yearTo: null,
  sort: 'total_price',
  isDescending: true,
  page: 1,
}

export const SORT_KEYS: Record<ExplorerName, readonly SortKey[]> = {
  uk: ['plate_number', 'hammer_price', 'total_price', 'sale_date'],
  jersey: ['plate_number', 'total_price', 'where_sold', 'sale_date'],
}

/* ---- What there is to choose from ---- */

export interface FacetValue {
  value: string
  /** Sales with this value, whatever else is chosen. */
  count: number
}

export interface Facets {
  seller: FacetValue[]
  category: FacetValue[]
  /** With the categories in which the type occurs. */
  type: (FacetValue & { categories: string[] })[]
  /** Null where there are no records. */
  yearMin: number | null
  yearMax: number | null
  /** All records. */
  total: number
}

/** A count of sales of a kind, as a view of the backend gives it, or one record with a count of one. */
export interface KindCount {
  whereSold: string | null
  category: string | null
  type: string | null
  count: number
}

export function facetsOf(records: readonly Sale[]): Facets {
  let yearMin: number | null = null
  let yearMax: number | null = null
  for (const { saleYear } of records) {
    if (yearMin === null || saleYear < yearMin) yearMin = saleYear
    if (yearMax === null || saleYear > yearMax) yearMax = saleYear
  }
  return {
    ...facetsOfKinds(records.map((record) => ({ ...record, count: 1 }))),
    yearMin,
    yearMax,
    total: records.length,
  }
}

/** Sellers by their number of sales, categories as the trade orders them, types by name. */
export function facetsOfKinds(kinds: readonly KindCount[]): Pick<Facets, FacetKey> {
  const sellers = new Map<string, number>()
  const categories = new Map<string, number>()
  const types = new Map<string, { count: number; categories: Set<string> }>()
  for (const { whereSold, category, type, count } of kinds) {
    if (hasText(whereSold)) sellers.set(whereSold, (sellers.get(whereSold) ?? 0) + count)
    if (hasText(category)) categories.set(category, (categories.get(category) ?? 0) + count)
    if (!hasText(type)) continue
    const known = types.get(type) ?? { count: 0, categories: new Set() }
    known.count += count
    if (hasText(category)) known.categories.add(category)
    types.set(type, known)
  }
  const values = (counts: Map<string, number>) => [...counts].map(([value, count]) => ({ value, count }))
  const byName = (one: FacetValue, other: FacetValue) => compareText(one.value, other.value)
  const inCategoryOrder = (one: string, other: string) =>
    categoryRank(one) - categoryRank(other) || compareText(one, other)
  return {
    seller: values(sellers).sort((one, other) => other.count - one.count || byName(one, other)),
    category: values(categories).sort((one, other) => inCategoryOrder(one.value, other.value)),
    type: [...types]
      .map(([value, { count, categories: of }]) => ({
        value,
        count,
        categories: [...of].sort(inCategoryOrder),
      }))
      .sort(byName),
  }
}

const CATEGORIES =
  'Single-Single,Number 1,3-Character,3x1,1x3,2x2,2x3,3x2,3x3,1x4,2x4,3x4,Suffix,Prefix,Current'.split(',')

function categoryRank(category: string): number {
  const rank = CATEGORIES.indexOf(category)
  return rank === -1 ? CATEGORIES.length : rank
}

/** The types that the Type panel lists: those of the selected categories. */
export function listedTypes(view: ExplorerView, facets: Facets): Facets['type'] {
  const chosen = new Set(selected(view, facets, 'category'))
  return facets.type.filter(({ categories }) => categories.some((category) => chosen.has(category)))
}

/** The ticked values of a facet, all of them spelt out. */
export function selected(view: ExplorerView, facets: Facets, facet: FacetKey): readonly string[] {
  return view[facet] ?? facets[facet].map(({ value }) => value)
}

/* ---- What a visitor may do ---- */

export type Change =
  | { do: 'search'; text: string }
  | { do: 'tick'; facet: FacetKey; value: string; isOn: boolean }
  | { do: 'all' | 'none'; facet: FacetKey }
  | { do: 'years'; from: number | null; to: number | null }
  | { do: 'sort'; key: SortKey }
  | { do: 'page'; page: number }
  | { do: 'clear' }

/** The view after a change. Any change of search, filter or year begins at page 1 again; a sort stays where it is. */
export function changeView(view: ExplorerView, facets: Facets, change: Change): ExplorerView {
  switch (change.do) {
    case 'search':
      return { ...view, search: change.text, page: 1 }
    case 'tick':
      return normalizeView({ ...tick(view, facets, change), page: 1 }, facets)
    case 'all':
      return normalizeView({ ...selectAll(view, facets, change.facet), page: 1 }, facets)
    case 'none':
      return normalizeView({ ...view, [change.facet]: [], page: 1 }, facets)
    case 'years':
      return normalizeView({ ...view, yearFrom: change.from, yearTo: change.to, page: 1 }, facets)
    case 'sort':
      return change.key === view.sort
        ? { ...view, isDescending: !view.isDescending }
        : { ...view, sort: change.key, isDescending: true }
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

/**
 * A category that is ticked brings its types; one that is unticked takes along those that no category still
 * ticked has, so that a ticked category never loses its own rows.
 */
export function coupleTypes(
  view: ExplorerView,
  facets: Facets,
  added: readonly string[],
  removed: readonly string[],
): ExplorerView {
  const stillTicked = new Set(selected(view, facets, 'category'))
  const types = new Set(selected(view, facets, 'type'))
  for (const { value, categories } of facets.type) {
    if (categories.some((category) => added.includes(category))) types.add(value)
    else if (
      categories.some((category) => removed.includes(category)) &&
      !categories.some((category) => stillTicked.has(category))
    )
      types.delete(value)
  }
  return { ...view, type: [...types] }
}

function selectAll(view: ExplorerView, facets: Facets, facet: FacetKey): ExplorerView {
  if (facet === 'seller') return { ...view, seller: null }
  if (facet === 'category') return { ...view, category: null, type: null }
  return { ...view, type: listedTypes(view, facets).map(({ value }) => value) }
}

/** The same view in its shortest form: only values there are, in their order, and nothing where all is meant. */
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
    seller: select('seller'),
    category: select('category'),
    type: select('type'),
    // A bound that keeps nothing out is none, unless the other one lies beyond it and would seem to be turned round.
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

export interface YearPreset {
  text: string
  from: number | null
  to: number | null
}

/** This calendar year; the latest five and ten years there are sales of; all of them. */
export function yearPresets({ yearMax }: Facets, thisYear: number): YearPreset[] {
  const latest = (years: number) => ({ from: yearMax === null ? null : yearMax - years + 1, to: yearMax })
  return [
    { text: 'This year', from: thisYear, to: thisYear },
    { text: 'Last 5 years', ...latest(5) },
    { text: 'Last 10 years', ...latest(10) },
    { text: 'All years', from: null, to: null },
  ]
}

/* ---- What is shown ---- */

export interface ExplorerPage {
  rows: Sale[]
  /** Places of the first and last row shown, from 1; both 0 where there is none. */
  from: number
  to: number
  /** Records that pass search and filters. */
  count: number
  /** All records. */
  total: number
  page: number
  pages: number
}

export function viewSales(
  records: readonly Sale[],
  view: ExplorerView,
  explorer: ExplorerName,
): ExplorerPage {
  const passed = sortSales(filterSales(records, view, explorer), view)
  const bounds = pageBounds(passed.length, view.page)
  return {
    ...bounds,
    rows: passed.slice(Math.max(0, bounds.from - 1), bounds.to),
    count: passed.length,
    total: records.length,
  }
}

/** Next and Previous cannot go past the last or first page, and no more can an address. */
export function pageBounds(
  count: number,
  asked: number,
): Pick<ExplorerPage, 'from' | 'to' | 'page' | 'pages'> {
  const pages = Math.max(1, Math.ceil(count / PAGE_SIZE))
  const page = Math.min(Math.max(1, asked), pages)
  const first = (page - 1) * PAGE_SIZE
  return { page, pages, from: count === 0 ? 0 : first + 1, to: Math.min(first + PAGE_SIZE, count) }
}

/** UK: the registration holds the text. Jersey: the registration or where it was sold does. */
export function filterSales(records: readonly Sale[], view: ExplorerView, explorer: ExplorerName): Sale[] {
  const term = view.search.toLowerCase()
  const { yearFrom, yearTo } = view
  const holds = (text: string | null) => text?.toLowerCase().includes(term) ?? false
  const sellers = matchesSelection(view.seller)
  const categories = matchesSelection(view.category)
  const types = matchesSelection(view.type)
  return records.filter(
    (record) =>
      (term === '' || holds(record.registration) || (explorer === 'jersey' && holds(record.whereSold))) &&
      sellers(record.whereSold) &&
      categories(record.category) &&
      types(record.type) &&
      (yearFrom === null || record.saleYear >= yearFrom) &&
      (yearTo === null || record.saleYear <= yearTo),
  )
}

/** A value passes if it is blank or selected. */
function matchesSelection(selection: Selection): (value: string | null) => boolean {
  if (selection === null) return () => true
  const chosen = new Set(selection)
  return (value) => !hasText(value) || chosen.has(value)
}

/** A new, sorted array. Ties go by id, so that either direction is the other one turned round. */
export function sortSales<Record extends Sale>(
  records: readonly Record[],
  { sort, isDescending }: Pick<ExplorerView, 'sort' | 'isDescending'>,
): Record[] {
  const sign = isDescending ? -1 : 1
  const keyed = records.map((record) => ({ record, key: sortKey(record, sort) }))
  keyed.sort((one, other) => {
    if (one.key !== other.key) return one.key < other.key ? -sign : sign
    const byHammer =
      sort === 'sale_date' ? orZero(other.record.hammerPriceGbp) - orZero(one.record.hammerPriceGbp) : 0
    return byHammer || -sign * compareText(one.record.id, other.record.id)
  })
  return keyed.map(({ record }) => record)
}

/** Missing counts as 0; where it meets a price of 0, it stands below. */
function orZero(priceGbp: number | null): number {
  return priceGbp ?? -0.5
}

/** Missing numbers count as 0, so does a missing month; text is compared without regard to case. */
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

/** The fifty dearest by total price, whatever the view: the table for those who cannot see the other. */
export function topSales(records: readonly Sale[]): Sale[] {
  return sortSales(records, WHOLE_VIEW).slice(0, TOP_SALES)
}

/* ---- In words ---- */

/** 'Showing 1-50 of 75 sales', and from how many a search has filtered them. */
export function describeRange(
  { from, to, count, total }: ExplorerPage,
  search: string,
  explorer: ExplorerName,
): string {
  const [number, whole, of] = [count, total, to].map(formatNumber)
  const first = formatNumber(from)
  const [range, filtered] =
    explorer === 'uk'
      ? [`Showing ${first}-${of} of ${number} sales`, ` (filtered from ${whole} total)`]
      : [`Showing ${first} to ${of} of ${number} entries`, ` (filtered from ${whole} total entries)`]
  return search === '' ? range : range + filtered
}

/** 'Seller: 3/5, Category: 12/12, Type: 9/9, Years: 1989-2025' */
export function describeFilters(view: ExplorerView, facets: Facets): string {
  const share = (facet: FacetKey) => `${selected(view, facets, facet).length}/${facets[facet].length}`
  const years = `${view.yearFrom ?? facets.yearMin ?? ''}-${view.yearTo ?? facets.yearMax ?? ''}`
  return `Seller: ${share('seller')}, Category: ${share('category')}, Type: ${share('type')}, Years: ${years}`
}

/** How many of the four panels narrow the view. */
export function countActiveFilters({ seller, category, type, yearFrom, yearTo }: ExplorerView): number {
  return [seller !== null, category !== null, type !== null, yearFrom !== null || yearTo !== null].filter(
    Boolean,
  ).length
}

/** Whether anything but sort and page differs from the whole. */
export function hasFilters(view: ExplorerView): boolean {
  return view.search !== '' || countActiveFilters(view) > 0
}

/** Whether a value says anything; blank counts as missing. */
export function hasText(value: string | null): value is string {
  return value !== null && value.trim() !== ''
}

/** By code point, alike on every machine. */
function compareText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}

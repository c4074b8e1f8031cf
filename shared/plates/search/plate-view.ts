import { activeFilters as activeOf, appendFilters, filterItems, parseFilters } from '../../list/filter.ts'
import { pageOf } from '../../list/paging.ts'
import { compactOf } from '../../registration/look-alikes.ts'
import {
  FILTERS,
  type Listed,
  MAX_PRICE_GBP,
  readUnread,
  SORTS,
  type Sort,
  type StockView,
  WHOLE_STOCK,
} from './definitions.ts'
import { findInitials, findStarts, isSearch, searchStock } from './plate-search.ts'

/** Specification, 10. Decisions on open points, Plates. */
export const PAGE_SIZE = 48

/** "Show more" appends up to this many pages; the next one is a page of its own, to keep the document small. */
export const MAX_PAGES_TOGETHER = 5

/** Invalid parameters are ignored or corrected: 'from=9000&to=100' gives £100 to £9,000, 'format=x&page=-1' all. */
export function parseStockView(query: URLSearchParams): StockView {
  const view: StockView = { ...WHOLE_STOCK, ...parseFilters(FILTERS, query, null) }
  const typed = (query.get('sort') ?? '').trim().toLowerCase()
  const sort = SORTS.find(({ value }) => value === typed)?.value ?? null
  return {
    ...view,
    sort: sort === 'best' || sort === defaultSort(view.search) ? null : sort,
    ...parsePages(query.get('page') ?? ''),
    unread: readUnread(query),
  }
}

/** '3' is page 3; '2-4' shows pages 2 to 4 together; '4-2', '0' and 'x' are page 4, 1 and 1. */
function parsePages(text: string): Pick<StockView, 'page' | 'lastPage'> {
  const match = /^\s*(\d{1,9})(?:-(\d{1,9}))?\s*$/.exec(text)
  const page = Math.max(1, Number(match?.[1] ?? 1))
  const lastPage = Number(match?.[2] ?? page)
  return { page, lastPage: Math.min(Math.max(page, lastPage), page + MAX_PAGES_TOGETHER - 1) }
}

export function stockQuery(view: StockView): string {
  const query = new URLSearchParams()
  appendFilters(FILTERS, query, view, null)
  if (view.sort && view.sort !== 'best' && view.sort !== defaultSort(view.search))
    query.set('sort', view.sort)
  const { page, lastPage } = view
  if (lastPage > page) query.set('page', `${page}-${lastPage}`)
  else if (page > 1) query.set('page', String(page))
  const text = query.toString()
  return text && `?${text}`
}

export const defaultSort = (search: string): Sort => (isSearch(search) ? 'best' : 'dearest')

export const onPage = (view: StockView, page: number): StockView => ({ ...view, page, lastPage: page })

export interface ActiveFilter {
  key: keyof StockView
  label: string
  without: StockView
}

export function activeFilters(view: StockView): ActiveFilter[] {
  return FILTERS.filter(({ isActive }) => isActive(view)).map(({ key, describe }) => ({
    key,
    label: describe(view, null),
    without: { ...onPage(view, 1), [key]: WHOLE_STOCK[key] },
  }))
}

const isFiltered = (view: StockView): boolean => activeOf(FILTERS, view).length > 0

export const isDefaultView = (view: StockView): boolean => !isFiltered(view) && view.sort === null

export interface Shown<Plate> {
  plate: Plate
  reason: string | null
}

export interface StockPage<Plate> {
  shown: Shown<Plate>[]
  count: number
  page: number
  lastPage: number
  pages: number
  /** Shown if nothing matches; null if something does, or if the stock is empty. */
  alternatives: Alternatives<Plate> | null
}

/**
 * Alternatives never violate the price filter: 'near', 'initials', 'start' and 'fitting' satisfy every filter,
 * 'other-kind' satisfies the prices if no plate satisfies the other filters as well. 'none' has no plates.
 */
export interface Alternatives<Plate> {
  why: 'near' | 'initials' | 'start' | 'fitting' | 'other-kind' | 'none'
  shown: Shown<Plate>[]
  /** The number of plates that match the search without the other filters. */
  outside: number
}

const MAX_ALTERNATIVES = 12
const MAX_FITTING = 6

/** `stock` is sorted by price, highest first. */
export function viewStock<Plate extends Listed>(
  stock: readonly Plate[],
  view: StockView,
  pageSize = Number.POSITIVE_INFINITY,
): StockPage<Plate> {
  const matching = filterItems(FILTERS, stock, view)
  const found = isSearch(view.search) ? searchStock(matching, view.search) : null
  const by = view.sort ?? defaultSort(view.search)
  const sorted = found ? sort(found.hits, by) : sortStock(matching, by)
  if (sorted.length === 0) {
    return {
      shown: [],
      count: 0,
      page: 1,
      lastPage: 1,
      pages: 1,
      alternatives: findAlternatives(stock, matching, view, found?.near ?? []),
    }
  }
  const { from, to, ...pages } = pagesOf(sorted.length, view, pageSize)
  const shown = sorted.slice(from, to).map(({ plate, reason }) => ({ plate, reason }))
  return { ...pages, shown, count: sorted.length, alternatives: null }
}

/** The search to count as unanswered; null if a plate matches it, with or without the other filters. */
export function missedSearch<Plate>(
  { search }: StockView,
  { alternatives }: Pick<StockPage<Plate>, 'alternatives'>,
): string | null {
  return isSearch(search) && alternatives?.outside === 0 ? search : null
}

/**
 * The existing pages of a view with their plates: from `from` up to but excluding `to`. A page past the end is the
 * last.
 */
export function pagesOf(count: number, view: Pick<StockView, 'page' | 'lastPage'>, pageSize: number) {
  const { page, pages, from } = pageOf(count, view.page, pageSize)
  const lastPage = Math.min(Math.max(page, view.lastPage), pages)
  return { page, lastPage, pages, from, to: Math.min(from + (lastPage - page + 1) * pageSize, count) }
}

function findAlternatives<Plate extends Listed>(
  stock: readonly Plate[],
  matching: readonly Plate[],
  view: StockView,
  near: readonly Shown<Plate>[],
): Alternatives<Plate> | null {
  if (stock.length === 0) return null
  const { search } = view
  const hasOtherFilters = activeFilters(view).some(({ key }) => key !== 'search')
  const outside = isSearch(search) && hasOtherFilters ? searchStock(stock, search).hits.length : 0
  if (isSearch(search) && matching.length > 0) {
    const like = likeSearch(matching, search, near)
    if (like) return { ...like, outside }
  }
  if (matching.length > 0) return { why: 'fitting', shown: fitting(matching), outside }
  const priced = filterItems(FILTERS, stock, {
    ...WHOLE_STOCK,
    priceFrom: view.priceFrom,
    priceTo: view.priceTo,
  })
  if (priced.length === 0) return { why: 'none', shown: [], outside }
  const found = isSearch(search) ? searchStock(priced, search) : null
  const shown =
    found && found.hits.length > 0
      ? firstOf(found.hits)
      : ((found && likeSearch(priced, search, found.near)?.shown) ?? fitting(priced))
  return { why: 'other-kind', shown, outside }
}

/** Near misses, then the same initials, then the same start; without duplicates, each plate with its best reason. */
function likeSearch<Plate extends Listed>(
  stock: readonly Plate[],
  search: string,
  near: readonly Shown<Plate>[],
): { why: 'near' | 'initials' | 'start'; shown: Shown<Plate>[] } | null {
  const groups = [
    { why: 'near', hits: near },
    { why: 'initials', hits: findInitials(stock, search) },
    { why: 'start', hits: findStarts(stock, search) },
  ] as const
  const first = groups.find(({ hits }) => hits.length > 0)
  if (!first) return null
  const shown = new Map<Plate, Shown<Plate>>()
  for (const { hits } of groups) for (const hit of hits) if (!shown.has(hit.plate)) shown.set(hit.plate, hit)
  return { why: first.why, shown: firstOf([...shown.values()]) }
}

const firstOf = <Plate>(shown: readonly Shown<Plate>[]): Shown<Plate>[] =>
  shown.slice(0, MAX_ALTERNATIVES).map(({ plate, reason }) => ({ plate, reason }))

/** Featured plates first. */
function fitting<Plate extends Listed>(stock: readonly Plate[]): Shown<Plate>[] {
  const sorted = [
    ...stock.filter(({ isFeature }) => isFeature),
    ...stock.filter(({ isFeature }) => !isFeature),
  ]
  return sorted.slice(0, MAX_FITTING).map((plate) => ({ plate, reason: null }))
}

/** Each page shows a part of the same order, which takes a fifth of a second for 100,000 plates. */
const orders = new WeakMap<readonly object[], Map<Sort, readonly Shown<Listed>[]>>()

function sortStock<Plate extends Listed>(stock: readonly Plate[], by: Sort): readonly Shown<Plate>[] {
  const known = orders.get(stock) ?? new Map<Sort, readonly Shown<Listed>[]>()
  orders.set(stock, known)
  const unsorted = () => stock.map((plate) => ({ plate, reason: null }))
  const sorted = known.get(by) ?? sort(unsorted(), by)
  known.set(by, sorted)
  return sorted as readonly Shown<Plate>[]
}

function sort<Item extends { plate: Listed }>(items: readonly Item[], by: Sort): readonly Item[] {
  const price = ({ plate }: Item) => plate.priceGbp
  switch (by) {
    case 'best': // the order of the search results
      return items
    case 'dearest':
      return [...items].sort((a, b) => price(b) - price(a))
    case 'cheapest':
      // Plates without a price come last in both orders.
      return [...items].sort((a, b) => (price(a) || MAX_PRICE_GBP) - (price(b) || MAX_PRICE_GBP))
    case 'shortest':
      return items
        .map((item) => ({ item, length: compactOf(item.plate.registration).length }))
        .sort((a, b) => a.length - b.length || price(b.item) - price(a.item))
        .map(({ item }) => item)
    case 'a-z':
      // A 9 comes before A 10.
      return items
        .map((item) => ({ item, key: compactOf(item.plate.registration).replace(/\d+/g, padded) }))
        .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
        .map(({ item }) => item)
  }
}

const padded = (digits: string) => digits.padStart(7, '0')

import {
  activeFilters as activeOf,
  appendFilters,
  filterItems,
  parseFilters,
} from '../../../shared/list/filter.ts'
import { pageOf } from '../../../shared/list/paging.ts'
import { compactOf } from '../../../shared/registration/look-alikes.ts'
import {
  FILTERS,
  type Listed,
  MAX_PRICE_GBP,
  SORTS,
  type Sort,
  type StockView,
  WHOLE_STOCK,
} from './definitions.ts'
import { isSearch, searchStock } from './plate-search.ts'

/** Invalid parameters are ignored or corrected: 'from=9000&to=100' gives £100 to £9,000, 'format=x&page=-1' all. */
export function parseStockView(query: URLSearchParams): StockView {
  const view: StockView = { ...WHOLE_STOCK, ...parseFilters(FILTERS, query, null) }
  const typed = (query.get('sort') ?? '').trim().toLowerCase()
  const sort = SORTS.find(({ value }) => value === typed)?.value ?? null
  const page = Number(query.get('page'))
  return {
    ...view,
    sort: sort === 'best' || sort === defaultSort(view.search) ? null : sort,
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  }
}

export function stockQuery(view: StockView): string {
  const query = new URLSearchParams()
  appendFilters(FILTERS, query, view, null)
  if (view.sort && view.sort !== 'best' && view.sort !== defaultSort(view.search))
    query.set('sort', view.sort)
  if (view.page > 1) query.set('page', String(view.page))
  const text = query.toString()
  return text && `?${text}`
}

export const defaultSort = (search: string): Sort => (isSearch(search) ? 'best' : 'dearest')

export interface ActiveFilter {
  key: keyof StockView
  label: string
  without: StockView
}

export function activeFilters(view: StockView): ActiveFilter[] {
  return FILTERS.filter(({ isActive }) => isActive(view)).map(({ key, describe }) => ({
    key,
    label: describe(view, null),
    without: { ...view, [key]: WHOLE_STOCK[key], page: 1 },
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
  pages: number
  /** Alternatives if nothing matches; null if the stock is empty. */
  alternatives: { why: 'near' | 'outside-filters' | 'featured' | 'dearest'; shown: Shown<Plate>[] } | null
}

const MAX_ALTERNATIVES = 12
const MAX_FEATURED = 6

/** `stock` is sorted by price, highest first. */
export function viewStock<Plate extends Listed>(
  stock: readonly Plate[],
  view: StockView,
  pageSize = Number.POSITIVE_INFINITY,
): StockPage<Plate> {
  const matching = filterItems(FILTERS, stock, view)
  const found = isSearch(view.search) ? searchStock(matching, view.search) : null
  const all: Shown<Plate>[] = found ? found.hits : matching.map((plate) => ({ plate, reason: null }))
  const sorted = sort(all, view.sort ?? defaultSort(view.search))
  const shown = sorted.map(({ plate, reason }) => ({ plate, reason }))
  if (shown.length === 0) {
    return {
      shown,
      count: 0,
      page: 1,
      pages: 1,
      alternatives: findAlternatives(stock, view, found?.near ?? []),
    }
  }
  return { ...takePage(shown, view.page, pageSize), alternatives: null }
}

function takePage<Item>(shown: Item[], page: number, pageSize: number) {
  const { page: nearest, pages, from } = pageOf(shown.length, page, pageSize)
  return { shown: shown.slice(from, from + pageSize), count: shown.length, page: nearest, pages }
}

function findAlternatives<Plate extends Listed>(
  stock: readonly Plate[],
  view: StockView,
  near: readonly Shown<Plate>[],
): StockPage<Plate>['alternatives'] {
  if (stock.length === 0) return null
  const firstOf = (plates: readonly Shown<Plate>[], max = MAX_ALTERNATIVES) =>
    plates.slice(0, max).map(({ plate, reason }) => ({ plate, reason }))
  if (isSearch(view.search)) {
    const isOnlySearch = activeFilters(view).length === 1
    const outside = isOnlySearch ? null : searchStock(stock, view.search)
    if (outside && outside.hits.length > 0) return { why: 'outside-filters', shown: firstOf(outside.hits) }
    if (near.length > 0) return { why: 'near', shown: firstOf(near) }
    if (outside && outside.near.length > 0) return { why: 'near', shown: firstOf(outside.near) }
  }
  const featured = stock.filter(({ isFeature }) => isFeature)
  const plates = featured.length > 0 ? featured : stock
  return {
    why: featured.length > 0 ? 'featured' : 'dearest',
    shown: firstOf(
      plates.map((plate) => ({ plate, reason: null })),
      MAX_FEATURED,
    ),
  }
}

function sort<Item extends { plate: Listed }>(items: readonly Item[], by: Sort): readonly Item[] {
  const price = ({ plate }: Item) => plate.priceGbp
  switch (by) {
    case 'best': // the order of the search
      return items
    case 'dearest':
      return items.toSorted((a, b) => price(b) - price(a))
    case 'cheapest':
      // Plates without a price come last in both orders.
      return items.toSorted((a, b) => (price(a) || MAX_PRICE_GBP) - (price(b) || MAX_PRICE_GBP))
    case 'shortest': {
      const length = keyed(items, ({ registration }) => compactOf(registration).length)
      return items.toSorted((a, b) => length(a) - length(b) || price(b) - price(a))
    }
    case 'a-z': {
      // A 9 comes before A 10.
      const key = keyed(items, ({ registration }) =>
        compactOf(registration).replace(/\d+/g, (digits) => digits.padStart(7, '0')),
      )
      return items.toSorted((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0))
    }
  }
}

function keyed<Item extends { plate: Listed }, Key>(items: readonly Item[], keyOf: (plate: Listed) => Key) {
  const keys = new Map(items.map((item) => [item, keyOf(item.plate)]))
  return (item: Item) => keys.get(item) as Key
}

// The plate list as a function: from the stock and what the address says to what the page shows. The server uses it
// for the first page and the browser for everything after.

import { formatGbp } from '../../../shared/money.ts'
import { compactOf } from '../../../shared/registration/look-alikes.ts'
import { parseRegistration, SYSTEM_NAMES, type System } from '../../../shared/registration/registration.ts'
import { isSearch, quoteSearch, searchStock } from './plate-search.ts'

/** What the list needs to know of a plate. */
export interface Listed {
  registration: string
  /** Zero where no price was set. */
  priceGbp: number
  description: string | null
  isFeature: boolean
}

export type Sort = 'best' | 'dearest' | 'cheapest' | 'shortest' | 'a-z'

export interface StockView {
  /** As typed. */
  search: string
  priceFrom: number | null
  priceTo: number | null
  format: System | null
  isFeatureOnly: boolean
  /** Null where the visitor chose none: the best match of a search, else the dearest. */
  sort: Sort | null
  /** From 1; only stock too large to show whole has more. */
  page: number
}

export const WHOLE_STOCK: StockView = {
  search: '',
  priceFrom: null,
  priceTo: null,
  format: null,
  isFeatureOnly: false,
  sort: null,
  page: 1,
}

const LONGEST_SEARCH = 40
const DEAREST_PRICE = 2_147_483_647

/** In the order in which they are offered. */
export const SORTS: { value: Sort; words: string }[] = [
  { value: 'best', words: 'Best match' },
  { value: 'dearest', words: 'Price, high to low' },
  { value: 'cheapest', words: 'Price, low to high' },
  { value: 'shortest', words: 'Shortest first' },
  { value: 'a-z', words: 'A to Z' },
]

/** The formats that are offered whether or not any is in stock. */
export const COMMON_FORMATS: System[] = ['dateless', 'suffix', 'prefix', 'current', 'northern-ireland']

interface Filter {
  key: 'search' | 'format' | 'priceFrom' | 'priceTo' | 'isFeatureOnly'
  isActive: (view: StockView) => boolean
  accepts: (plate: Listed, view: StockView) => boolean
  /** For people: 'From £5,000'. */
  describe: (view: StockView) => string
}

// A plate without a price is neither above nor below one. The search decides in viewStock(), because it also ranks.
const FILTERS: Filter[] = [
  {
    key: 'search',
    isActive: ({ search }) => isSearch(search),
    accepts: () => true,
    describe: ({ search }) => `“${quoteSearch(search)}”`,
  },
  {
    key: 'format',
    isActive: ({ format }) => format !== null,
    accepts: (plate, { format }) => systemOf(plate) === format,
    describe: ({ format }) => (format === null ? '' : SYSTEM_NAMES[format]),
  },
  {
    key: 'priceFrom',
    isActive: ({ priceFrom }) => priceFrom !== null,
    accepts: ({ priceGbp }, { priceFrom }) => priceGbp > 0 && priceGbp >= (priceFrom ?? 0),
    describe: ({ priceFrom }) => `From ${formatGbp(priceFrom ?? 0)}`,
  },
  {
    key: 'priceTo',
    isActive: ({ priceTo }) => priceTo !== null,
    accepts: ({ priceGbp }, { priceTo }) => priceGbp > 0 && priceGbp <= (priceTo ?? DEAREST_PRICE),
    describe: ({ priceTo }) => `Up to ${formatGbp(priceTo ?? 0)}`,
  },
  {
    key: 'isFeatureOnly',
    isActive: ({ isFeatureOnly }) => isFeatureOnly,
    accepts: ({ isFeature }) => isFeature,
    describe: () => 'Featured',
  },
]

/* ---- The address ---- */

/**
 * What an address asks for; nonsense is the nearest sensible view.
 *   'q=david&from=5k' → search 'david', from £5,000     'from=9000&to=100' → £100 to £9,000     'format=x&page=-1' → all
 */
export function parseStockView(query: URLSearchParams): StockView {
  const typed = query.get('q') ?? ''
  const search = isSearch(typed) ? typed.slice(0, LONGEST_SEARCH) : ''
  let priceFrom = parsePrice(query.get('from'))
  let priceTo = parsePrice(query.get('to'))
  if (priceFrom !== null && priceTo !== null && priceFrom > priceTo)
    [priceFrom, priceTo] = [priceTo, priceFrom]
  const format = (query.get('format') ?? '').trim().toLowerCase().replace(/\s+/g, '-')
  const sort =
    SORTS.find(({ value }) => value === (query.get('sort') ?? '').trim().toLowerCase())?.value ?? null
  const page = Number(query.get('page'))
  return {
    search,
    priceFrom: priceFrom || null, // from nothing on is no bound
    priceTo,
    format: isSystem(format) ? format : null,
    isFeatureOnly: /^(yes|true|1|on)$/i.test(query.get('featured') ?? ''),
    sort: sort === defaultSort(search) ? null : sort === 'best' ? null : sort,
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  }
}

/** The query of a view, begun with '?'; empty for the whole stock. What is usual is left out. */
export function stockQuery(view: StockView): string {
  const query = new URLSearchParams()
  if (isSearch(view.search)) query.set('q', view.search.trim().replace(/\s+/g, ' '))
  if (view.format) query.set('format', view.format)
  if (view.priceFrom) query.set('from', String(view.priceFrom))
  if (view.priceTo !== null) query.set('to', String(view.priceTo))
  if (view.isFeatureOnly) query.set('featured', 'yes')
  if (view.sort && view.sort !== 'best' && view.sort !== defaultSort(view.search))
    query.set('sort', view.sort)
  if (view.page > 1) query.set('page', String(view.page))
  const text = query.toString()
  return text && `?${text}`
}

/** Prices as people write them: '£5,000', '5k', '4.5K'. */
export function parsePrice(typed: string | null): number | null {
  const match = /^£?\s*(\d+(?:\.\d+)?)\s*(k|m)?$/i.exec((typed ?? '').replace(/,/g, '').trim())
  if (!match) return null
  const unit = match[2]?.toLowerCase()
  const price = Number(match[1]) * (unit === 'k' ? 1_000 : unit === 'm' ? 1_000_000 : 1)
  return Math.min(Math.round(price), DEAREST_PRICE)
}

const isSystem = (text: string): text is System => Object.hasOwn(SYSTEM_NAMES, text)

/** The order where the visitor chose none. */
export const defaultSort = (search: string): Sort => (isSearch(search) ? 'best' : 'dearest')

/* ---- What is asked for, in words ---- */

export interface ActiveFilter {
  key: Filter['key']
  words: string
  /** The same view without it. */
  without: StockView
}

export function activeFilters(view: StockView): ActiveFilter[] {
  return FILTERS.filter(({ isActive }) => isActive(view)).map(({ key, describe }) => ({
    key,
    words: describe(view),
    without: { ...view, [key]: WHOLE_STOCK[key], page: 1 },
  }))
}

export const isFiltered = (view: StockView): boolean => FILTERS.some(({ isActive }) => isActive(view))

/** Whether the view is the whole stock in its usual order, whichever page of it. */
export const isDefaultView = (view: StockView): boolean => !isFiltered(view) && view.sort === null

/* ---- The page ---- */

export interface Shown<Plate> {
  plate: Plate
  /** How it answers the search: 'Reads as DAVID'. */
  words: string | null
}

export interface StockPage<Plate> {
  shown: Shown<Plate>[]
  /** How many there are on all pages. */
  count: number
  page: number
  pages: number
  /** Where there is nothing to show: what may do instead. Null only where the stock is empty as well. */
  instead: { why: 'near' | 'outside-filters' | 'featured' | 'dearest'; shown: Shown<Plate>[] } | null
}

const MOST_INSTEAD = 12
const FEATURED_INSTEAD = 6

/** `stock` comes dearest first. */
export function viewStock<Plate extends Listed>(
  stock: readonly Plate[],
  view: StockView,
  pageSize = Number.POSITIVE_INFINITY,
): StockPage<Plate> {
  const fitting = filter(stock, view)
  const found = isSearch(view.search) ? searchStock(fitting, view.search) : null
  const all: Shown<Plate>[] = found ? found.hits : fitting.map((plate) => ({ plate, words: null }))
  const sorted = sort(all, view.sort ?? defaultSort(view.search))
  const shown = sorted.map(({ plate, words }) => ({ plate, words }))
  if (shown.length === 0) {
    return { shown, count: 0, page: 1, pages: 1, instead: insteadOf(stock, view, found?.near ?? []) }
  }
  return { ...cut(shown, view.page, pageSize), instead: null }
}

/** One page of what was sorted already; a page past the end is the last. */
export function cut<Item>(shown: Item[], page: number, pageSize: number) {
  const { page: nearest, pages, from } = pageOf(shown.length, page, pageSize)
  return { shown: shown.slice(from, from + pageSize), count: shown.length, page: nearest, pages }
}

export function pageOf(count: number, page: number, pageSize: number) {
  const pages = Math.max(1, Math.ceil(count / pageSize))
  const nearest = Math.min(page, pages)
  return { page: nearest, pages, from: nearest === 1 ? 0 : (nearest - 1) * pageSize }
}

function filter<Plate extends Listed>(stock: readonly Plate[], view: StockView): readonly Plate[] {
  const active = FILTERS.filter(({ isActive }) => isActive(view))
  if (active.length === 0) return stock
  return stock.filter((plate) => active.every(({ accepts }) => accepts(plate, view)))
}

function insteadOf<Plate extends Listed>(
  stock: readonly Plate[],
  view: StockView,
  near: readonly Shown<Plate>[],
): StockPage<Plate>['instead'] {
  if (stock.length === 0) return null
  const some = (plates: readonly Shown<Plate>[], most = MOST_INSTEAD) =>
    plates.slice(0, most).map(({ plate, words }) => ({ plate, words }))
  if (isSearch(view.search)) {
    const isOnlySearch = activeFilters(view).length === 1
    const outside = isOnlySearch ? null : searchStock(stock, view.search)
    if (outside && outside.hits.length > 0) return { why: 'outside-filters', shown: some(outside.hits) }
    if (near.length > 0) return { why: 'near', shown: some(near) }
    if (outside && outside.near.length > 0) return { why: 'near', shown: some(outside.near) }
  }
  const featured = stock.filter(({ isFeature }) => isFeature)
  const plates = featured.length > 0 ? featured : stock
  return {
    why: featured.length > 0 ? 'featured' : 'dearest',
    shown: some(
      plates.map((plate) => ({ plate, words: null })),
      FEATURED_INSTEAD,
    ),
  }
}

function sort<Item extends { plate: Listed }>(items: readonly Item[], by: Sort): readonly Item[] {
  const price = ({ plate }: Item) => plate.priceGbp
  switch (by) {
    case 'best': // as the search ranked them
      return items
    case 'dearest':
      return items.toSorted((a, b) => price(b) - price(a))
    case 'cheapest':
      // What has no price comes last either way.
      return items.toSorted((a, b) => (price(a) || DEAREST_PRICE) - (price(b) || DEAREST_PRICE))
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

/** What to sort by, worked out once for each. */
function keyed<Item extends { plate: Listed }, Key>(items: readonly Item[], keyOf: (plate: Listed) => Key) {
  const keys = new Map(items.map((item) => [item, keyOf(item.plate)]))
  return (item: Item) => keys.get(item) as Key
}

/* ---- Formats ---- */

const systems = new WeakMap<Listed, System | null>()

/** The system of a plate, read once; null for what is no registration. */
function systemOf(plate: Listed): System | null {
  let system = systems.get(plate)
  if (system === undefined) {
    const parsed = parseRegistration(plate.registration)
    system = parsed.ok ? parsed.registration.system : null
    systems.set(plate, system)
  }
  return system
}

/** The formats to choose from: the common ones, and whichever else is in stock or chosen. */
export function formatsFor(stock: readonly Listed[], chosen: System | null): System[] {
  const inStock = new Set<System | null>(stock.map(systemOf))
  return (Object.keys(SYSTEM_NAMES) as System[]).filter(
    (system) => COMMON_FORMATS.includes(system) || inStock.has(system) || system === chosen,
  )
}

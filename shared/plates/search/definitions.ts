import type { Filter } from '../../list/filter.ts'
import { SYSTEM_NAMES, type System } from '../../registration/registration.ts'
import { cleanLine } from '../../text/clean-text.ts'
import { formatGbp } from '../../text/money.ts'
import { readAmount } from '../../text/written-amount.ts'
import type { Budget } from '../budget.ts'
import { systemOf } from './formats.ts'
import { isSearch, MAX_SEARCH_LENGTH, quoteSearch } from './plate-search.ts'

export interface Listed {
  registration: string
  /** 0 without a price. */
  priceGbp: number
  description: string | null
  isFeature: boolean
}

export type Sort = 'best' | 'dearest' | 'cheapest' | 'shortest' | 'a-z'

export const SORTS: { value: Sort; label: string }[] = [
  { value: 'best', label: 'Best match' },
  { value: 'dearest', label: 'Price, high to low' },
  { value: 'cheapest', label: 'Price, low to high' },
  { value: 'shortest', label: 'Shortest first' },
  { value: 'a-z', label: 'A to Z' },
]

/** What was typed as a price and is none. It limits nothing and is not part of the URL of the view. */
export interface Unread {
  from?: string
  to?: string
}

export interface StockView extends Budget {
  search: string
  format: System | null
  isFeatureOnly: boolean
  /** Null for the default: best match in a search, otherwise highest price first. */
  sort: Sort | null
  /** The first and the last of the pages that are shown together; equal for a single page. */
  page: number
  lastPage: number
  unread?: Unread
}

export const WHOLE_STOCK: StockView = {
  search: '',
  priceFrom: null,
  priceTo: null,
  format: null,
  isFeatureOnly: false,
  sort: null,
  page: 1,
  lastPage: 1,
}

export const MAX_PRICE_GBP = 2_147_483_647

/** '£5,000', '5k', '10 000' and '5000.-' are prices; null for anything else. */
export function parsePrice(typed: string | null): number | null {
  const amount = readAmount(typed ?? '')
  return amount && 'pence' in amount ? Math.min(Math.round(amount.pence / 100), MAX_PRICE_GBP) : null
}

const MAX_UNREAD_LENGTH = 40

/** The text of a price field that is not a price, to be repeated to the visitor; undefined if there is none. */
export function unreadPrice(typed: string | null): string | undefined {
  const text = cleanLine((typed ?? '').slice(0, MAX_UNREAD_LENGTH))
  return parsePrice(typed) === null && text !== '' && text !== '£' ? text : undefined
}

export function readUnread(query: URLSearchParams): Unread | undefined {
  const [from, to] = [unreadPrice(query.get('from')), unreadPrice(query.get('to'))]
  return from || to ? { from, to } : undefined
}

/** Reversed limits are swapped; 'from 0' sets no limit. */
export function parsePrices(query: URLSearchParams): Budget {
  const from = parsePrice(query.get('from'))
  const to = parsePrice(query.get('to'))
  const isReversed = from !== null && to !== null && from > to
  return isReversed ? { priceFrom: to || null, priceTo: from } : { priceFrom: from || null, priceTo: to }
}

const isSystem = (text: string): text is System => Object.hasOwn(SYSTEM_NAMES, text)

interface StockFilter extends Filter<StockView, Listed> {
  key: keyof StockView
  /** Whether alerts apply it to sold plates, too, of which the registration alone counts. */
  isOfRegistration: boolean
}

/** In the order of the URL and of the chips. */
export const FILTERS: readonly StockFilter[] = [
  {
    key: 'search',
    label: 'Search',
    isOfRegistration: true,
    parse: (query) => {
      const search = cleanLine((query.get('q') ?? '').slice(0, MAX_SEARCH_LENGTH))
      return { search: isSearch(search) ? search : '' }
    },
    append: (query, { search }) => query.set('q', search),
    isActive: ({ search }) => isSearch(search),
    // viewStock() does the searching, because a search also ranks.
    matcher: () => () => true,
    describe: ({ search }) => `“${quoteSearch(search)}”`,
  },
  {
    key: 'format',
    label: 'Format',
    isOfRegistration: true,
    parse: (query) => {
      const format = (query.get('format') ?? '').trim().toLowerCase().replace(/\s+/g, '-')
      return { format: isSystem(format) ? format : null }
    },
    append: (query, { format }) => query.set('format', format ?? ''),
    isActive: ({ format }) => format !== null,
    matcher:
      ({ format }) =>
      (plate) =>
        systemOf(plate) === format,
    describe: ({ format }) => (format === null ? '' : SYSTEM_NAMES[format]),
  },
  // A plate without a price matches no bound.
  {
    key: 'priceFrom',
    label: 'Price from',
    isOfRegistration: false,
    parse: (query) => ({ priceFrom: parsePrices(query).priceFrom }),
    append: (query, { priceFrom }) => query.set('from', String(priceFrom)),
    isActive: ({ priceFrom }) => priceFrom !== null,
    matcher:
      ({ priceFrom }) =>
      ({ priceGbp }) =>
        priceGbp > 0 && priceGbp >= (priceFrom ?? 0),
    describe: ({ priceFrom }) => `From ${formatGbp(priceFrom ?? 0)}`,
  },
  {
    key: 'priceTo',
    label: 'Price to',
    isOfRegistration: false,
    parse: (query) => ({ priceTo: parsePrices(query).priceTo }),
    append: (query, { priceTo }) => query.set('to', String(priceTo)),
    isActive: ({ priceTo }) => priceTo !== null,
    matcher:
      ({ priceTo }) =>
      ({ priceGbp }) =>
        priceGbp > 0 && priceGbp <= (priceTo ?? MAX_PRICE_GBP),
    describe: ({ priceTo }) => `Up to ${formatGbp(priceTo ?? 0)}`,
  },
  {
    key: 'isFeatureOnly',
    label: 'Featured',
    isOfRegistration: false,
    parse: (query) => ({ isFeatureOnly: /^(yes|true|1|on)$/i.test(query.get('featured') ?? '') }),
    append: (query) => query.set('featured', 'yes'),
    isActive: ({ isFeatureOnly }) => isFeatureOnly,
    matcher:
      () =>
      ({ isFeature }) =>
        isFeature,
    describe: () => 'Featured',
  },
]

export const FILTER_LABELS = Object.fromEntries(FILTERS.map(({ key, label }) => [key, label])) as Record<
  keyof StockView,
  string
>

import type { PlateStatus } from '#services/stock/plate-status.ts'
import type { StockSort } from '#services/stock/search-stock.ts'
import { cleanLine } from '#shared/text/clean-text.ts'
import { listPath, pageIn } from '../../ui/list-path.ts'

const MAX_SEARCH_LENGTH = 40

interface Tab {
  key: string
  label: string
  /** Null: every status. */
  status: PlateStatus | null
}

export const TABS: readonly [Tab, ...Tab[]] = [
  { key: '', label: 'For sale', status: 'for_sale' },
  { key: 'reserved', label: 'Reserved', status: 'reserved' },
  { key: 'drafts', label: 'Drafts', status: 'draft' },
  { key: 'sold', label: 'Sold', status: 'sold' },
  { key: 'withdrawn', label: 'Withdrawn', status: 'withdrawn' },
  { key: 'all', label: 'All', status: null },
]

export const SORT_LABELS: Record<StockSort, string> = {
  dearest: 'Dearest first',
  cheapest: 'Cheapest first',
  registration: 'Registration, A to Z',
  changed: 'Changed, latest first',
}

/** The view in the URL of the list. */
export interface StockView {
  tab: Tab
  /** Null: best matches first in a search, otherwise highest price first. */
  sort: StockSort | null
  search: string
  page: number
}

const [FOR_SALE] = TABS

export function parseStockView(query: URLSearchParams): StockView {
  const sort = query.get('sort') ?? ''
  return {
    tab: TABS.find(({ key }) => key === query.get('status')) ?? FOR_SALE,
    sort: Object.hasOwn(SORT_LABELS, sort) ? (sort as StockSort) : null,
    search: cleanLine((query.get('q') ?? '').slice(0, MAX_SEARCH_LENGTH)),
    page: pageIn(query),
  }
}

/** '/stock?status=sold'; defaults are omitted. */
export const stockPath = ({ tab, sort, search, page }: StockView): string =>
  listPath('/stock', { status: tab.key, q: search, sort, page })

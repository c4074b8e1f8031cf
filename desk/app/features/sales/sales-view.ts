import type { ExplorerName } from '#shared/sales/explorers.ts'
import { cleanLine } from '#shared/text/clean-text.ts'

export interface SalesView {
  explorer: ExplorerName
  search: string
  year: number | null
  seller: string | null
  page: number
}

const MAX_SEARCH_LENGTH = 100

export const explorerIn = (query: URLSearchParams): ExplorerName =>
  query.get('explorer') === 'jersey' ? 'jersey' : 'uk'

/** 'explorer=jersey&q=j2&year=2024&page=2' */
export function parseSalesView(query: URLSearchParams): SalesView {
  const text = (name: string) => cleanLine((query.get(name) ?? '').slice(0, MAX_SEARCH_LENGTH))
  const year = text('year')
  const page = text('page')
  return {
    explorer: explorerIn(query),
    search: text('q'),
    year: /^(?:19|20)\d\d$/.test(year) ? Number(year) : null,
    seller: text('seller') || null,
    page: /^[1-9]\d{0,6}$/.test(page) ? Number(page) : 1,
  }
}

export function salesPath({ explorer, search, year, seller, page }: SalesView): string {
  const query = new URLSearchParams()
  if (explorer === 'jersey') query.set('explorer', 'jersey')
  if (search) query.set('q', search)
  if (year !== null) query.set('year', String(year))
  if (seller !== null) query.set('seller', seller)
  if (page > 1) query.set('page', String(page))
  return query.size > 0 ? `/sales?${query}` : '/sales'
}

export const listPath = (explorer: ExplorerName) =>
  explorer === 'jersey' ? '/sales?explorer=jersey' : '/sales'

export const newSalePath = (explorer: ExplorerName) =>
  explorer === 'jersey' ? '/sales/new?explorer=jersey' : '/sales/new'

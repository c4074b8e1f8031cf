import { DEFAULT_EXPLORER, EXPLORER_LIST, type ExplorerName, parseExplorer } from '#shared/sales/explorers.ts'
import { cleanLine } from '#shared/text/clean-text.ts'

export interface SalesView {
  explorer: ExplorerName
  search: string
  year: number | null
  seller: string | null
  page: number
}

const MAX_SEARCH_LENGTH = 100

/** 'explorer=jersey&q=j2&year=2024&page=2' */
export function parseSalesView(query: URLSearchParams): SalesView {
  const text = (name: string) => cleanLine((query.get(name) ?? '').slice(0, MAX_SEARCH_LENGTH))
  const year = text('year')
  const page = text('page')
  return {
    explorer: parseExplorer(query.get('explorer')),
    search: text('q'),
    year: /^(?:19|20)\d\d$/.test(year) ? Number(year) : null,
    seller: text('seller') || null,
    page: /^[1-9]\d{0,6}$/.test(page) ? Number(page) : 1,
  }
}

export function salesPath({ explorer, search, year, seller, page }: SalesView): string {
  const query = new URLSearchParams()
  if (explorer !== DEFAULT_EXPLORER) query.set('explorer', explorer)
  if (search) query.set('q', search)
  if (year !== null) query.set('year', String(year))
  if (seller !== null) query.set('seller', seller)
  if (page > 1) query.set('page', String(page))
  return query.size > 0 ? `/sales?${query}` : '/sales'
}

const withExplorer = (path: string, explorer: ExplorerName) =>
  explorer === DEFAULT_EXPLORER ? path : `${path}?explorer=${explorer}`

export const listPath = (explorer: ExplorerName) => withExplorer('/sales', explorer)

export const newSalePath = (explorer: ExplorerName) => withExplorer('/sales/new', explorer)

/** A tab for each explorer. */
export const explorerTabs = (current: ExplorerName, pathOf: (explorer: ExplorerName) => string) =>
  EXPLORER_LIST.map(({ name, country }) => ({
    to: pathOf(name),
    label: country,
    isCurrent: name === current,
  }))

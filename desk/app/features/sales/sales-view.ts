import { DEFAULT_EXPLORER, EXPLORER_LIST, type ExplorerName, parseExplorer } from '#shared/sales/explorers.ts'
import { cleanLine } from '#shared/text/clean-text.ts'
import { listPath, pageIn } from '../../ui/list-path.ts'

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
  return {
    explorer: parseExplorer(query.get('explorer')),
    search: text('q'),
    year: /^(?:19|20)\d\d$/.test(year) ? Number(year) : null,
    seller: text('seller') || null,
    page: pageIn(query),
  }
}

const named = (explorer: ExplorerName) => (explorer === DEFAULT_EXPLORER ? null : explorer)

export const salesPath = ({ explorer, search, year, seller, page }: SalesView): string =>
  listPath('/sales', { explorer: named(explorer), q: search, year, seller, page })

export const salesListPath = (explorer: ExplorerName) => listPath('/sales', { explorer: named(explorer) })

export const newSalePath = (explorer: ExplorerName) => listPath('/sales/new', { explorer: named(explorer) })

/** A tab for each explorer. */
export const explorerTabs = (current: ExplorerName, pathOf: (explorer: ExplorerName) => string) =>
  EXPLORER_LIST.map(({ name, country }) => ({
    to: pathOf(name),
    label: country,
    isCurrent: name === current,
  }))

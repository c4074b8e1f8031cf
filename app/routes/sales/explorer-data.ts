/** What an explorer's page is made from, on the server and in the browser. */
import { FAILED, type SalesRead, type SalesSources } from '../../data/sale-records.ts'
import { readOverview, readPage, readTop } from '../../data/sales-query.ts'
import { parseView, viewQuery } from '../../domain/explorer-query.ts'
import type { ExplorerName, ExplorerPage, Facets } from '../../domain/explorer-view.ts'
import type { Sale } from '../../domain/sale.ts'
import type { YearFigures } from '../../domain/sales-figures.ts'
import { type PackedSales, packSales, unpackSales } from './packed-sales.ts'

export interface ExplorerData {
  /** All records; where there are more than a live read holds, the latest of them. */
  sales: PackedSales | Sale[]
  /** Set where there are more: then every view is a query of the backend. */
  large: LargeSales | null
  archive: SalesRead['archive']
  /** The calendar year, told by whoever read the data, so that server and browser agree on New Year's Eve. */
  thisYear: number
}

export interface LargeSales {
  facets: Facets
  years: YearFigures[]
  /** The view that `page` shows, as its query. */
  query: string
  page: ExplorerPage
  top: Sale[]
}

export function explorerData(
  { records, archive }: SalesRead,
  large: LargeSales | null,
  isForTransport: boolean,
): ExplorerData {
  return {
    sales: isForTransport ? packSales(records) : records,
    large,
    archive,
    thisYear: new Date().getUTCFullYear(),
  }
}

export function recordsOf({ sales }: ExplorerData): Sale[] {
  return Array.isArray(sales) ? sales : unpackSales(sales)
}

/** More than the cap: facets, figures and one page, all asked of the backend; null where it cannot say. */
export async function readLarge(
  explorer: ExplorerName,
  { client, report }: SalesSources,
  query: URLSearchParams,
): Promise<LargeSales | null> {
  try {
    const { facets, years } = await readOverview(client, explorer)
    const view = parseView(query, facets, explorer)
    const [page, top] = await Promise.all([
      readPage(client, explorer, view, facets, { report }),
      explorer === 'uk' ? readTop(client, facets, report) : [],
    ])
    return { facets, years, query: viewQuery({ ...view, page: page.page }, facets), page, top }
  } catch (error) {
    report(FAILED, error)
    return null
  }
}

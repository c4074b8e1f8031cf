/** What an explorer's page is made from, on the server and in the browser. */
import { FAILED, type SalesRead, type SalesSources } from '../../data/sale-records.ts'
import { readFacets, readFigures, readPage, readSample, readTop } from '../../data/sales-query.ts'
import { parseView, viewQuery } from '../../domain/explorer-query.ts'
import {
  type ExplorerName,
  type ExplorerPage,
  type ExplorerView,
  type Facets,
  WHOLE_VIEW,
} from '../../domain/explorer-view.ts'
import type { Sale } from '../../domain/sale.ts'
import { type PricePoint, pricePoints, type SelectionFigures } from '../../domain/sales-figures.ts'
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
  selection: LargeSelection
  /** The view that `page` shows, as its query. */
  query: string
  page: ExplorerPage
  top: Sale[]
}

/** What the pictures of a selection show. */
export interface LargeSelection {
  /** What is selected, whatever the order and the page. */
  query: string
  figures: SelectionFigures
  /** Its sales as points, or a thousand of them. */
  points: PricePoint[]
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
  sources: SalesSources,
  query: URLSearchParams,
): Promise<LargeSales | null> {
  const { client, report } = sources
  try {
    const facets = await readFacets(client, explorer)
    const view = parseView(query, facets, explorer)
    const [page, top, selection] = await Promise.all([
      readPage(client, explorer, view, facets, { report }),
      explorer === 'uk' ? readTop(client, facets, report) : [],
      readSelection(explorer, sources, view, facets),
    ])
    return { facets, selection, query: viewQuery({ ...view, page: page.page }, facets), page, top }
  } catch (error) {
    report(FAILED, error)
    return null
  }
}

/** Figures and dots of what passes search and filters, whatever the order and the page. @throws DataError */
export async function readSelection(
  explorer: ExplorerName,
  { client, report }: SalesSources,
  view: ExplorerView,
  facets: Facets,
  signal?: AbortSignal,
): Promise<LargeSelection> {
  const asking = { report, ...(signal && { signal }) }
  const figures = await readFigures(client, explorer, view, asking)
  const { count } = figures.summary
  const sales = await readSample(client, explorer, view, facets, { ...asking, count })
  // To a thousandth of a year, which is less than a point is wide.
  const points = pricePoints(sales).map((point) => ({ ...point, at: Math.round(point.at * 1_000) / 1_000 }))
  return { query: selectionQuery(view, facets), figures, points }
}

/** The address of what is selected, whatever the order and the page. */
export const selectionQuery = (view: ExplorerView, facets: Facets) =>
  viewQuery({ ...view, sort: WHOLE_VIEW.sort, isDescending: WHOLE_VIEW.isDescending, page: 1 }, facets)

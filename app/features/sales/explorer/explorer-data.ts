import type { ExplorerView, Facets } from '#shared/sales/explorer/definitions.ts'
import {
  type ExplorerPage,
  filterSales,
  sortSales,
  topSales,
  viewSales,
} from '#shared/sales/explorer/explorer-view.ts'
import { facetsOf } from '#shared/sales/explorer/facets.ts'
import type { ExplorerName } from '#shared/sales/explorers.ts'
import { FAILED, LIVE_READ_CAP, type Sale } from '#shared/sales/sale.ts'
import { type SalesRead, type SalesSources, sortById } from '#shared/sales/sale-records.ts'
import { readFacets, readFigures, readPage, readSample, readTop } from '#shared/sales/sales-query.ts'
import { figuresOf, type PricePoint, pricePoints, type SelectionFigures } from '#shared/sales/sales-stats.ts'
import { type SerializedSales, serializeSales } from '../data/serialize-sales.ts'
import { parseView, selectionQuery, viewQuery } from './explorer-query.ts'

export interface ExplorerData {
  /** All sales, or the latest if there are more than a live read returns. */
  sales: SerializedSales | Sale[]
  large: LargeSales | null
  archive: SalesRead['archive']
  /** Passed from the server, so that server and browser agree at New Year. */
  thisYear: number
}

export interface LargeSales {
  facets: Facets
  selection: LargeSelection
  /** The query to which `page` is the answer. */
  query: string
  page: ExplorerPage
  top: Sale[]
}

export interface LargeSelection {
  query: string
  figures: SelectionFigures
  points: PricePoint[]
}

export function explorerData(
  { records, archive }: SalesRead,
  large: LargeSales | null,
  isForTransport: boolean,
): ExplorerData {
  return {
    sales: isForTransport ? serializeSales(records) : records,
    large,
    archive,
    thisYear: new Date().getUTCFullYear(),
  }
}

/** With more sales, the page would have megabytes. */
const MAX_EMBEDDED_SALES = 5_000

export function archivedData(explorer: ExplorerName, read: SalesRead, query: URLSearchParams): ExplorerData {
  const { records, archive } = read
  if (records.length <= MAX_EMBEDDED_SALES) return explorerData(read, null, true)
  const facets = facetsOf(records)
  const requested = parseView(query, facets, explorer)
  const page = viewSales(records, requested, explorer)
  const view = { ...requested, page: page.page }
  const large = {
    facets,
    selection: selectionOf(explorer, records, view, facets),
    query: viewQuery(view, facets),
    page,
    top: topSales(records, explorer),
  }
  const latest = sortSales(records, { sort: 'sale_date', isDescending: true }).slice(0, LIVE_READ_CAP)
  return explorerData({ records: sortById(latest), isWhole: false, archive }, large, true)
}

/** Null if the backend fails. */
export async function readLarge(
  explorer: ExplorerName,
  sources: SalesSources,
  query: URLSearchParams,
): Promise<LargeSales | null> {
  const { client, logError } = sources
  try {
    const facets = await readFacets(client, explorer)
    const view = parseView(query, facets, explorer)
    const [page, top, selection] = await Promise.all([
      readPage(client, explorer, view, facets, { logError }),
      readTop(client, explorer, facets, logError),
      readSelection(explorer, sources, view, facets),
    ])
    return { facets, selection, query: viewQuery({ ...view, page: page.page }, facets), page, top }
  } catch (error) {
    logError(FAILED, error)
    return null
  }
}

export async function readSelection(
  explorer: ExplorerName,
  { client, logError }: SalesSources,
  view: ExplorerView,
  facets: Facets,
  signal?: AbortSignal,
): Promise<LargeSelection> {
  const options = { logError, ...(signal && { signal }) }
  const figures = await readFigures(client, explorer, view, options)
  const { count } = figures
  const sales = await readSample(client, explorer, view, facets, { ...options, count })
  return { query: selectionQuery(view, facets), figures, points: pricePoints(sales, explorer) }
}

/** Like `readSelection`, from records in memory, sorted by id. */
export function selectionOf(
  explorer: ExplorerName,
  records: readonly Sale[],
  view: ExplorerView,
  facets: Facets,
): LargeSelection {
  const sales = filterSales(records, view, explorer)
  const points = pricePoints(sales.slice(0, LIVE_READ_CAP), explorer)
  return { query: selectionQuery(view, facets), figures: figuresOf(sales, explorer), points }
}

import type { ExplorerView, Facets } from '#shared/sales/explorer/definitions.ts'
import type { ExplorerPage } from '#shared/sales/explorer/explorer-view.ts'
import type { ExplorerName } from '#shared/sales/explorers.ts'
import { FAILED, type Sale } from '#shared/sales/sale.ts'
import type { SalesRead, SalesSources } from '#shared/sales/sale-records.ts'
import { readFacets, readFigures, readPage, readSample, readTop } from '#shared/sales/sales-query.ts'
import { type PricePoint, pricePoints, type SelectionFigures } from '#shared/sales/sales-stats.ts'
import { type SerializedSales, serializeSales } from '../data/serialize-sales.ts'
import { parseView, selectionQuery, viewQuery } from './explorer-query.ts'

export interface ExplorerData {
  /** Empty if there are more than a live read returns. */
  sales: SerializedSales | Sale[]
  large: LargeSales | null
  archive: SalesRead['archive']
  /** Passed from the server, so that server and browser agree at New Year. */
  thisYear: number
}

export interface LargeSales {
  facets: Facets
  /** Null if the document does not wait for it: the browser reads it afterwards. */
  selection: LargeSelection | null
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
    sales: large ? [] : isForTransport ? serializeSales(records) : records,
    large,
    archive,
    thisYear: new Date().getUTCFullYear(),
  }
}

/** The figures of more sales take longer than their rows. The first page waits all the same: it is cached. */
const MOST_AWAITED = 20_000

interface LargeOptions {
  /** The same for every view. */
  known?: Pick<LargeSales, 'facets' | 'top'> | undefined
  /** Called with the view's own query before its sales are read; what it throws is thrown. */
  onView?(query: string): void
}

/** Null if the backend fails. */
export async function readLarge(
  explorer: ExplorerName,
  sources: SalesSources,
  query: URLSearchParams,
  { known, onView }: LargeOptions = {},
): Promise<LargeSales | null> {
  const { client, logError } = sources
  const fail = (error: unknown) => {
    logError(FAILED, error)
    return null
  }
  const facets = known?.facets ?? (await readFacets(client, explorer).catch(fail))
  if (!facets) return null
  const view = parseView(query, facets, explorer)
  onView?.(viewQuery(view, facets))
  try {
    const [page, top] = await Promise.all([
      readPage(client, explorer, view, facets, { logError }),
      known?.top ?? readTop(client, explorer, facets, logError),
    ])
    const shown = viewQuery({ ...view, page: page.page }, facets)
    const isAwaited = !view.isTotalMissing && (facets.total <= MOST_AWAITED || shown === '')
    const selection = isAwaited ? await readSelection(explorer, sources, view, facets) : null
    return { facets, selection, query: shown, page, top }
  } catch (error) {
    return fail(error)
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

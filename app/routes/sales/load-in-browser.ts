import { readArchived, readSales } from '../../data/sale-records.ts'
import { readPage } from '../../data/sales-query.ts'
import type { ExplorerName, ExplorerPage, ExplorerView, Facets } from '../../domain/explorer-view.ts'
import {
  type ExplorerData,
  explorerData,
  type LargeSelection,
  readLarge,
  readSelection,
} from './explorer-data.ts'
import { sourcesInBrowser } from './sources-in-browser.ts'

export async function readInBrowser(explorer: ExplorerName): Promise<ExplorerData> {
  const sources = sourcesInBrowser()
  const read = await readSales(explorer, sources)
  if (read.isWhole) return explorerData(read, null, false)
  const large = await readLarge(explorer, sources, new URLSearchParams(location.search))
  return explorerData(large ? read : await readArchived(explorer, sources), large, false)
}

/** One page of a view. @throws DataError, or the abort */
export function readPageInBrowser(
  explorer: ExplorerName,
  view: ExplorerView,
  facets: Facets,
  signal: AbortSignal,
): Promise<ExplorerPage> {
  const { client, report } = sourcesInBrowser()
  return readPage(client, explorer, view, facets, { report, signal })
}

/** What the pictures of a view show. @throws DataError, or the abort */
export function readSelectionInBrowser(
  explorer: ExplorerName,
  view: ExplorerView,
  facets: Facets,
  signal: AbortSignal,
): Promise<LargeSelection> {
  return readSelection(explorer, sourcesInBrowser(), view, facets, signal)
}

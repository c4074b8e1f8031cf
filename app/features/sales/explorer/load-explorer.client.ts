import { explorerKey, remember } from '#app/shared/backend/client-cache.ts'
import type { ExplorerView, Facets } from '#shared/sales/explorer/definitions.ts'
import { facetsOf } from '#shared/sales/explorer/facets.ts'
import type { ExplorerName } from '#shared/sales/explorers.ts'
import { readArchived, readSales } from '#shared/sales/sale-records.ts'
import { readPage } from '#shared/sales/sales-query.ts'
import { sourcesInBrowser } from '../data/sales-sources.client.ts'
import { type ExplorerData, explorerData, readLarge, readSelection } from './explorer-data.ts'

export async function loadExplorerInBrowser(
  explorer: ExplorerName,
  search: URLSearchParams,
): Promise<ExplorerData> {
  const sources = sourcesInBrowser()
  const read = await readSales(explorer, sources)
  if (read.isWhole) {
    facetsOf(read.records) // counted now, so that rendering need not
    return explorerData(read, null, false)
  }
  const large = await readLarge(explorer, sources, search)
  return explorerData(large ? read : await readArchived(explorer, sources), large, false)
}

/** Kept for a minute. */
export const loadExplorerCached = (explorer: ExplorerName, search: URLSearchParams) =>
  remember(explorerKey(explorer), () => loadExplorerInBrowser(explorer, search))

interface ReadOptions {
  explorer: ExplorerName
  view: ExplorerView
  facets: Facets
  signal: AbortSignal
}

export function readPageInBrowser({ explorer, view, facets, signal }: ReadOptions) {
  const { client, logError } = sourcesInBrowser()
  return readPage(client, explorer, view, facets, { logError, signal })
}

export const readSelectionInBrowser = ({ explorer, view, facets, signal }: ReadOptions) =>
  readSelection(explorer, sourcesInBrowser(), view, facets, signal)

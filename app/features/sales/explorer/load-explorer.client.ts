import type { ExplorerView, Facets } from '#shared/sales/explorer/definitions.ts'
import { type ExplorerPage, viewSales } from '#shared/sales/explorer/explorer-view.ts'
import type { ExplorerName } from '#shared/sales/explorers.ts'
import type { Sale } from '#shared/sales/sale.ts'
import { readArchived, readSales } from '#shared/sales/sale-records.ts'
import { readPage } from '#shared/sales/sales-query.ts'
import { sourcesInBrowser } from '../data/sales-sources.client.ts'
import {
  type ExplorerData,
  explorerData,
  type LargeSelection,
  readLarge,
  readSelection,
  selectionOf,
} from './explorer-data.ts'

export async function loadExplorerInBrowser(explorer: ExplorerName): Promise<ExplorerData> {
  const sources = sourcesInBrowser()
  const read = await readSales(explorer, sources)
  if (read.isWhole) return explorerData(read, null, false)
  const large = await readLarge(explorer, sources, new URLSearchParams(location.search))
  return explorerData(large ? read : await readArchived(explorer, sources), large, false)
}

const archives = new Map<ExplorerName, Promise<Sale[]>>()

function recordsOfArchive(explorer: ExplorerName): Promise<Sale[]> {
  const known = archives.get(explorer)
  if (known) return known
  const reading = readArchived(explorer, sourcesInBrowser()).then(({ records }) => {
    if (records.length === 0) throw new Error('The archived sales cannot be read')
    return records
  })
  archives.set(explorer, reading)
  reading.catch(() => archives.delete(explorer))
  return reading
}

interface ReadOptions {
  explorer: ExplorerName
  view: ExplorerView
  facets: Facets
  isArchived: boolean
  signal: AbortSignal
}

export async function readPageInBrowser(options: ReadOptions): Promise<ExplorerPage> {
  const { explorer, view, facets, isArchived, signal } = options
  if (isArchived) return viewSales(await recordsOfArchive(explorer), view, explorer)
  const { client, logError } = sourcesInBrowser()
  return readPage(client, explorer, view, facets, { logError, signal })
}

export async function readSelectionInBrowser(options: ReadOptions): Promise<LargeSelection> {
  const { explorer, view, facets, isArchived, signal } = options
  if (isArchived) return selectionOf(explorer, await recordsOfArchive(explorer), view, facets)
  return readSelection(explorer, sourcesInBrowser(), view, facets, signal)
}

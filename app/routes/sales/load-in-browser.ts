import { readSales } from '../../data/sale-records.ts'
import type { ExplorerName } from '../../domain/explorer-view.ts'
import { type ExplorerData, explorerData } from './explorer-data.ts'
import { sourcesInBrowser } from './sources-in-browser.ts'

export async function readInBrowser(explorer: ExplorerName): Promise<ExplorerData> {
  return explorerData(await readSales(explorer, sourcesInBrowser()), false)
}

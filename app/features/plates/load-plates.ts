import type { BackendClient } from '../../shared/backend/client.ts'
import { pageOf } from '../../shared/list/paging.ts'
import { type ListedPlate, listPlates } from './find-plates.ts'
import { listPlatesFrom, readStockVersion, type StockVersion, toListed } from './list-plates.ts'
import type { StockView } from './search/definitions.ts'
import { isDefaultView, type StockPage } from './search/plate-view.ts'

/** Specification, 10. Decisions on open points, Plates. */
export const MAX_WHOLE_STOCK = 500
export const PAGE_SIZE = 200

export type Stock =
  | { isWhole: true; plates: ListedPlate[]; hasFailed?: true }
  | { isWhole: false; total: number; page: StockPage<ListedPlate> }

export const FAILED_STOCK: Stock = { isWhole: true, plates: [], hasFailed: true }

/** The whole stock, or one page of a large one, whose filtered views `readLargeView` reads. */
export async function readStock(
  client: BackendClient,
  view: StockView,
  readLargeView: (version: StockVersion) => Promise<Stock>,
): Promise<Stock> {
  const version = await readStockVersion(client)
  if (version.count <= MAX_WHOLE_STOCK)
    return { isWhole: true, plates: (await listPlates(client)).map(toListed) }
  if (!isDefaultView(view)) return readLargeView(version)
  const { page, pages, from } = pageOf(version.count, view.page, PAGE_SIZE)
  const plates = await listPlatesFrom(client, from, PAGE_SIZE)
  const shown = plates.map((plate) => ({ plate, reason: null }))
  return {
    isWhole: false,
    total: version.count,
    page: { shown, count: version.count, page, pages, alternatives: null },
  }
}

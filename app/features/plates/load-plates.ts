import type { BackendClient } from '#shared/data/client.ts'
import type { TableVersion } from '#shared/data/read-all.ts'
import { type ListedPlate, listPlates, MAX_WHOLE_STOCK } from '#shared/plates/find-plates.ts'
import { listPlatesFrom, readStockVersion, toListed } from '#shared/plates/list-plates.ts'
import type { StockView } from '#shared/plates/search/definitions.ts'
import { isDefaultView, PAGE_SIZE, pagesOf, type StockPage } from '#shared/plates/search/plate-view.ts'

export type Stock =
  | { isWhole: true; plates: ListedPlate[]; hasFailed?: true }
  | { isWhole: false; page: StockPage<ListedPlate> }

export const FAILED_STOCK: Stock = { isWhole: true, plates: [], hasFailed: true }

/** As the specification's catalogue of errors has it. */
export const FAILED_READ = 'Error fetching plates'

/** The whole stock, or the shown pages of a large one; `readLargeView` reads its filtered views. */
export async function readStock(
  client: BackendClient,
  view: StockView,
  readLargeView: (version: TableVersion) => Promise<Stock>,
): Promise<Stock> {
  const version = await readStockVersion(client)
  if (version.count <= MAX_WHOLE_STOCK)
    return { isWhole: true, plates: (await listPlates(client)).map(toListed) }
  if (!isDefaultView(view)) return readLargeView(version)
  const { from, to, ...pages } = pagesOf(version.count, view, PAGE_SIZE)
  const plates = await listPlatesFrom(client, from, to - from)
  const shown = plates.map((plate) => ({ plate, reason: null }))
  return {
    isWhole: false,
    page: { ...pages, shown, count: version.count, alternatives: null },
  }
}

// How the plate list reads the stock. Up to WHOLE_UP_TO plates are read and shown whole, as the specification has it;
// of a larger stock, the usual view is read page by page, and any other is worked out on the server.

import type { BackendClient } from '../../shared/backend/client.ts'
import { type ListedPlate, listPlates } from './find-plates.ts'
import { listPlatesFrom, readStockVersion, type StockVersion, toListed } from './list-plates.ts'
import { isDefaultView, pageOf, type StockPage, type StockView } from './search/plate-view.ts'

export const WHOLE_UP_TO = 500
export const PAGE_SIZE = 200

export type Stock =
  /** Everything there is; the page itself searches and filters it. Empty if the read failed. */
  | { isWhole: true; plates: ListedPlate[]; hasFailed?: true }
  /** One page of one view. */
  | { isWhole: false; total: number; page: StockPage<ListedPlate> }

export const UNREAD_STOCK: Stock = { isWhole: true, plates: [], hasFailed: true }

/** @throws DataError */
export async function readStock(
  client: BackendClient,
  view: StockView,
  readLargeView: (mark: StockVersion) => Promise<Stock>,
): Promise<Stock> {
  const mark = await readStockVersion(client)
  if (mark.count <= WHOLE_UP_TO) return { isWhole: true, plates: (await listPlates(client)).map(toListed) }
  if (!isDefaultView(view)) return readLargeView(mark)
  const { page, pages, from } = pageOf(mark.count, view.page, PAGE_SIZE)
  const plates = await listPlatesFrom(client, from, PAGE_SIZE)
  const shown = plates.map((plate) => ({ plate, words: null }))
  return { isWhole: false, total: mark.count, page: { shown, count: mark.count, page, pages, instead: null } }
}

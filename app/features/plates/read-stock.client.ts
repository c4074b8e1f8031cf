import { getBrowserClient } from '#shared/data/client.ts'
import { withFallback } from '#shared/data/with-fallback.ts'
import type { StockView } from '#shared/plates/search/definitions.ts'
import { parseStockView, stockQuery } from '#shared/plates/search/plate-view.ts'
import { remember, stockKey } from '../../shared/backend/client-cache.ts'
import { FAILED_READ, FAILED_STOCK, readStock, type Stock } from './load-plates.ts'

/** Read by the browser and kept for a minute; `readLargeView` reads the filtered views of a large stock. */
export const loadStock = (view: StockView, readLargeView: () => Promise<Stock>) =>
  remember<Stock>(
    stockKey(stockQuery(view)),
    () => readStock(getBrowserClient(), view, readLargeView),
    (read) => withFallback(read, FAILED_STOCK, FAILED_READ),
  )

/** Of a stock that is known not to be large. */
export const loadWholeStock = (query: URLSearchParams) =>
  loadStock(parseStockView(query), () => Promise.reject(new Error('The stock is large')))

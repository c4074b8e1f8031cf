import type { StockView } from '#shared/plates/search/definitions.ts'
import { parseStockView, stockQuery } from '#shared/plates/search/plate-view.ts'
import { useListUrl } from '../../shared/list/use-list-url.ts'

const STOCK_URL = { parse: parseStockView, stringify: stockQuery }

export function useStockView() {
  const { view, revision, change } = useListUrl(STOCK_URL)
  const show = (next: StockView, delayMs = 0) => change(() => next, { delayMs, replace: true })
  return { view, revision, show }
}

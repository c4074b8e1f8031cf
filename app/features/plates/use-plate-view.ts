import { useCallback } from 'react'
import { useListUrl } from '../../shared/list/use-list-url.ts'
import type { StockView } from './search/definitions.ts'
import { parseStockView, stockQuery } from './search/plate-view.ts'

const STOCK_URL = { parse: parseStockView, stringify: stockQuery }

export function useStockView(delayMs: number) {
  const { view, revision, change } = useListUrl(STOCK_URL)
  const setView = useCallback(
    (next: StockView) => change(() => next, { delayMs, replace: true }),
    [change, delayMs],
  )
  const showMore = useCallback(
    (next: StockView) => change(() => next, { delayMs: 0, replace: true }),
    [change],
  )
  return { view, revision, setView, showMore }
}

import { useCallback } from 'react'
import type { StockView } from '#shared/plates/search/definitions.ts'
import { parseStockView, stockQuery } from '#shared/plates/search/plate-view.ts'
import { useListUrl } from '../../shared/list/use-list-url.ts'

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

import { useCallback, useMemo } from 'react'
import { useListUrl } from '#app/shared/list/use-list-url.ts'
import type { ExplorerView, Facets } from '#shared/sales/explorer/definitions.ts'
import { type Change, changeView } from '#shared/sales/explorer/explorer-view.ts'
import type { ExplorerName } from '#shared/sales/explorers.ts'
import { parseView, viewQuery } from './explorer-query.ts'

const TYPING_DELAY_MS = 250
/** Lets the browser paint the new rows before the router renders. */
const CLICK_DELAY_MS = 50

export function useExplorerView(explorer: ExplorerName, facets: Facets) {
  const url = useMemo(
    () => ({
      parse: (query: URLSearchParams) => parseView(query, facets, explorer),
      stringify: (view: ExplorerView) => viewQuery(view, facets),
    }),
    [explorer, facets],
  )
  const { view, revision, change } = useListUrl(url)
  const changeBy = useCallback(
    (next: Change, isTyping = false) =>
      change((current) => changeView(current, facets, next), {
        delayMs: isTyping ? TYPING_DELAY_MS : CLICK_DELAY_MS,
        replace: isTyping,
        resetsFields: !isTyping && (next.do === 'years' || next.do === 'clear'),
      }),
    [change, facets],
  )
  return { view, revision, change: changeBy }
}

export type ChangeView = ReturnType<typeof useExplorerView>['change']

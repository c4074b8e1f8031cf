import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { FAILED } from '../../data/sale-records.ts'
import { viewQuery } from '../../domain/explorer-query.ts'
import type { ExplorerName, ExplorerPage, ExplorerView } from '../../domain/explorer-view.ts'
import type { LargeSales } from './explorer-data.ts'

/** The page of a view, asked of the backend; a view that is left before its page has come is not waited for. */
export function useLargePage(explorer: ExplorerName, view: ExplorerView, large: LargeSales) {
  const { facets } = large
  const query = viewQuery(view, facets)
  const [shown, setShown] = useState<{ query: string; page: ExplorerPage }>(large)
  const { revalidate } = useRevalidator()

  // biome-ignore lint/correctness/useExhaustiveDependencies: the query says all of the view
  useEffect(() => {
    if (query === shown.query) return
    const leaving = new AbortController()
    import('./load-in-browser.ts')
      .then(({ readPageInBrowser }) => readPageInBrowser(explorer, view, facets, leaving.signal))
      .then((page) => {
        if (!leaving.signal.aborted) setShown({ query, page })
      })
      .catch((error) => {
        if (leaving.signal.aborted) return
        console.error(FAILED, error)
        revalidate() // which falls back to the archived sales
      })
    return () => leaving.abort()
  }, [query])

  return { page: shown.page, isBehind: shown.query !== query }
}

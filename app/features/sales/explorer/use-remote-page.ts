import { useEffect, useState } from 'react'
import { keepImport } from '#app/shared/keep-import.ts'
import type { ExplorerView } from '#shared/sales/explorer/definitions.ts'
import type { ExplorerName } from '#shared/sales/explorers.ts'
import { FAILED } from '#shared/sales/sale.ts'
import type { LargeSales, LargeSelection } from './explorer-data.ts'
import { selectionQuery, viewQuery } from './explorer-query.ts'

const loadReads = keepImport(() => import('./load-explorer.client.ts'))

interface LargeView {
  explorer: ExplorerName
  view: ExplorerView
  large: LargeSales
}

export function useRemotePage({ explorer, view, large }: LargeView) {
  const { facets } = large
  const { answer, ...state } = useQuery(viewQuery(view, facets), {
    first: { query: large.query, answer: large.page },
    read: async (signal) => (await loadReads()).readPageInBrowser({ explorer, view, facets, signal }),
  })
  return { page: answer, ...state }
}

const FIGURES_DELAY_MS = 300

export function useRemoteSelection({ explorer, view, large }: LargeView) {
  const { facets } = large
  return useQuery<LargeSelection | null>(selectionQuery(view, facets), {
    first: { query: large.selection?.query ?? null, answer: large.selection },
    delayMs: FIGURES_DELAY_MS,
    read: async (signal) => (await loadReads()).readSelectionInBrowser({ explorer, view, facets, signal }),
  })
}

interface QueryOptions<Answer> {
  /** The query is null if it has no answer yet. */
  first: { query: string | null; answer: Answer }
  delayMs?: number
  read: (signal: AbortSignal) => Promise<Answer>
}

/** The last answer stays until the next arrives; a new query aborts the previous one. */
function useQuery<Answer>(query: string, { first, delayMs = 0, read }: QueryOptions<Answer>) {
  const [shown, setShown] = useState({ ...first, hasFailed: false })

  // biome-ignore lint/correctness/useExhaustiveDependencies: the query identifies the request
  useEffect(() => {
    if (query === shown.query && !shown.hasFailed) return
    const controller = new AbortController()
    const start = () =>
      read(controller.signal)
        .then((answer) => {
          if (!controller.signal.aborted) setShown({ query, answer, hasFailed: false })
        })
        .catch((error) => {
          if (controller.signal.aborted) return
          console.error(FAILED, error)
          setShown(({ answer }) => ({ query, answer, hasFailed: true }))
        })
    const timer = delayMs > 0 ? setTimeout(start, delayMs) : void start()
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [query])

  return { answer: shown.answer, isStale: shown.query !== query, hasFailed: shown.hasFailed }
}

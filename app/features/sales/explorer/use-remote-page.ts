import { useRevalidator } from 'react-router'
import type { ExplorerName, ExplorerView } from './definitions.ts'
import type { LargeSales } from './explorer-data.ts'
import { selectionQuery, viewQuery } from './explorer-query.ts'
import { useQuery } from './use-query.ts'

interface LargeView {
  explorer: ExplorerName
  view: ExplorerView
  large: LargeSales
  /** Whether the archived sales stand in for a backend that is away. */
  isArchived: boolean
}

/** The page of a view. Where the backend fails, everything is read again, which falls back to the archived sales. */
export function useRemotePage({ explorer, view, large, isArchived }: LargeView) {
  const { facets } = large
  const { revalidate } = useRevalidator()
  const { answer, isStale } = useQuery(viewQuery(view, facets), {
    first: { query: large.query, answer: large.page },
    ask: async (signal) =>
      (await import('./load-explorer.client.ts')).readPageInBrowser({
        explorer,
        view,
        facets,
        isArchived,
        signal,
      }),
    onFailure: () => void revalidate(),
  })
  return { page: answer, isStale }
}

/** The rows come first; figures look at every sale, and are asked for once the hands rest. */
const FIGURES_DELAY_MS = 300

/** What the pictures show of a view. */
export function useRemoteSelection({ explorer, view, large, isArchived }: LargeView) {
  const { facets } = large
  return useQuery(selectionQuery(view, facets), {
    first: { query: large.selection.query, answer: large.selection },
    delayMs: FIGURES_DELAY_MS,
    ask: async (signal) =>
      (await import('./load-explorer.client.ts')).readSelectionInBrowser({
        explorer,
        view,
        facets,
        isArchived,
        signal,
      }),
  })
}

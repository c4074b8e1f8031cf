import type { ExplorerView } from '#shared/sales/explorer/definitions.ts'
import type { ExplorerName } from '#shared/sales/explorers.ts'
import type { LargeSales, LargeSelection } from './explorer-data.ts'
import { selectionQuery, viewQuery } from './explorer-query.ts'
import { useQuery } from './use-query.ts'

interface LargeView {
  explorer: ExplorerName
  view: ExplorerView
  large: LargeSales
}

export function useRemotePage({ explorer, view, large }: LargeView) {
  const { facets } = large
  const { answer, ...state } = useQuery(viewQuery(view, facets), {
    first: { query: large.query, answer: large.page },
    read: async (signal) =>
      (await import('./load-explorer.client.ts')).readPageInBrowser({ explorer, view, facets, signal }),
  })
  return { page: answer, ...state }
}

const FIGURES_DELAY_MS = 300

export function useRemoteSelection({ explorer, view, large }: LargeView) {
  const { facets } = large
  return useQuery<LargeSelection | null>(selectionQuery(view, facets), {
    first: { query: large.selection?.query ?? null, answer: large.selection },
    delayMs: FIGURES_DELAY_MS,
    read: async (signal) =>
      (await import('./load-explorer.client.ts')).readSelectionInBrowser({ explorer, view, facets, signal }),
  })
}

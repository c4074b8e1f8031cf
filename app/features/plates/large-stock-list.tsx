import { useEffect, useState } from 'react'
import { useFetcher, useLocation } from 'react-router'
import type { ListedPlate } from '#shared/plates/find-plates.ts'
import type { StockView } from '#shared/plates/search/definitions.ts'
import { formatsFor } from '#shared/plates/search/formats.ts'
import { missedSearch, parseStockView, type StockPage, stockQuery } from '#shared/plates/search/plate-view.ts'
import { useUnmetSearch } from '../../shared/list/use-unmet-search.ts'
import type { Stock } from './load-plates.ts'
import { Results } from './results.tsx'
import type { SoldLike } from './sold-plates.tsx'
import { StockToolbar } from './toolbar.tsx'
import { useStockView } from './use-plate-view.ts'

const DEBOUNCE_MS = 200

interface LargeStockListProps {
  page: StockPage<ListedPlate>
  soldLike: SoldLike | null
}

/** The loader reads the pages to show, and the server does the searching. */
export function LargeStockList({ page, soldLike }: LargeStockListProps) {
  const { search } = useLocation()
  const { view, revision, show } = useStockView()
  // The view of `page`; `view` is ahead of it while the visitor types.
  const shownView = parseStockView(new URLSearchParams(search))
  const isBusy = stockQuery(view) !== stockQuery(shownView)
  useUnmetSearch('stock', isBusy ? null : missedSearch(shownView, page))
  return (
    <>
      <StockToolbar
        key={revision}
        view={view}
        formats={formatsFor([], view.format)}
        onChange={(next) => show(next, DEBOUNCE_MS)}
      />
      <Results
        view={shownView}
        page={page}
        more={useMorePages(search, show)}
        isBusy={isBusy}
        soldLike={soldLike}
      />
    </>
  )
}

/** Reads the longer list before the URL changes: if that fails, the current plates stay on the screen. */
function useMorePages(search: string, showMore: (view: StockView) => void) {
  const fetcher = useFetcher<{ stock: Stock | Promise<Stock> }>()
  const [requested, setRequested] = useState<{ view: StockView; search: string } | null>(null)
  const [failedAt, setFailedAt] = useState<string | null>(null)
  const isRequested = requested?.search === search

  // biome-ignore lint/correctness/useExhaustiveDependencies: only an answer ends the wait
  useEffect(() => {
    let isStale = false
    Promise.resolve(fetcher.data?.stock).then((stock) => {
      if (isStale || !stock || !requested || !isRequested) return
      setRequested(null)
      const hasFailed = stock.isWhole && stock.hasFailed
      setFailedAt(hasFailed ? search : null)
      // The loader then finds the longer list in the browser's cache.
      if (!hasFailed) showMore(requested.view)
    })
    return () => {
      isStale = true
    }
  }, [fetcher.data])

  return {
    isLoading: isRequested,
    hasFailed: failedAt === search,
    show: (view: StockView) => {
      if (isRequested) return
      setRequested({ view, search })
      fetcher.load(`/plates${stockQuery(view)}`)
    },
  }
}

import { useEffect, useRef, useState } from 'react'
import { Link, useFetcher, useLocation } from 'react-router'
import { formatNumber } from '../../shared/format.ts'
import { EmailLink } from '../../shared/ui/unavailable.tsx'
import type { ListedPlate } from './find-plates.ts'
import type { clientLoader } from './index.tsx'
import { PAGE_SIZE } from './load-plates.ts'
import { Results } from './results.tsx'
import type { StockView } from './search/definitions.ts'
import { formatsFor } from './search/formats.ts'
import { parseStockView, type Shown, type StockPage, stockQuery } from './search/plate-view.ts'
import type { SoldLike } from './sold-plates.tsx'
import { Toolbar } from './toolbar.tsx'
import { useStockView } from './use-plate-view.ts'

const DEBOUNCE_MS = 200

/** Further pages load on a click, so that the footer stays within reach. */
const AUTOLOADED_PAGES = 4

type Page = StockPage<ListedPlate>

interface InfiniteListProps {
  total: number
  first: Page
  soldLike: SoldLike | null
}

export function InfiniteList({ total, first, soldLike }: InfiniteListProps) {
  const { search, key } = useLocation()
  const { view, revision, setView } = useStockView(DEBOUNCE_MS)
  // The view of `first`; `view` is ahead of it while the visitor types.
  const shownView = parseStockView(new URLSearchParams(search))
  const isBusy = stockQuery(view) !== stockQuery(shownView)
  return (
    <>
      <Toolbar key={revision} view={view} formats={formatsFor([], view.format)} onChange={setView} />
      <GrowingResults
        key={`${key}${search}`}
        historyKey={key}
        view={shownView}
        first={first}
        isBusy={isBusy}
        soldLike={soldLike}
      />
      <p className="sr-only">There are {formatNumber(total)} plates for sale in all.</p>
    </>
  )
}

/** Pages loaded on scroll by history entry, so that Back restores them. */
const loadedPages = new Map<string, Shown<ListedPlate>[]>()
const MAX_REMEMBERED = 4

interface GrowingResultsProps {
  historyKey: string
  view: StockView
  first: Page
  isBusy: boolean
  soldLike: SoldLike | null
}

function GrowingResults({ historyKey, view, first, isBusy, soldLike }: GrowingResultsProps) {
  const [more, setMore] = useState(() => loadedPages.get(historyKey) ?? [])
  const fetcher = useFetcher<typeof clientLoader>()
  const sentinel = useRef<HTMLElement>(null)
  const [isLoadingNext, setLoadingNext] = useState(false)
  const [failure, setFailure] = useState<'read' | 'stock-shrunk' | null>(null)
  const pagesRead = 1 + Math.ceil(more.length / PAGE_SIZE)
  const next = first.page + pagesRead
  const hasNext = next <= first.pages
  const loadsOnScroll = hasNext && pagesRead <= AUTOLOADED_PAGES && !failure && !isLoadingNext

  const readNext = () => {
    if (isLoadingNext) return
    setLoadingNext(true)
    fetcher.load(`/plates${stockQuery({ ...view, page: next })}`)
  }
  const latest = useRef(readNext)
  latest.current = readNext

  useEffect(() => {
    let isStale = false
    Promise.resolve(fetcher.data?.stock).then((stock) => {
      if (isStale || !stock) return
      setLoadingNext(false)
      // After a failure only a click retries.
      setFailure(stock.isWhole ? (stock.hasFailed ? 'read' : 'stock-shrunk') : null)
      if (stock.isWhole) return
      setMore((known) => {
        const ids = new Set([...first.shown, ...known].map(({ plate }) => plate.id))
        return [...known, ...stock.page.shown.filter(({ plate }) => !ids.has(plate.id))]
      })
    })
    return () => {
      isStale = true
    }
  }, [fetcher.data, first])

  useEffect(() => {
    if (more.length === 0) return
    loadedPages.delete(historyKey)
    loadedPages.set(historyKey, more)
    const [oldest] = loadedPages.keys()
    if (loadedPages.size > MAX_REMEMBERED && oldest) loadedPages.delete(oldest)
  }, [more, historyKey])

  useEffect(() => {
    if (!loadsOnScroll || !sentinel.current) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && latest.current(), {
      rootMargin: '1500px',
    })
    observer.observe(sentinel.current)
    return () => observer.disconnect()
  }, [loadsOnScroll])

  const address = (page: number) => `/plates${stockQuery({ ...view, page })}`
  return (
    <Results view={view} page={first} pageSize={PAGE_SIZE} more={more} isBusy={isBusy} soldLike={soldLike}>
      {first.pages > 1 && (
        <nav ref={sentinel} aria-label="Pages of the list" className="list-pages">
          {failure === 'read' && (
            <p role="alert" className="w-full">
              The next plates cannot be shown just now. Please try again in a minute, or{' '}
              <Link prefetch="intent" to="/contact" className="link">
                write to us
              </Link>{' '}
              at <EmailLink />.
            </p>
          )}
          {first.page > 1 && (
            <Link prefetch="intent" to={address(first.page - 1)} rel="prev" className="button button-quiet">
              Previous {PAGE_SIZE}
            </Link>
          )}
          <p className="tabular text-quiet text-sm">
            Page {first.page}
            {pagesRead > 1 && ` to ${next - 1}`} of {first.pages}
          </p>
          {hasNext && (
            <Link
              prefetch="intent"
              to={address(next)}
              rel="next"
              className="button button-quiet"
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey) return
                event.preventDefault()
                readNext()
              }}
            >
              {isLoadingNext ? 'Loading plates...' : `Next ${PAGE_SIZE}`}
            </Link>
          )}
        </nav>
      )}
    </Results>
  )
}

import { Suspense, useEffect } from 'react'
import { Await, type ShouldRevalidateFunctionArgs, useLocation } from 'react-router'
import type { TableVersion } from '#shared/data/read-all.ts'
import { withFallback } from '#shared/data/with-fallback.ts'
import type { StockView } from '#shared/plates/search/definitions.ts'
import {
  isDefaultView,
  onPage,
  PAGE_SIZE,
  pagesOf,
  parseStockView,
  stockQuery,
} from '#shared/plates/search/plate-view.ts'
import { useSite } from '#shared/ui/use-site.tsx'
import { siteContext } from '../../context.ts'
import type { PageHandle } from '../../page-styles.ts'
import {
  arrivesSoon,
  cacheValue,
  getCached,
  isRemembered,
  stockKey,
} from '../../shared/backend/client-cache.ts'
import { memoPage } from '../../shared/ui/memo-page.ts'
import { PageMeta } from '../../shared/ui/page-meta.tsx'
import { TextLink } from '../../shared/ui/text-link.tsx'
import type { Route } from './+types/index'
import { LargeStockList } from './large-stock-list.tsx'
import { FAILED_READ, FAILED_STOCK, readStock, type Stock } from './load-plates.ts'
import { PlatesUnavailable } from './plates-unavailable.tsx'
import { SmallStockList } from './small-stock-list.tsx'
import type { SoldLike } from './sold-plates.tsx'

export const handle: PageHandle = { styles: ['plates', 'plate-list', 'find', 'enquiries'] }

export async function loader({ context, url }: Route.LoaderArgs) {
  const siteOfRequest = context.get(siteContext)
  const { client, logError } = siteOfRequest
  const view = parseStockView(url.searchParams)
  const readLarge = async (version: TableVersion) => {
    const { readLargeView } = await import('./large-stock.server.ts')
    return readLargeView(siteOfRequest, version, view)
  }
  const read = readStock(client, view, readLarge)
  const stock: Stock = await withFallback(read, FAILED_STOCK, FAILED_READ, logError)
  const { readSoldLike } = await import('./sold-like.server.ts')
  return { stock, soldLike: await readSoldLike(siteOfRequest, stock, view) }
}

export async function clientLoader({ url, serverLoader }: Route.ClientLoaderArgs) {
  const view = parseStockView(url.searchParams)
  const key = stockKey(stockQuery(view))
  // Wait for a list that is shown, or was shown before. A loading text would hide the search while somebody types, which
  // takes the focus from it, and would make the page too short for Back to restore the scroll position.
  const isAwaited = url.pathname === location.pathname || isRemembered(key)
  const stock =
    getCached<Stock>(key) ??
    (await import('./read-stock.client.ts')).loadStock(view, async () => (await serverLoader()).stock)
  return { stock: isAwaited || (await arrivesSoon(stock)) ? await stock : stock, soldLike: null }
}

/** True while the page has the whole stock, so that other views need no request. */
let isClientFiltered = false

export function shouldRevalidate({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  return currentUrl.pathname === nextUrl.pathname && isClientFiltered ? false : defaultShouldRevalidate
}

export default memoPage(function Plates({ loaderData }: Route.ComponentProps) {
  const site = useSite()
  const { search } = useLocation()
  const view = parseStockView(new URLSearchParams(search))
  const page = isDefaultView(view) ? firstPageOf(loaderData.stock, view) : 1
  return (
    <div className={`wrap pb-24 md:pt-20 ${isDefaultView(view) ? 'pt-8' : 'pt-6'}`}>
      <PageMeta
        title={`Number Plates For Sale${page > 1 ? `, page ${page}` : ''}`}
        // Each page of the list is indexed; searches and filters are not.
        path={page > 1 ? `/plates${stockQuery(onPage(view, page))}` : '/plates'}
        description="Every private number plate we have for sale, highest price first. Prices include fees, we own every plate, and there are no broker commissions."
      />
      <h1 className="title">Number Plates For Sale</h1>
      {/* On a phone it is short during a search, so that the results are closer to the top. */}
      {!isDefaultView(view) && <p className="mt-2 text-quiet text-sm sm:hidden">{site.prices.note}</p>}
      <p
        className={`mt-4 max-w-reading text-quiet sm:mt-5 sm:text-lg ${isDefaultView(view) ? '' : 'hidden sm:block'}`}
      >
        {site.prices.statement} We own every plate shown here directly, so what you see is available, and
        there are no broker commissions.
      </p>
      <Suspense fallback={<p className="loading">Loading plates...</p>}>
        <Await resolve={loaderData.stock}>
          {(stock) => (
            <StockList stock={stock} soldLike={loaderData.soldLike} cacheKey={stockKey(stockQuery(view))} />
          )}
        </Await>
      </Suspense>
    </div>
  )
})

/**
 * The page that the URL refers to: one past the end is the last. While the stock is loading, the URL's number is used.
 */
function firstPageOf(stock: Stock | Promise<Stock>, view: StockView): number {
  if (stock instanceof Promise) return view.page
  return stock.isWhole ? pagesOf(stock.plates.length, view, PAGE_SIZE).page : stock.page.page
}

interface StockListProps {
  stock: Stock
  soldLike: SoldLike | null
  cacheKey: string
}

function StockList({ stock, soldLike, cacheKey }: StockListProps) {
  const hasFailed = stock.isWhole && stock.hasFailed
  useEffect(() => {
    if (!hasFailed) cacheValue(cacheKey, stock)
  }, [hasFailed, stock, cacheKey])
  useEffect(() => {
    isClientFiltered = stock.isWhole && stock.plates.length > 0
    return () => {
      isClientFiltered = false
    }
  }, [stock])
  if (hasFailed) return <PlatesUnavailable />
  if (!stock.isWhole) return <LargeStockList page={stock.page} soldLike={soldLike} />
  if (stock.plates.length > 0) return <SmallStockList plates={stock.plates} soldLike={soldLike} />
  return (
    <p className="mt-10 max-w-reading border-line border-t pt-6 text-quiet">
      There are no plates to show just now.{' '}
      <TextLink to="/contact">Tell us what you are looking for</TextLink> and we’ll reply.
    </p>
  )
}

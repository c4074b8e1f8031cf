import { Suspense, useEffect } from 'react'
import { Await, Link, type ShouldRevalidateFunctionArgs, useLocation } from 'react-router'
import { site } from '../../../site.config.ts'
import { siteContext } from '../../context.ts'
import { cacheValue, remember } from '../../shared/backend/client-cache.ts'
import { withFallback } from '../../shared/backend/with-fallback.ts'
import { PageMeta } from '../../shared/ui/page-meta.tsx'
import type { Route } from './+types/index'
import { ClientFilteredList } from './client-filtered-list.tsx'
import { InfiniteList } from './infinite-list.tsx'
import type { StockVersion } from './list-plates.ts'
import { FAILED_STOCK, readStock, type Stock } from './load-plates.ts'
import { PlatesUnavailable } from './plates-unavailable.tsx'
import type { StockView } from './search/definitions.ts'
import { isDefaultView, parseStockView, stockQuery } from './search/plate-view.ts'
import type { SoldLike } from './sold-plates.tsx'

const FAILED = 'Error fetching plates'

export async function loader({ context, url }: Route.LoaderArgs) {
  const siteOfRequest = context.get(siteContext)
  const { client, logError } = siteOfRequest
  const view = parseStockView(url.searchParams)
  const readLarge = async (version: StockVersion) => {
    const { readLargeView } = await import('./infinite-list.server.ts')
    return readLargeView(client, version, view)
  }
  const read = readStock(client, view, readLarge)
  const stock: Stock = await withFallback(read, FAILED_STOCK, FAILED, logError)
  const { readSoldLike } = await import('./sold-like.server.ts')
  return { stock, soldLike: await readSoldLike(siteOfRequest, stock, view) }
}

export async function clientLoader({ url, serverLoader }: Route.ClientLoaderArgs) {
  const { getBrowserClient } = await import('../../shared/backend/client.ts')
  const view = parseStockView(url.searchParams)
  const read = (): Promise<Stock> =>
    readStock(getBrowserClient(), view, async () => (await serverLoader()).stock)
  return {
    stock: remember(cacheKeyOf(view), read, (reading) => withFallback(reading, FAILED_STOCK, FAILED)),
    soldLike: null,
  }
}

const cacheKeyOf = (view: StockView) => `plates${stockQuery(view)}`

/** True while the page holds the whole stock, so that another view of it needs no request. */
let isClientFiltered = false

export function shouldRevalidate({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  return currentUrl.pathname === nextUrl.pathname && isClientFiltered ? false : defaultShouldRevalidate
}

export default function Plates({ loaderData }: Route.ComponentProps) {
  const { search } = useLocation()
  const view = parseStockView(new URLSearchParams(search))
  return (
    <div className={`wrap pb-24 md:pt-20 ${isDefaultView(view) ? 'pt-12' : 'pt-6'}`}>
      <PageMeta
        title={`Number Plates For Sale | ${site.name}`}
        // Further pages of the list are indexed; searches and filters are not.
        path={`/plates${isDefaultView(view) ? stockQuery(view) : ''}`}
        description="Every private number plate we have for sale, dearest first. Prices include fees, each plate is owned by us, and there are no broker commissions."
      />
      <h1 className="title">Number Plates For Sale</h1>
      {/* On a phone, the plates that a search finds are nearer without it. */}
      <p className={`mt-5 max-w-reading text-lg text-quiet ${isDefaultView(view) ? '' : 'hidden sm:block'}`}>
        Prices include fees. We own every plate shown here directly, so what you see is available, and there
        are no broker commissions on top.
      </p>
      <Suspense fallback={<p className="loading">Loading plates...</p>}>
        <Await resolve={loaderData.stock}>
          {(stock) => <StockList stock={stock} soldLike={loaderData.soldLike} cacheKey={cacheKeyOf(view)} />}
        </Await>
      </Suspense>
    </div>
  )
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
  if (!stock.isWhole) return <InfiniteList total={stock.total} first={stock.page} soldLike={soldLike} />
  if (stock.plates.length > 0) return <ClientFilteredList plates={stock.plates} soldLike={soldLike} />
  return (
    <p className="mt-10 max-w-reading border-line border-t pt-6 text-quiet">
      There are no plates to show just now.{' '}
      <Link prefetch="intent" to="/contact" className="link">
        Tell us what you are looking for
      </Link>{' '}
      and we will answer.
    </p>
  )
}

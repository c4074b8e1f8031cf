// The buyer's page, for whoever has its link. Outside the features, because it also shows the page of the feature not-found.
import { data } from 'react-router'
import { withFallback } from '#shared/data/with-fallback.ts'
import { useSite } from '#shared/ui/use-site.tsx'
import type { Route } from './+types/order'
import { siteContext } from './context.ts'
import { NotFoundPage } from './features/not-found/not-found-page.tsx'
import { OrderPage } from './features/orders/order-page.tsx'
import type { PageHandle } from './page-styles.ts'
import { Unavailable } from './shared/ui/unavailable.tsx'

const PRIVATE = {
  'Cache-Control': 'private, no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow',
}

export const handle: PageHandle = { isWithoutScript: true }

export async function loader({ context, params: { token } }: Route.LoaderArgs) {
  const { readOrder, logError } = context.get(siteContext)
  const order = await withFallback(readOrder(token), 'unread' as const, 'Error reading an order', logError)
  const status = order === null ? 404 : order === 'unread' ? 503 : 200
  return data({ order }, { status, headers: PRIVATE })
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export default function Order({ loaderData: { order } }: Route.ComponentProps) {
  const site = useSite()
  if (order === null) return <NotFoundPage />
  if (order !== 'unread') return <OrderPage order={order} />
  return (
    <div className="wrap py-16">
      <title>{`Your order | ${site.name}`}</title>
      <h1 className="title">Your order</h1>
      <Unavailable title="We can’t open it just now">
        The fault is ours. Please try again in a minute, or write to us.
      </Unavailable>
    </div>
  )
}

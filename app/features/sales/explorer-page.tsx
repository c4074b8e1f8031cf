import { data, type ShouldRevalidateFunctionArgs } from 'react-router'
import { siteContext } from '../../context.ts'
import type { PageHandle } from '../../page-styles.ts'
import { arrivesSoon, explorerKey, getCached } from '../../shared/backend/client-cache.ts'
import { memoPage } from '../../shared/ui/memo-page.ts'
import type { Route } from './+types/explorer-page'
import { recordsOf } from './data/serialize-sales.ts'
import { Explorer } from './explorer/explorer.tsx'
import type { ExplorerData } from './explorer/explorer-data.ts'
import { explorerAt } from './explorer/labels.ts'
import { loadExplorer } from './explorer/load-explorer.server.ts'

export const handle: PageHandle = { styles: ['sales', 'records', 'sales-print'] }

export async function loader({ context, url }: Route.LoaderArgs) {
  const explorer = explorerAt(url.pathname)
  const read = await loadExplorer(explorer, context.get(siteContext), url)
  const isUnread = read.archive !== null && recordsOf(read.sales).length === 0
  return data({ explorer, data: read }, isUnread ? { status: 503, headers: { 'Retry-After': '30' } } : {})
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export async function clientLoader({ url }: Route.ClientLoaderArgs) {
  const explorer = explorerAt(url.pathname)
  const data =
    getCached<ExplorerData>(explorerKey(explorer)) ??
    (await import('./explorer/load-explorer.client.ts')).loadExplorerCached(explorer, url.searchParams)
  return { explorer, data: (await arrivesSoon(data)) ? await data : data }
}

/** Also for the same URL: a reload. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  currentUrl.pathname !== nextUrl.pathname || currentUrl.href === nextUrl.href

export default memoPage(function SalesExplorer({ loaderData: { explorer, data } }: Route.ComponentProps) {
  return <Explorer key={explorer} explorer={explorer} data={data} />
})

import { data } from 'react-router'
import { withFallback } from '#shared/data/with-fallback.ts'
import { siteContext } from '../../context.ts'
import { sourcesOf } from '../sales/data/sales-sources.ts'
import type { Route } from './+types/index'
import { OwnShortlist } from './own-shortlist.tsx'
import { listRegistration, parseSentList } from './sent-list.ts'
import { SentShortlist } from './sent-shortlist.tsx'
import { readShortlist } from './shortlist-storage.ts'

const FAILED = 'Error fetching the shortlist'

const UNREAD = { listed: [], unreadable: 0, leftOut: 0, comparison: null }

/** A sent list has its registrations in the URL; the visitor's own list is in the browser's storage. */
export async function loader({ context, url }: Route.LoaderArgs) {
  if (!url.searchParams.has('p')) return { sent: null, own: null }
  const list = parseSentList(url.searchParams.getAll('p'))
  const site = context.get(siteContext)
  const { readSentList } = await import('./read-comparison.ts')
  const read = readSentList(list, site.client, () => sourcesOf(site))
  const sent = await withFallback(read, null, FAILED, site.logError)
  if (sent === null)
    return data({ sent: UNREAD, own: null }, { status: 503, headers: { 'Retry-After': '30' } })
  return data({ sent, own: null }, { status: sent.listed.length === 0 ? 404 : 200 })
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export async function clientLoader({ url, serverLoader }: Route.ClientLoaderArgs) {
  if (url.searchParams.has('p')) return serverLoader()
  return { sent: null, own: withFallback(readOwn(), null, FAILED) }
}
clientLoader.hydrate = true as const

async function readOwn() {
  const requested = readShortlist()
  const [{ getBrowserClient }, { readComparison }] = await Promise.all([
    import('#shared/data/client.ts'),
    import('./read-comparison.ts'),
  ])
  const listed = requested.flatMap((registration) => listRegistration(registration) ?? [])
  const comparison = await readComparison(listed, getBrowserClient(), async () => {
    const { sourcesInBrowser } = await import('../sales/data/sales-sources.client.ts')
    return sourcesInBrowser()
  })
  return { requested, comparison }
}

export default function Shortlist({ loaderData: { sent, own } }: Route.ComponentProps) {
  return sent ? <SentShortlist {...sent} /> : <OwnShortlist own={own} />
}

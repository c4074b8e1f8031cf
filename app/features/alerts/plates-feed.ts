import type { BackendClient } from '#shared/data/client.ts'
import { requireRows } from '#shared/data/response.ts'
import { withFallback } from '#shared/data/with-fallback.ts'
import { filterItems } from '#shared/list/filter.ts'
import { FILTERS } from '#shared/plates/search/definitions.ts'
import { isSearch, readsAs } from '#shared/plates/search/plate-search.ts'
import { activeFilters, parseStockView, stockQuery } from '#shared/plates/search/plate-view.ts'
import { formatGbp } from '#shared/text/money.ts'
import { NO_STORE } from '#shared/text/no-store.ts'
import { escapeXml, textResponse } from '#shared/text/text-response.ts'
import { platePath } from '#shared/urls.ts'
import { siteContext } from '../../context.ts'
import type { Route } from './+types/plates-feed'

/** The newest plates, because a feed is for what is new. */
const MAX_READ = 1000
const MAX_ITEMS = 50

/** `/plates.xml?q=sam&to=5000`: the results of a stock search, newest first, as RSS 2.0. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { client, siteUrl, site, logError } = context.get(siteContext)
  const view = { ...parseStockView(url.searchParams), sort: null, page: 1, lastPage: 1 }
  const rows = await withFallback(readNewest(client), null, 'Error reading the plates of a feed', logError)
  if (rows === null)
    return new Response('We can’t load our plates just now. Please try again in a minute.\n', {
      status: 503,
      headers: { ...NO_STORE, 'Retry-After': '60' },
    })
  const plates = rows.map((row) => ({
    registration: String(row.plate_number),
    priceGbp: Number(row.price),
    description: row.description === null ? null : String(row.description),
    isFeature: row.is_feature === true,
    addedAt: new Date(String(row.created_at)),
  }))
  const matching = filterItems(FILTERS, plates, view)
  const found = isSearch(view.search) ? new Set(readsAs(matching, view.search)) : null
  const newest = matching.filter((plate) => !found || found.has(plate)).slice(0, MAX_ITEMS)
  const words = activeFilters(view).map(({ label }) => label)
  const title = `${site.name}: ${words.length > 0 ? `plates for sale, ${words.join(', ')}` : 'plates for sale'}`
  const query = stockQuery(view)
  return textResponse(
    'application/rss+xml',
    `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
<title>${escapeXml(title)}</title>
<link>${escapeXml(`${siteUrl}/plates${query}`)}</link>
<atom:link rel="self" type="application/rss+xml" href="${escapeXml(`${siteUrl}/plates.xml${query}`)}"/>
<description>${escapeXml('Our plates that match this search, newest first.')}</description>
<language>${site.locale}</language>
${newest.map((plate) => item(plate, siteUrl)).join('\n')}
</channel>
</rss>
`,
  )
}

async function readNewest(client: BackendClient) {
  const columns = 'plate_number,price,description,is_feature,created_at'
  const available = client.from('plates').select(columns).eq('is_available', true)
  return requireRows(await available.order('created_at', { ascending: false }).order('id').limit(MAX_READ))
}

interface FeedPlate {
  registration: string
  priceGbp: number
  description: string | null
  addedAt: Date
}

function item({ registration, priceGbp, description, addedAt }: FeedPlate, siteUrl: string): string {
  const link = escapeXml(siteUrl + platePath(registration))
  const price = priceGbp > 0 ? formatGbp(priceGbp) : 'price on request'
  return `<item>
<title>${escapeXml(`${registration}, ${price}`)}</title>
<link>${link}</link>
<guid isPermaLink="true">${link}</guid>
<pubDate>${addedAt.toUTCString()}</pubDate>
<description>${escapeXml(description ?? registration)}</description>
</item>`
}

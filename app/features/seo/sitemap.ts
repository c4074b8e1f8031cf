import { siteContext } from '../../context.ts'
import type { BackendClient } from '../../shared/backend/client.ts'
import { furtherLinks, menuLinks } from '../../shared/ui/site-links.ts'
import { platePath } from '../../urls.ts'
import { listArticles } from '../articles/articles.server.ts'
import { listPlateChanges } from '../plates/find-plates.ts'
import { readStockVersion } from '../plates/list-plates.ts'
import { countSalesByYear, listSoldRegistrations } from '../sales/data/sold-registrations.ts'
import { salePath } from '../sales/sale.ts'
import type { Route } from './+types/sitemap'
import { escapeXml, textResponse } from './text-response.ts'

/**
 * The protocol allows 50,000 addresses and 50 MB in one file. With fewer, no answer takes long to make: ten reads of
 * a thousand rows.
 */
const MOST_IN_ONE = 10_000

/** A page that may be found. A date is there only where it is true: pages that only arrange others have none. */
interface Place {
  path: string
  changed?: string | null
}

/**
 * `/sitemap.xml`: every page that may be found, or, where that is too much for one file, an index of parts such as
 * `/sitemap.xml?part=plates-1` and `/sitemap.xml?part=sales-2025-3`. A failing read fails the sitemap: half of one
 * would tell search engines that the stock is gone.
 */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { client, siteUrl } = context.get(siteContext)
  const part = new URL(request.url).searchParams.get('part')
  if (part !== null) {
    const places = await readPart(client, part)
    if (places.length === 0) throw new Response('Not Found', { status: 404 })
    return urlset(siteUrl, places)
  }
  const parts = await listParts(client)
  if (parts.reduce((sum, { count }) => sum + count, 0) > MOST_IN_ONE) {
    const names = parts.flatMap(({ name, count }) =>
      Array.from({ length: Math.ceil(count / MOST_IN_ONE) }, (_, index) => `${name}-${index + 1}`),
    )
    return index(siteUrl, ['pages', ...names])
  }
  const [plates, uk, jersey] = await Promise.all([
    listPlateChanges(client),
    listSoldRegistrations(client, 'uk'),
    listSoldRegistrations(client, 'jersey'),
  ])
  const sold = [...new Set([...uk, ...jersey])]
  return urlset(siteUrl, [...pages(), ...plates.map(toPlatePlace), ...sold.map(toSalePlace)])
}

const pages = (): Place[] => [
  ...[...menuLinks, ...furtherLinks].map(({ to }) => ({ path: to })),
  ...listArticles().map(({ path, updated, published }) => ({ path, changed: updated ?? published })),
]
const toPlatePlace = ({ registration, changedAt }: { registration: string; changedAt: string | null }) => ({
  path: platePath(registration),
  changed: changedAt,
})
const toSalePlace = (registration: string) => ({ path: salePath(registration) })

/** Plates, and sales by year, with how many there are of each. */
async function listParts(client: BackendClient): Promise<{ name: string; count: number }[]> {
  const [stock, uk, jersey] = await Promise.all([
    readStockVersion(client),
    countSalesByYear(client, 'uk'),
    countSalesByYear(client, 'jersey'),
  ])
  return [
    { name: 'plates', count: stock.count },
    ...uk.map(({ year, sales }) => ({ name: `sales-${year}`, count: sales })),
    ...jersey.map(({ year, sales }) => ({ name: `jersey-${year}`, count: sales })),
  ]
}

/** 'pages', 'plates-1', 'sales-2025-3', 'jersey-2025-1'; nothing of a part that is not there. */
async function readPart(client: BackendClient, part: string): Promise<Place[]> {
  if (part === 'pages') return pages()
  const [, name = '', year, number] = /^(plates|sales|jersey)(?:-(\d{4}))?-([1-9]\d{0,3})$/.exec(part) ?? []
  const stretch = { from: (Number(number) - 1) * MOST_IN_ONE, count: MOST_IN_ONE }
  if (name === 'plates' && !year) return (await listPlateChanges(client, stretch)).map(toPlatePlace)
  if (!year || name === 'plates') return []
  const explorer = name === 'jersey' ? 'jersey' : 'uk'
  const sold = await listSoldRegistrations(client, explorer, { year: Number(year), ...stretch })
  return sold.map(toSalePlace)
}

function urlset(siteUrl: string, places: Place[]): Response {
  const entries = places.map(({ path, changed }) => {
    const lastmod = changed ? `<lastmod>${escapeXml(changed)}</lastmod>` : ''
    return `<url><loc>${escapeXml(siteUrl + path)}</loc>${lastmod}</url>`
  })
  return sitemap('urlset', entries)
}

function index(siteUrl: string, parts: string[]): Response {
  const entries = parts.map(
    (part) => `<sitemap><loc>${escapeXml(`${siteUrl}/sitemap.xml?part=${part}`)}</loc></sitemap>`,
  )
  return sitemap('sitemapindex', entries)
}

function sitemap(kind: 'urlset' | 'sitemapindex', entries: string[]): Response {
  return textResponse(
    'application/xml',
    `<?xml version="1.0" encoding="UTF-8"?>
<${kind} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('\n')}
</${kind}>
`,
  )
}

import type { AccuracyService } from '../../../services/estimates/accuracy.ts'
import { siteContext } from '../../context.ts'
import type { BackendClient } from '../../shared/backend/client.ts'
import { accuracyLink, furtherLinks, menuLinks } from '../../shared/ui/site-links.ts'
import { platePath } from '../../urls.ts'
import { listArticles } from '../articles/articles.server.ts'
import { listPlateChanges } from '../plates/find-plates.ts'
import { readStockVersion } from '../plates/list-plates.ts'
import { countSalesByYear, listSoldRegistrations } from '../sales/data/sold-registrations.ts'
import { salePath } from '../sales/sale.ts'
import type { Route } from './+types/sitemap'
import { escapeXml, textResponse } from './text-response.ts'

/** The protocol allows 50,000 addresses in a file; 10,000 are ten reads of a thousand rows. */
const MAX_ADDRESSES = 10_000

interface Entry {
  path: string
  changed?: string | null
}

// Parts such as `?part=plates-1` and `?part=sales-2025-3` follow an index if one file cannot hold all pages. A failed
// read fails the request: an incomplete sitemap would tell search engines that the stock is gone.
export async function loader({ context, request }: Route.LoaderArgs) {
  const { client, siteUrl, accuracy } = context.get(siteContext)
  const part = new URL(request.url).searchParams.get('part')
  if (part !== null) {
    const entries = await readPart(client, part, accuracy)
    if (entries.length === 0) throw new Response('Not Found', { status: 404 })
    return urlset(siteUrl, entries)
  }
  const parts = await listParts(client)
  if (parts.reduce((sum, { count }) => sum + count, 0) > MAX_ADDRESSES) {
    const names = parts.flatMap(({ name, count }) =>
      Array.from({ length: Math.ceil(count / MAX_ADDRESSES) }, (_, index) => `${name}-${index + 1}`),
    )
    return index(siteUrl, ['pages', ...names])
  }
  const [plates, uk, jersey] = await Promise.all([
    listPlateChanges(client),
    listSoldRegistrations(client, 'uk'),
    listSoldRegistrations(client, 'jersey'),
  ])
  const sold = [...new Set([...uk, ...jersey])]
  return urlset(siteUrl, [...pages(accuracy), ...plates.map(toPlateEntry), ...sold.map(toSaleEntry)])
}

const pages = ({ isOffered }: AccuracyService): Entry[] => [
  ...[...menuLinks, ...(isOffered ? [accuracyLink] : []), ...furtherLinks].map(({ to }) => ({ path: to })),
  ...listArticles().map(({ path, updated, published }) => ({ path, changed: updated ?? published })),
]
const toPlateEntry = ({ registration, changedAt }: { registration: string; changedAt: string | null }) => ({
  path: platePath(registration),
  changed: changedAt,
})
const toSaleEntry = (registration: string) => ({ path: salePath(registration) })

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

async function readPart(client: BackendClient, part: string, accuracy: AccuracyService): Promise<Entry[]> {
  if (part === 'pages') return pages(accuracy)
  const [, name = '', year, number] = /^(plates|sales|jersey)(?:-(\d{4}))?-([1-9]\d{0,3})$/.exec(part) ?? []
  const range = { from: (Number(number) - 1) * MAX_ADDRESSES, count: MAX_ADDRESSES }
  if (name === 'plates' && !year) return (await listPlateChanges(client, range)).map(toPlateEntry)
  if (!year || name === 'plates') return []
  const explorer = name === 'jersey' ? 'jersey' : 'uk'
  const sold = await listSoldRegistrations(client, explorer, { year: Number(year), ...range })
  return sold.map(toSaleEntry)
}

function urlset(siteUrl: string, entries: Entry[]): Response {
  const urls = entries.map(({ path, changed }) => {
    const lastmod = changed ? `<lastmod>${escapeXml(changed)}</lastmod>` : ''
    return `<url><loc>${escapeXml(siteUrl + path)}</loc>${lastmod}</url>`
  })
  return sitemap('urlset', urls)
}

function index(siteUrl: string, parts: string[]): Response {
  const sitemaps = parts.map(
    (part) => `<sitemap><loc>${escapeXml(`${siteUrl}/sitemap.xml?part=${part}`)}</loc></sitemap>`,
  )
  return sitemap('sitemapindex', sitemaps)
}

function sitemap(kind: 'urlset' | 'sitemapindex', elements: string[]): Response {
  return textResponse(
    'application/xml',
    `<?xml version="1.0" encoding="UTF-8"?>
<${kind} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${elements.join('\n')}
</${kind}>
`,
  )
}

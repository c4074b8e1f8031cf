import type { ArticleCard } from '#shared/articles/article.ts'
import type { BackendClient } from '#shared/data/client.ts'
import { listPlateChanges, type PlateChange } from '#shared/plates/find-plates.ts'
import { readStockVersion } from '#shared/plates/list-plates.ts'
import { EXPLORER_LIST, type Explorer } from '#shared/sales/explorers.ts'
import { escapeXml, textResponse } from '#shared/text/text-response.ts'
import { platePath, registrationPath } from '#shared/urls.ts'
import { type SiteContext, siteContext } from '../../context.ts'
import { accuracyLink, furtherLinks, menuLinks, statementLinks } from '../../shared/ui/site-links.ts'
import { articlesIn } from '../articles/articles.server.ts'
import { countSalesByYear, listSoldRegistrations } from '../sales/data/sold-registrations.ts'
import type { Route } from './+types/xml-sitemap'

/** The protocol allows 50,000 addresses in a file; 5,000 plates, with two addresses each, take the server 50 ms. */
const MAX_ADDRESSES = 5_000

interface Entry {
  path: string
  changed?: string | null
}

// If one file cannot hold all pages, an index refers to parts such as `?part=plates-1` and `?part=sales-2025-3`. A
// failed read fails the request: an incomplete sitemap would tell search engines that the stock is gone.
export async function loader({ context, request }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  const { client, siteUrl } = site
  const articles = articlesIn(context).list()
  const part = new URL(request.url).searchParams.get('part')
  if (part !== null) {
    const entries = await readPart(site, part, articles)
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
  const [plates, ...sold] = await Promise.all([
    listPlateChanges(client),
    ...EXPLORER_LIST.map(({ name }) => listSoldRegistrations(client, name)),
  ])
  return urlset(siteUrl, [
    ...pages(site, articles),
    ...toPlateEntries(plates),
    ...toRegistrationEntries(sold.flat()),
  ])
}

const pages = ({ accuracy, statementPages }: SiteContext, articles: readonly ArticleCard[]): Entry[] => [
  ...[
    ...menuLinks,
    ...(accuracy.isOffered ? [accuracyLink] : []),
    ...furtherLinks,
    ...statementLinks(statementPages),
  ].map(({ to }) => ({ path: to })),
  ...articles.map(({ path, updated, published }) => ({ path, changed: updated ?? published })),
]
/** A plate has two pages: our offer, and what is known about its registration. */
const toPlateEntries = (plates: PlateChange[]): Entry[] => [
  ...plates.map(({ registration, changedAt }) => ({ path: platePath(registration), changed: changedAt })),
  ...toRegistrationEntries(plates.map(({ registration }) => registration)),
]
const toRegistrationEntries = (registrations: string[]): Entry[] =>
  registrations.map((registration) => ({ path: registrationPath(registration) }))

async function listParts(client: BackendClient): Promise<{ name: string; count: number }[]> {
  const [stock, ...sold] = await Promise.all([
    readStockVersion(client),
    ...EXPLORER_LIST.map(async (explorer) =>
      (await countSalesByYear(client, explorer.name)).map(({ year, sales }) => ({
        name: `${partOf(explorer)}-${year}`,
        count: sales,
      })),
    ),
  ])
  return [{ name: 'plates', count: stock.count }, ...sold.flat()]
}

/** 'sales' of the table sales, 'jersey' of jersey_sales */
const partOf = ({ table }: Explorer) => table.replace('_sales', '')

async function readPart(site: SiteContext, part: string, articles: readonly ArticleCard[]): Promise<Entry[]> {
  if (part === 'pages') return pages(site, articles)
  const { client } = site
  const [, name = '', year, number] = /^([a-z]+)(?:-(\d{4}))?-([1-9]\d{0,3})$/.exec(part) ?? []
  const range = { from: (Number(number) - 1) * MAX_ADDRESSES, count: MAX_ADDRESSES }
  if (name === 'plates' && !year) return toPlateEntries(await listPlateChanges(client, range))
  const explorer = EXPLORER_LIST.find((one) => partOf(one) === name)
  if (!year || !explorer) return []
  const sold = await listSoldRegistrations(client, explorer.name, { year: Number(year), ...range })
  return toRegistrationEntries(sold)
}

function urlset(siteUrl: string, entries: Entry[]): Response {
  // J 27 may be in stock, sold in the UK and sold in Jersey: it has one page.
  const pages = new Map(entries.map((entry) => [entry.path, entry]))
  const urls = [...pages.values()].map(({ path, changed }) => {
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

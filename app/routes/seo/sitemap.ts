import { siteContext } from '../../context.ts'
import { listArticles } from '../../data/articles.server.ts'
import { listPlateChanges } from '../../data/plates.ts'
import { platePath } from '../../domain/plate-path.ts'
import { furtherLinks, menuLinks } from '../../ui/site-links.ts'
import type { Route } from './+types/sitemap'
import { escapeXml, textResponse } from './text-response.ts'

/** `/sitemap.xml`. A date stands only where it is true: pages that only arrange others have none. */
export async function loader({ context }: Route.LoaderArgs) {
  const { client, siteUrl } = context.get(siteContext)
  // A failing read fails the sitemap: half of one would tell search engines that the stock is gone.
  const plates = await listPlateChanges(client)
  const places: { path: string; changed?: string | null }[] = [
    ...[...menuLinks, ...furtherLinks].map(({ to }) => ({ path: to })),
    ...plates.map(({ registration, changedAt }) => ({ path: platePath(registration), changed: changedAt })),
    ...listArticles().map(({ path, updated, published }) => ({ path, changed: updated ?? published })),
  ]
  const entries = places.map(({ path, changed }) => {
    const lastmod = changed ? `<lastmod>${escapeXml(changed)}</lastmod>` : ''
    return `<url><loc>${escapeXml(siteUrl + path)}</loc>${lastmod}</url>`
  })
  return textResponse(
    'application/xml',
    `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('\n')}
</urlset>
`,
  )
}

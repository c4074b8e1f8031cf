import { textResponse } from '#shared/text/text-response.ts'
import { siteContext } from '../../context.ts'
import type { Route } from './+types/robots'

export function loader({ context }: Route.LoaderArgs) {
  const { siteUrl } = context.get(siteContext)
  return textResponse(
    'text/plain',
    `User-agent: *
Allow: /
Disallow: /rest/
Disallow: /functions/

Sitemap: ${siteUrl}/sitemap.xml
`,
  )
}

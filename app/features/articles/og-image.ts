import { articleOgImage } from '../../shared/og-image/og-image.server.ts'
import { pngResponse } from '../../shared/og-image/png-response.ts'
import type { Route } from './+types/og-image'
import { SECTIONS } from './article.ts'
import { findArticle } from './articles.server.ts'

export async function loader({ params }: Route.LoaderArgs) {
  const section = SECTIONS.find((name) => name === params.section)
  const slug = params.file.replace(/\.png$/, '')
  const article = section && slug !== params.file && findArticle(section, slug)
  if (!article) return new Response('There is no such picture.\n', { status: 404 })
  return pngResponse(await articleOgImage(article))
}

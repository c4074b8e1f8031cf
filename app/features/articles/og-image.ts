import { SECTIONS } from '#shared/articles/article.ts'
import { siteContext } from '../../context.ts'
import { articleOgImage, brandOf } from '../../shared/og-image/og-image.server.ts'
import { pngResponse } from '../../shared/og-image/png-response.ts'
import type { Route } from './+types/og-image'
import { articlesIn } from './articles.server.ts'

export async function loader({ context, params }: Route.LoaderArgs) {
  const section = SECTIONS.find((name) => name === params.section)
  const slug = params.file.replace(/\.png$/, '')
  const found = section && slug !== params.file ? articlesIn(context).find(section, slug) : null
  if (found?.kind !== 'article') return new Response('There is no such picture.\n', { status: 404 })
  const { article } = found
  const services = context.get(siteContext)
  const { articles } = services
  const isOfDesk = articles.current().articles.some(({ path }) => path === article.path)
  const title = isOfDesk ? await articles.setTitle(article) : undefined
  return pngResponse(await articleOgImage(article, await brandOf(services), title))
}

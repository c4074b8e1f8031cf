// Articles are part of the build: one hashed file for each, and one for the cards of all. They need no data request.
import modules from 'virtual:article-modules'
import { type Article, type ArticleCard, type Section, sectionOf } from '#shared/articles/article.ts'
import { articleKey, CARDS_KEY, remember } from '../../shared/backend/client-cache.ts'

/** Null if there is no such article. */
export const fetchArticle = (section: Section, slug: string) =>
  remember<Article | null>(
    articleKey(section, slug),
    async () => (await modules[`${section}/${slug}`]?.())?.default ?? null,
  )

export const fetchCards = () =>
  remember<ArticleCard[]>(CARDS_KEY, async () => (await import('virtual:article-cards')).default)

/** Loads the data for a path: '/news/x' its article, '/news' the cards. */
export function prefetchReading(path: string): unknown {
  const slug = path.split('/')[2]
  return slug ? fetchArticle(sectionOf(path), slug) : fetchCards()
}

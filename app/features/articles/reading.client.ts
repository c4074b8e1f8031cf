// Articles are part of the build: one hashed file for each, and one for the cards of all. They need no data request.
import modules from 'virtual:article-modules'
import { type Article, type ArticleCard, type Section, sectionOf } from '#shared/articles/article.ts'

/** Null if there is no such article. */
export async function loadArticle(section: Section, slug: string): Promise<Article | null> {
  return (await modules[`${section}/${slug}`]?.())?.default ?? null
}

export async function loadCards(): Promise<ArticleCard[]> {
  return (await import('virtual:article-cards')).default
}

/** Whether the dealer has written or withdrawn articles, which the build does not know. */
const hasDeskArticles = () => document.documentElement.dataset.deskArticles !== undefined

/**
 * Reads from the server if the build may be incomplete; if the server cannot be reached, reads from the build.
 * @param isComplete whether the build has everything that the page needs
 */
export async function readArticles<FromServer, FromBuild>(
  askServer: () => Promise<FromServer>,
  fromBuild: () => Promise<FromBuild>,
  isComplete = true,
): Promise<FromServer | FromBuild> {
  if (isComplete && !hasDeskArticles()) return fromBuild()
  try {
    return await askServer()
  } catch (error) {
    // A redirect to the article's current address.
    if (error instanceof Response) throw error
    return fromBuild()
  }
}

/** Loads the data for a path: '/news/x' its article, '/news' the cards. */
export function prefetchReading(path: string): Promise<unknown> {
  const slug = path.split('/')[2]
  return slug ? loadArticle(sectionOf(path), slug) : loadCards()
}

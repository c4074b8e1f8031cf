import type { Article, ArticleCard, Section } from '#shared/articles/article.ts'
import { articleKey, CARDS_KEY, getCached } from '../../shared/backend/client-cache.ts'

/** Null if there is no such article. */
export const loadArticle = async (section: Section, slug: string): Promise<Article | null> =>
  getCached<Article | null>(articleKey(section, slug)) ??
  (await import('./reading.client.ts')).fetchArticle(section, slug)

export const loadCards = async (): Promise<ArticleCard[]> =>
  getCached<ArticleCard[]>(CARDS_KEY) ?? (await import('./reading.client.ts')).fetchCards()

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

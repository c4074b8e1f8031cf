/** Counts the faults that prevent publication, for each article of a list. */

import type { Reader } from '#data/tables.ts'
import type { ArticleContent } from '#services/articles/article-content.ts'
import { readVersions } from '#services/articles/article-store.ts'
import type { ListedArticle } from '#services/articles/article-types.ts'
import { stopsPublication } from '#services/articles/check-article.ts'
import { readCheckContext } from '#services/articles/check-context.ts'
import type { ShippedContent } from '#services/articles/live-articles.ts'
import { londonDay } from '#services/london-time.ts'

/** Keyed by article id; links to plates are only checked on the page of the article. @throws DataError */
export async function countFaults(
  reader: Reader,
  shipped: ShippedContent,
  articles: readonly ListedArticle[],
): Promise<Record<string, number>> {
  const versions = await readVersions(
    reader,
    articles.map(({ latest }) => latest.id),
  )
  const contents = new Map(
    versions.flatMap(({ articleId, content }) => (content ? [[articleId, content]] : [])),
  )
  const all = together([...contents.values()])
  if (!all) return {}
  const context = await readCheckContext(reader, shipped, all)
  const { compileArticle } = await import('#services/articles/compile-article.ts')
  const counts: Record<string, number> = {}
  for (const { id, section, slug, publishedAt } of articles) {
    const content = contents.get(id)
    if (!content) continue
    const published = londonDay(publishedAt ? new Date(publishedAt) : new Date())
    const { faults } = compileArticle({ section, slug, content, published }, context)
    counts[id] = stopsPublication(faults).length
    // Yields to other requests between two articles.
    await new Promise(setImmediate)
  }
  return counts
}

/** Combines the pictures and links of all texts, so that their context is read once. */
function together(contents: readonly ArticleContent[]): ArticleContent | null {
  const [first] = contents
  if (!first) return null
  const pictures = contents.flatMap(({ picture }) => (picture ? [`/pictures/${picture.id}`] : []))
  return {
    ...first,
    body: [...contents.map(({ body }) => body), ...pictures].join('\n'),
    related: [...new Set(contents.flatMap(({ related }) => related))],
  }
}

/** Reads the data for the page of an article. */
import type { RouterContextProvider } from 'react-router'
import { emptyContent } from '#services/articles/article-content.ts'
import { readArticle } from '#services/articles/article-store.ts'
import { isPublic } from '#services/articles/article-types.ts'
import { checkArticle } from '#services/articles/check-article.ts'
import type { ShippedContent } from '#services/articles/live-articles.ts'
import { previewPath } from '#services/articles/preview-link.ts'
import { londonDay } from '#services/london-time.ts'
import { deskContext, orNotFound } from '../../context.ts'
import { fullMoment } from '../../ui/dates.ts'
import { articleTools } from './article-tools.server.ts'
import type { FactChoice } from './editor/insert.ts'
import { readPublicArticles } from './linkable.server.ts'
import { describeStatus } from './words.ts'

export type LoadedArticle = Awaited<ReturnType<typeof readArticlePage>> & { done: string | null }

/** @throws a 404 response, DataError */
export async function readArticlePage(context: Readonly<RouterContextProvider>, id: string) {
  const { database, shipped } = await articleTools(context)
  const { article, latest } = orNotFound(await readArticle(database, id))
  const content = latest.content ?? emptyContent(article.section, latest.person)
  const [{ faults }, articles] = await Promise.all([
    checkArticle(database, shipped, article, content),
    readPublicArticles(context),
  ])
  const isShown = isPublic(article)
  const hasUnpublishedChanges = isShown && article.publishedVersion !== latest.id
  const isShipped = shipped.articles.has(article.path)
  const { siteUrl, articles: live } = context.get(deskContext)
  const fault = live.current().faulty.find(({ id }) => id === article.id)?.fault ?? null
  return {
    article: {
      ...article,
      isPublic: isShown,
      isOnSite: isShown && fault === null,
      isShipped,
      statusText: describeStatus(article, { hasUnpublishedChanges, isShipped, fault, now: new Date() }),
      preview: article.previewToken && previewPath(article.previewToken),
    },
    content,
    saved: { person: latest.person, moment: fullMoment(latest.at) },
    faults,
    facts: factsOf(shipped),
    articles: articles.filter(({ path }) => path !== article.path),
    today: londonDay(new Date()),
    siteUrl,
  }
}

function factsOf({ facts, tables }: ShippedContent): FactChoice[] {
  return [
    ...Object.entries(facts).map(([name, { value, what = '' }]) => ({ name, value, what })),
    ...[...tables].map(([name, table]) => ({ name, value: table?.caption ?? name, what: '', isTable: true })),
  ]
}

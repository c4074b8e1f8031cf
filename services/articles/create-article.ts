import type { ShippedContent } from '#content/shipped-content.ts'
import type { Database, Transaction } from '#data/tables.ts'
import { type Time, toTime } from '#data/times.ts'
import { articlePath, type Section } from '#shared/articles/article.ts'
import { action } from '../action.ts'
import type { Actor } from '../audit/actor.ts'
import { noteChange } from '../audit/audit-log.ts'
import { readAddresses } from './addresses.ts'
import type { ArticleContent } from './article-content.ts'
import { requireLatest, withPath } from './article-store.ts'
import type { ArticleVersion, DeskArticle } from './article-types.ts'
import { nameArticle } from './name-article.ts'
import { ArticleRefusal } from './refusal.ts'
import { readShippedArticle } from './shipped-source.ts'
import { freeSlug, slugOf } from './slug.ts'

export interface NewArticle {
  section: Section
  content: ArticleContent
  /** Default: derived from the title, with a number if that is taken. */
  slug?: string
  actor: Actor
}

type Created = { article: DeskArticle; version: ArticleVersion }

/** Creates a draft at a free address. */
export function createArticle(
  database: Database,
  shipped: ShippedContent,
  { section, content, slug, actor }: NewArticle,
): Promise<Created> {
  return action(database, 'start an article', async (transaction) => {
    for (;;) {
      const taken = await readAddresses(transaction, shipped)
      const free = freeSlug(slug ?? slugOf(content.title), (candidate) => !taken.ownerOf(section, candidate))
      const created = await insert(transaction, { section, slug: free }, content, actor)
      // Another request has just taken the address.
      if (!created) continue
      const started = `Started ${nameArticle(created.article, { content })}`
      await noteChange(transaction, actor, 'articles add', started)
      return created
    }
  })
}

/**
 * Copies a shipped article; the copy replaces it once it is published or withdrawn.
 * @throws ArticleRefusal if there is none, or it is on the desk already
 */
export async function editShipped(
  database: Database,
  shipped: ShippedContent,
  { section, slug, actor }: { section: Section; slug: string; actor: Actor },
): Promise<Created> {
  const known = shipped.articles.get(articlePath(section, slug))
  const content = known && (await readShippedArticle(section, slug, shipped.sources))
  if (!content)
    throw new ArticleRefusal(`No article at ${articlePath(section, slug)} comes with this release.`)
  const publishedAt = toTime(new Date(`${known.published}T12:00:00Z`))
  return action(database, 'copy an article that ships', async (transaction) => {
    const created = await insert(transaction, { section, slug }, content, actor, publishedAt)
    if (!created) throw new ArticleRefusal('This article is already at the desk: edit that one.')
    const name = nameArticle(created.article, { content })
    const copied = `Copied ${name}, which comes with the release, to the desk`
    await noteChange(transaction, actor, 'articles add', copied)
    return created
  })
}

/** @returns null if another article has the address */
async function insert(
  transaction: Transaction,
  { section, slug }: { section: Section; slug: string },
  content: ArticleContent,
  actor: Actor,
  publishedAt: Time | null = null,
): Promise<Created | null> {
  const row = await transaction
    .insertInto('articles')
    .values({ section, slug, publishedAt })
    .onConflict((same) => same.columns(['section', 'slug']).doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!row) return null
  const version = {
    articleId: row.id,
    number: 1,
    kind: 'saved',
    content: JSON.stringify(content),
    person: actor.person.slice(0, 200),
  } as const
  await transaction.insertInto('articleVersions').values(version).execute()
  return { article: withPath(row), version: await requireLatest(transaction, row.id) }
}

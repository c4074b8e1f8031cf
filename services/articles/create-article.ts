import type { ShippedContent } from '#content/shipped-content.ts'
import { articlePath, type Section } from '#shared/articles/article.ts'
import type { BackendClient } from '#shared/data/client.ts'
import { isUniqueViolation, requireRows, requireSuccess } from '#shared/data/response.ts'
import type { Actor } from '../audit/actor.ts'
import { recordChange } from '../audit/rest-audit-log.ts'
import { readAddresses } from './addresses.ts'
import { type ArticleContent, serializeContent } from './article-content.ts'
import { ARTICLE_COLUMNS, toArticleRow, toVersion } from './article-store.ts'
import type { ArticleVersion, DeskArticle } from './article-types.ts'
import { nameArticle } from './name-article.ts'
import { ArticleRefusal } from './refusal.ts'
import { readShippedArticle } from './shipped-source.ts'
import { freeSlug, slugOf } from './slug.ts'

const ATTEMPTS = 3

export interface NewArticle {
  section: Section
  content: ArticleContent
  /** Default: derived from the title, with a number if that is taken. */
  slug?: string
  actor: Actor
}

type Created = { article: DeskArticle; version: ArticleVersion }

/** Creates a draft at a free address. */
export async function createArticle(
  client: BackendClient,
  shipped: ShippedContent,
  { section, content, slug, actor }: NewArticle,
): Promise<Created> {
  for (let attempt = 1; ; attempt++) {
    const taken = await readAddresses(client, shipped)
    const free = freeSlug(slug ?? slugOf(content.title), (candidate) => !taken.ownerOf(section, candidate))
    try {
      const created = await insert(client, { section, slug: free }, content, actor)
      await recordChange(
        client,
        actor,
        'articles add',
        `Started ${nameArticle(created.article, { content })}`,
      )
      return created
    } catch (error) {
      // Another request has just taken the address.
      if (!isUniqueViolation(error) || attempt === ATTEMPTS) throw error
    }
  }
}

/**
 * Copies a shipped article; the copy replaces it once it is published or withdrawn.
 * @throws ArticleRefusal if there is none, or it is on the desk already
 */
export async function editShipped(
  client: BackendClient,
  shipped: ShippedContent,
  { section, slug, actor }: { section: Section; slug: string; actor: Actor },
): Promise<Created> {
  const known = shipped.articles.get(articlePath(section, slug))
  const content = known && (await readShippedArticle(section, slug, shipped.sources))
  if (!content)
    throw new ArticleRefusal(`No article at ${articlePath(section, slug)} comes with this release.`)
  try {
    const created = await insert(client, { section, slug }, content, actor, `${known.published}T12:00:00Z`)
    const name = nameArticle(created.article, { content })
    const copied = `Copied ${name}, which comes with the release, to the desk`
    await recordChange(client, actor, 'articles add', copied)
    return created
  } catch (error) {
    if (isUniqueViolation(error))
      throw new ArticleRefusal('This article is already at the desk: edit that one.')
    throw error
  }
}

async function insert(
  client: BackendClient,
  { section, slug }: { section: Section; slug: string },
  content: ArticleContent,
  actor: Actor,
  publishedAt: string | null = null,
): Promise<Created> {
  const row = { section, slug, ...(publishedAt && { published_at: publishedAt }) }
  const [added] = requireRows(await client.from('articles').insert([row]).select(ARTICLE_COLUMNS))
  const article = toArticleRow(added ?? {})
  const version = {
    article_id: article.id,
    number: 1,
    kind: 'saved',
    content: serializeContent(content),
    person: actor.person.slice(0, 200),
  }
  try {
    const [saved] = requireRows(await client.from('article_versions').insert([version]).select('*'))
    return { article, version: toVersion(saved ?? {}) }
  } catch (error) {
    // Don't leave an article without a version.
    requireSuccess(await client.from('articles').delete().eq('id', article.id))
    throw error
  }
}

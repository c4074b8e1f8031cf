/** Articles of the desk and their versions, as database rows. The rules are in the other files of this folder. */
import { articlePath, SECTIONS, type Section } from '#shared/articles/article.ts'
import { camelCaseRow } from '#shared/data/case-row.ts'
import type { BackendClient } from '#shared/data/client.ts'
import { DataError } from '#shared/data/data-error.ts'
import { readPages, readWhereIn } from '#shared/data/read-all.ts'
import { requireRows } from '#shared/data/response.ts'
import { isUuid } from '../uuid.ts'
import { parseContent } from './article-content.ts'
import {
  type ArticleVersion,
  type DeskArticle,
  type ListedArticle,
  overdueBefore,
  type VersionHead,
} from './article-types.ts'
import { ArticleConflict, articleRemoved } from './refusal.ts'

export const ARTICLE_COLUMNS =
  'id, section, slug, status, published_version, scheduled_version, publish_at, published_at, preview_token, revision, updated_at'
const HEAD_COLUMNS = 'id, article_id, number, kind, person, updated_at'
const MAX_VERSIONS = 1000
/** The number of texts in one response. */
const READ_BATCH = 40

export const toArticleRow = (row: Record<string, unknown>) =>
  ({
    ...camelCaseRow(row),
    path: articlePath(row.section as Section, String(row.slug)),
  }) as unknown as DeskArticle

const toHead = ({ updated_at: at, ...row }: Record<string, unknown>) =>
  ({ ...camelCaseRow(row), at }) as unknown as VersionHead

export const toVersion = ({ content, created_at, ...row }: Record<string, unknown>): ArticleVersion => ({
  ...toHead(row),
  content: parseContent(String(content)),
})

/** Reads the whole table, but only some columns, so that lists load no texts. */
const readColumns = (client: BackendClient, table: string, columns: string) =>
  Array.fromAsync(readPages(() => client.from(table).select(columns)))

/** In no particular order. */
export async function readArticleRows(client: BackendClient): Promise<DeskArticle[]> {
  const rows = await readColumns(client, 'articles', ARTICLE_COLUMNS)
  if (!rows.every(({ section }) => SECTIONS.some((known) => known === section)))
    throw new DataError({ message: 'The backend did not answer with rows of articles' }, 200)
  return rows.map(toArticleRow)
}

/** Articles that were scheduled but could not be published, because they cannot be shown; longest overdue first. */
export async function listOverdueArticles(
  client: BackendClient,
  now: Date,
  limit: number,
): Promise<DeskArticle[]> {
  const overdue = client
    .from('articles')
    .select(ARTICLE_COLUMNS)
    .eq('status', 'scheduled')
    .lt('publish_at', overdueBefore(now).toISOString())
  return requireRows(await overdue.order('publish_at').limit(limit)).map(toArticleRow)
}

/** Former addresses with the articles that they belong to. */
export async function readFormerAddresses(
  client: BackendClient,
): Promise<{ section: Section; slug: string; articleId: string }[]> {
  const rows = await readColumns(client, 'article_addresses', 'id, section, slug, article_id')
  return rows.map((row) => ({
    section: String(row.section) as Section,
    slug: String(row.slug),
    articleId: String(row.article_id),
  }))
}

/** In no particular order, without removed ones. */
export async function readVersions(client: BackendClient, ids: readonly string[]): Promise<ArticleVersion[]> {
  return (await readWhereIn(client, 'article_versions', 'id', ids, '*', READ_BATCH)).map(toVersion)
}

/** Every article of the desk, latest change first. */
export async function listDeskArticles(client: BackendClient): Promise<ListedArticle[]> {
  const [articles, heads] = await Promise.all([
    readArticleRows(client),
    readColumns(client, 'article_versions', HEAD_COLUMNS),
  ])
  const latest = new Map<string, VersionHead>()
  for (const head of heads.map(toHead)) {
    if (head.number > (latest.get(head.articleId)?.number ?? 0)) latest.set(head.articleId, head)
  }
  const shown = articles.flatMap((article) => {
    const head = latest.get(article.id)
    return head ? [{ article, head }] : []
  })
  const versions = await readVersions(
    client,
    shown.map(({ head }) => head.id),
  )
  const titles = new Map(versions.map(({ id, content }) => [id, content?.title ?? '']))
  return shown
    .map(({ article, head }) => ({
      ...article,
      title: titles.get(head.id) || 'Untitled',
      latest: head,
      hasUnpublishedChanges: article.publishedVersion !== null && article.publishedVersion !== head.id,
    }))
    .sort((a, b) => b.latest.at.localeCompare(a.latest.at) || a.id.localeCompare(b.id))
}

export async function findArticleRow(client: BackendClient, id: string): Promise<DeskArticle | null> {
  if (!isUuid(id)) return null
  const [row] = requireRows(await client.from('articles').select(ARTICLE_COLUMNS).eq('id', id))
  return row ? toArticleRow(row) : null
}

/** @throws ArticleRefusal if it has been removed */
export async function requireArticleRow(client: BackendClient, id: string): Promise<DeskArticle> {
  const article = await findArticleRow(client, id)
  if (!article) throw articleRemoved()
  return article
}

type Values = Record<string, string | number | null>

/** Changes an article that still has the expected values. @returns whether it has. */
export async function updateArticle(
  client: BackendClient,
  id: string,
  expected: Values,
  change: Values,
): Promise<boolean> {
  let update = client.from('articles').update(change).eq('id', id)
  for (const [column, value] of Object.entries(expected))
    update = value === null ? update.is(column, null) : update.eq(column, value)
  return requireRows(await update.select('id')).length > 0
}

/** That someone else has saved the article, with their text, or has removed it. @throws ArticleRefusal */
export async function conflictOf(client: BackendClient, id: string): Promise<Error> {
  const { revision } = await requireArticleRow(client, id)
  const other = await readLatest(client, id)
  return other ? new ArticleConflict(other, revision) : articleRemoved()
}

/** The article with its latest version. */
export async function readArticle(
  client: BackendClient,
  id: string,
): Promise<{ article: DeskArticle; latest: ArticleVersion } | null> {
  const article = await findArticleRow(client, id)
  const latest = article && (await readLatest(client, id))
  return article && latest ? { article, latest } : null
}

export async function readLatest(client: BackendClient, articleId: string): Promise<ArticleVersion | null> {
  const read = client.from('article_versions').select('*').eq('article_id', articleId)
  const [row] = requireRows(await read.order('number', { ascending: false }).limit(1))
  return row ? toVersion(row) : null
}

/** Versions without their texts, latest first. */
export async function listVersions(client: BackendClient, articleId: string): Promise<VersionHead[]> {
  if (!isUuid(articleId)) return []
  const read = client.from('article_versions').select(HEAD_COLUMNS).eq('article_id', articleId)
  return requireRows(await read.order('number', { ascending: false }).limit(MAX_VERSIONS)).map(toHead)
}

export async function readVersion(
  client: BackendClient,
  articleId: string,
  versionId: string,
): Promise<ArticleVersion | null> {
  if (!isUuid(versionId)) return null
  const [version] = await readVersions(client, [versionId])
  return version && version.articleId === articleId ? version : null
}

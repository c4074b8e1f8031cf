/** Articles of the desk and their versions, as database rows. The rules are in the other files of this folder. */
import type { Reader, Row, Transaction } from '#data/tables.ts'
import { toTime } from '#data/times.ts'
import { articlePath } from '#shared/articles/article.ts'
import { isUuid } from '../uuid.ts'
import { parseContent } from './article-content.ts'
import {
  type ArticleVersion,
  type DeskArticle,
  type ListedArticle,
  overdueBefore,
  type VersionHead,
} from './article-types.ts'
import { articleRemoved } from './refusal.ts'

const HEAD_COLUMNS = ['id', 'articleId', 'number', 'kind', 'person', 'updatedAt as at'] as const
const MAX_VERSIONS = 1000

export const withPath = (row: Row<'articles'>): DeskArticle => ({
  ...row,
  path: articlePath(row.section, row.slug),
})

const toVersion = ({ content, ...head }: VersionHead & { content: string }): ArticleVersion => ({
  ...head,
  content: parseContent(content),
})

const articles = (reader: Reader) => reader.selectFrom('articles').selectAll()
const versions = (reader: Reader) =>
  reader.selectFrom('articleVersions as version').select([...HEAD_COLUMNS, 'content'])

/** In no particular order. */
export const readArticleRows = async (reader: Reader): Promise<DeskArticle[]> =>
  (await articles(reader).execute()).map(withPath)

/** Articles that were scheduled but could not be published, because they cannot be shown; longest overdue first. */
export async function listOverdueArticles(reader: Reader, now: Date, limit: number): Promise<DeskArticle[]> {
  const overdue = scheduled(reader).where('publishAt', '<', toTime(overdueBefore(now)))
  return (await overdue.limit(limit).execute()).map(withPath)
}

/** By their time. */
export const scheduled = (reader: Reader) =>
  articles(reader).where('status', '=', 'scheduled').orderBy('publishAt').orderBy('id')

export type FormerAddress = Omit<Row<'articleAddresses'>, 'id' | 'createdAt'>

/** Former addresses with the articles that they belong to. */
export const readFormerAddresses = (reader: Reader): Promise<FormerAddress[]> =>
  reader.selectFrom('articleAddresses').select(['section', 'slug', 'articleId']).execute()

/** In no particular order, without removed ones. */
export async function readVersions(reader: Reader, ids: readonly string[]): Promise<ArticleVersion[]> {
  if (ids.length === 0) return []
  return (await versions(reader).where('id', 'in', ids).execute()).map(toVersion)
}

/** Every article of the desk, latest change first. */
export async function listDeskArticles(reader: Reader): Promise<ListedArticle[]> {
  const latest = versions(reader).where('number', '=', ({ selectFrom }) =>
    selectFrom('articleVersions as one')
      .select(({ fn }) => fn.max('one.number').as('latest'))
      .whereRef('one.articleId', '=', 'version.articleId'),
  )
  const [rows, all] = await Promise.all([readArticleRows(reader), latest.execute()])
  const versionOf = new Map(all.map(toVersion).map((version) => [version.articleId, version]))
  return rows
    .flatMap((article) => {
      const version = versionOf.get(article.id)
      if (!version) return []
      const { content, ...head } = version
      return {
        ...article,
        title: content?.title || 'Untitled',
        latest: head,
        hasUnpublishedChanges: article.publishedVersion !== null && article.publishedVersion !== head.id,
      }
    })
    .sort((a, b) => b.latest.at.localeCompare(a.latest.at) || a.id.localeCompare(b.id))
}

export async function findArticleRow(reader: Reader, id: string): Promise<DeskArticle | null> {
  if (!isUuid(id)) return null
  const row = await articles(reader).where('id', '=', id).executeTakeFirst()
  return row ? withPath(row) : null
}

/** @throws ArticleRefusal if it has been removed */
export async function requireArticleRow(reader: Reader, id: string): Promise<DeskArticle> {
  const article = await findArticleRow(reader, id)
  if (!article) throw articleRemoved()
  return article
}

/** Reads an article that this transaction is about to change: others who do so wait for its end. @throws ArticleRefusal */
export async function requireArticleToChange(transaction: Transaction, id: string): Promise<DeskArticle> {
  const row = isUuid(id) && (await articles(transaction).where('id', '=', id).forUpdate().executeTakeFirst())
  if (!row) throw articleRemoved()
  return withPath(row)
}

export async function updateArticle(
  transaction: Transaction,
  id: string,
  change: Partial<Row<'articles'>>,
): Promise<void> {
  await transaction.updateTable('articles').set(change).where('id', '=', id).execute()
}

/** The article with its latest version. */
export async function readArticle(
  reader: Reader,
  id: string,
): Promise<{ article: DeskArticle; latest: ArticleVersion } | null> {
  const article = await findArticleRow(reader, id)
  const latest = article && (await readLatest(reader, id))
  return article && latest ? { article, latest } : null
}

export async function readLatest(reader: Reader, articleId: string): Promise<ArticleVersion | null> {
  const latest = versions(reader).where('articleId', '=', articleId).orderBy('number', 'desc').limit(1)
  const row = await latest.executeTakeFirst()
  return row ? toVersion(row) : null
}

/** @throws ArticleRefusal if the article has been removed */
export async function requireLatest(reader: Reader, articleId: string): Promise<ArticleVersion> {
  const latest = await readLatest(reader, articleId)
  if (!latest) throw articleRemoved()
  return latest
}

/** Versions without their texts, latest first. */
export async function listVersions(reader: Reader, articleId: string): Promise<VersionHead[]> {
  if (!isUuid(articleId)) return []
  const heads = reader.selectFrom('articleVersions').select(HEAD_COLUMNS).where('articleId', '=', articleId)
  return heads.orderBy('number', 'desc').limit(MAX_VERSIONS).execute()
}

export async function readVersion(
  reader: Reader,
  articleId: string,
  versionId: string,
): Promise<ArticleVersion | null> {
  if (!isUuid(versionId)) return null
  const [version] = await readVersions(reader, [versionId])
  return version && version.articleId === articleId ? version : null
}

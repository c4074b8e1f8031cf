/** The context in which an article is checked: the other articles, the pictures and the stock. */

import type { ShippedContent } from '#content/shipped-content.ts'
import type { Reader } from '#data/tables.ts'
import { isUuid } from '../uuid.ts'
import { formerOwners } from './addresses.ts'
import type { ArticleContent } from './article-content.ts'
import { readArticleRows, readFormerAddresses, readVersions } from './article-store.ts'
import { type DeskArticle, isPublic } from './article-types.ts'
import type { CompileContext, LinkedArticle, PictureSizes } from './compile-article.ts'

const ID_IN_TEXT = /\/pictures\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/g

/** Ids of the desk's pictures that the article shows. */
export const picturesOf = ({ body, picture }: ArticleContent): string[] => [
  ...new Set([
    ...[...body.matchAll(ID_IN_TEXT)].map(([, id = '']) => id),
    ...(picture && isUuid(picture.id) ? [picture.id] : []),
  ]),
]

export async function readPictureSizes(reader: Reader, ids: readonly string[]): Promise<PictureSizes> {
  if (ids.length === 0) return new Map()
  const pictures = reader.selectFrom('pictures').select(['id', 'width', 'height']).where('id', 'in', ids)
  return new Map((await pictures.execute()).map(({ id, width, height }) => [id, { width, height }]))
}

/** The public articles by path: those of the desk, and the shipped ones that the desk has not replaced or moved. */
function linkedArticles(
  shipped: ShippedContent,
  rows: readonly DeskArticle[],
  formerPaths: ReadonlySet<string>,
  titles: ReadonlyMap<string, string>,
): Map<string, LinkedArticle> {
  const articles = new Map<string, LinkedArticle>()
  for (const { path, title, ids } of shipped.articles.values())
    if (!formerPaths.has(path)) articles.set(path, { path, title, ids: new Set(ids) })
  for (const row of rows) {
    if (isPublic(row))
      articles.set(row.path, { path: row.path, title: titles.get(row.publishedVersion ?? '') ?? '' })
    else if (row.status === 'withdrawn') articles.delete(row.path)
  }
  return articles
}

export async function readCheckContext(
  reader: Reader,
  shipped: ShippedContent,
  content: ArticleContent,
): Promise<CompileContext> {
  const [rows, former, pictures] = await Promise.all([
    readArticleRows(reader),
    readFormerAddresses(reader),
    readPictureSizes(reader, picturesOf(content)),
  ])
  // Only the titles of related articles appear on the page, so other titles don't matter.
  const named = new Set(content.related)
  const relatedRows = rows.filter((row) => isPublic(row) && named.has(`${row.section}/${row.slug}`))
  const versions = await readVersions(
    reader,
    relatedRows.flatMap(({ publishedVersion }) => publishedVersion ?? []),
  )
  const titles = new Map(versions.map(({ id, content: other }) => [id, other?.title ?? '']))
  const formerPaths = new Set(formerOwners(rows, former).keys())
  return { shipped, pictures, articles: linkedArticles(shipped, rows, formerPaths, titles) }
}

/** Links with which people who cannot sign in read the latest version of one article. */
import type { Database, Reader } from '#data/tables.ts'
import { action } from '../action.ts'
import type { Actor } from '../audit/actor.ts'
import { noteChange } from '../audit/audit-log.ts'
import { isToken, newToken } from '../tokens.ts'
import { readLatest, requireArticleToChange, updateArticle, withPath } from './article-store.ts'
import type { ArticleVersion, DeskArticle } from './article-types.ts'
import { nameArticle } from './name-article.ts'

/** The address on the public site. */
export const previewPath = (token: string): string => `/preview/${token}`

/** Returns the existing link or creates one. @throws ArticleRefusal if the article has been removed */
export const createPreviewLink = (
  database: Database,
  { id, actor }: { id: string; actor: Actor },
): Promise<string> =>
  action(database, 'create a preview link', async (transaction) => {
    const article = await requireArticleToChange(transaction, id)
    if (article.previewToken) return article.previewToken
    const token = newToken()
    await updateArticle(transaction, id, { previewToken: token })
    const name = nameArticle(article, await readLatest(transaction, id))
    await noteChange(transaction, actor, 'articles preview', `Created a preview link for ${name}`)
    return token
  })

/** The old link stops working. @throws ArticleRefusal if the article has been removed */
export const revokePreviewLink = (
  database: Database,
  { id, actor }: { id: string; actor: Actor },
): Promise<void> =>
  action(database, 'turn off a preview link', async (transaction) => {
    const article = await requireArticleToChange(transaction, id)
    if (!article.previewToken) return
    await updateArticle(transaction, id, { previewToken: null })
    const name = nameArticle(article, await readLatest(transaction, id))
    await noteChange(transaction, actor, 'articles preview', `Turned off the preview link for ${name}`)
  })

/** Null if no article has the token. */
export async function readPreview(
  reader: Reader,
  token: string,
): Promise<{ article: DeskArticle; latest: ArticleVersion } | null> {
  if (!isToken(token)) return null
  const found = reader.selectFrom('articles').selectAll().where('previewToken', '=', token)
  const row = await found.executeTakeFirst()
  const latest = row && (await readLatest(reader, row.id))
  return row && latest ? { article: withPath(row), latest } : null
}

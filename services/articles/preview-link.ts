/** Links with which people who cannot sign in read the latest version of one article. */
import { randomBytes } from 'node:crypto'
import type { BackendClient } from '#shared/data/client.ts'
import { requireRows, requireSuccess } from '#shared/data/response.ts'
import type { Actor } from '../audit/actor.ts'
import { recordChange } from '../audit/rest-audit-log.ts'
import {
  ARTICLE_COLUMNS,
  readLatest,
  requireArticleRow,
  toArticleRow,
  updateArticle,
} from './article-store.ts'
import type { ArticleVersion, DeskArticle } from './article-types.ts'
import { nameArticle } from './name-article.ts'

const TOKEN = /^[\w-]{43}$/

/** The address on the public site. */
export const previewPath = (token: string): string => `/preview/${token}`

/** Returns the existing link or creates one. @throws ArticleRefusal if the article has been removed */
export async function createPreviewLink(
  client: BackendClient,
  { id, actor }: { id: string; actor: Actor },
): Promise<string> {
  const article = await requireArticleRow(client, id)
  if (article.previewToken) return article.previewToken
  const token = randomBytes(32).toString('base64url')
  // Another person created a link at the same moment.
  if (!(await updateArticle(client, id, { preview_token: null }, { preview_token: token })))
    return (await requireArticleRow(client, id)).previewToken ?? token
  const name = nameArticle(article, await readLatest(client, id))
  await recordChange(client, actor, 'articles preview', `Created a preview link for ${name}`)
  return token
}

/** The old link stops working. @throws ArticleRefusal if the article has been removed */
export async function revokePreviewLink(
  client: BackendClient,
  { id, actor }: { id: string; actor: Actor },
): Promise<void> {
  const article = await requireArticleRow(client, id)
  if (!article.previewToken) return
  requireSuccess(await client.from('articles').update({ preview_token: null }).eq('id', id))
  const name = nameArticle(article, await readLatest(client, id))
  await recordChange(client, actor, 'articles preview', `Turned off the preview link for ${name}`)
}

/** Null if no article has the token. */
export async function readPreview(
  client: BackendClient,
  token: string,
): Promise<{ article: DeskArticle; latest: ArticleVersion } | null> {
  if (!TOKEN.test(token)) return null
  const [row] = requireRows(await client.from('articles').select(ARTICLE_COLUMNS).eq('preview_token', token))
  if (!row) return null
  const article = toArticleRow(row)
  const latest = await readLatest(client, article.id)
  return latest && { article, latest }
}

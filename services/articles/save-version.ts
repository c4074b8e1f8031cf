/** Saves the text of an article. Each save increments the revision, so that concurrent edits are detected. */
import type { BackendClient } from '#shared/data/client.ts'
import { isUniqueViolation, requireRows, requireSuccess } from '#shared/data/response.ts'
import type { Actor } from '../audit/actor.ts'
import { recordChange } from '../audit/rest-audit-log.ts'
import { type ArticleContent, isSameContent, serializeContent } from './article-content.ts'
import { conflictOf, readLatest, requireArticleRow, toVersion, updateArticle } from './article-store.ts'
import type { ArticleVersion, DeskArticle, VersionKind } from './article-types.ts'
import { nameArticle } from './name-article.ts'
import { ArticleConflict, articleRemoved } from './refusal.ts'

interface Saving {
  id: string
  /** The revision that the person opened or last saved. */
  revision: number
  content: ArticleContent
  kind: Exclude<VersionKind, 'published'>
  actor: Actor
}

export interface Saved {
  /** The revision for the next save. */
  revision: number
  version: ArticleVersion
}

/**
 * Saves the text as the latest version. An autosave replaces the same person's previous autosave, unless that is public.
 * @throws ArticleConflict if someone else has saved since, with their text; ArticleRefusal
 */
export async function saveVersion(client: BackendClient, saving: Saving): Promise<Saved> {
  const { id, revision, content, kind, actor } = saving
  const article = await requireArticleRow(client, id)
  const latest = await readLatest(client, id)
  if (!latest) throw articleRemoved()
  const isUnchanged = latest.content !== null && isSameContent(latest.content, content)
  if (article.revision !== revision) {
    // A repeated save whose first response was lost.
    if (isUnchanged && latest.person === actor.person) return { revision: article.revision, version: latest }
    throw new ArticleConflict(latest, article.revision)
  }
  if (isUnchanged && (kind === 'autosave' || latest.kind !== 'autosave')) return { revision, version: latest }
  const version = await insertVersion(client, article, latest, saving)
  if (!(await updateArticle(client, id, { revision }, { revision: revision + 1 }))) {
    // Someone saved between our two requests: their save comes first.
    if (version.id !== latest.id)
      requireSuccess(await client.from('article_versions').delete().eq('id', version.id))
    throw await conflictOf(client, id)
  }
  await removeOldAutosaves(client, article, version)
  if (kind === 'saved')
    await recordChange(client, actor, 'articles save', `Saved ${nameArticle(article, { content })}`)
  return { revision: revision + 1, version }
}

const isInUse = ({ publishedVersion, scheduledVersion }: DeskArticle, version: string): boolean =>
  publishedVersion === version || scheduledVersion === version

async function insertVersion(
  client: BackendClient,
  article: DeskArticle,
  latest: ArticleVersion,
  { id, content, kind, actor }: Saving,
): Promise<ArticleVersion> {
  const columns = { kind, content: serializeContent(content), person: actor.person.slice(0, 200) }
  const isOwnAutosave = latest.kind === 'autosave' && latest.person === columns.person
  const table = client.from('article_versions')
  if (isOwnAutosave && !isInUse(article, latest.id)) {
    const [row] = requireRows(await table.update(columns).eq('id', latest.id).select('*'))
    if (row) return toVersion(row)
  }
  try {
    const added = { article_id: id, number: latest.number + 1, ...columns }
    const [row] = requireRows(await table.insert([added]).select('*'))
    if (!row) throw articleRemoved()
    return toVersion(row)
  } catch (error) {
    if (isUniqueViolation(error)) throw await conflictOf(client, id)
    throw error
  }
}

/** The person's earlier autosaves of this article. */
async function removeOldAutosaves(
  client: BackendClient,
  article: DeskArticle,
  saved: ArticleVersion,
): Promise<void> {
  let old = client
    .from('article_versions')
    .delete()
    .eq('article_id', article.id)
    .eq('kind', 'autosave')
    .eq('person', saved.person)
    .lt('number', saved.number)
  for (const version of [article.publishedVersion, article.scheduledVersion])
    if (version) old = old.neq('id', version)
  requireSuccess(await old)
}

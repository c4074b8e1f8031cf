/** Saves the text of an article. Each save increments the revision, so that concurrent edits are detected. */
import type { Database, Transaction } from '#data/tables.ts'
import { action } from '../action.ts'
import type { Actor } from '../audit/actor.ts'
import { noteChange } from '../audit/audit-log.ts'
import { type ArticleContent, isSameContent } from './article-content.ts'
import { requireArticleToChange, requireLatest, updateArticle } from './article-store.ts'
import type { ArticleVersion, DeskArticle, VersionKind } from './article-types.ts'
import { nameArticle } from './name-article.ts'
import { ArticleConflict } from './refusal.ts'

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
export const saveVersion = (database: Database, saving: Saving): Promise<Saved> =>
  action(database, 'save an article', (transaction) => save(transaction, saving))

async function save(transaction: Transaction, saving: Saving): Promise<Saved> {
  const { id, revision, content, kind, actor } = saving
  const article = await requireArticleToChange(transaction, id)
  const latest = await requireLatest(transaction, id)
  const isUnchanged = latest.content !== null && isSameContent(latest.content, content)
  if (article.revision !== revision) {
    // A repeated save whose first response was lost.
    if (isUnchanged && latest.person === actor.person) return { revision: article.revision, version: latest }
    throw new ArticleConflict(latest, article.revision)
  }
  if (isUnchanged && (kind === 'autosave' || latest.kind !== 'autosave')) return { revision, version: latest }
  await writeVersion(transaction, article, latest, saving)
  await updateArticle(transaction, id, { revision: revision + 1 })
  const version = await requireLatest(transaction, id)
  await removeOldAutosaves(transaction, article, version)
  if (kind === 'saved')
    await noteChange(transaction, actor, 'articles save', `Saved ${nameArticle(article, { content })}`)
  return { revision: revision + 1, version }
}

async function writeVersion(
  transaction: Transaction,
  { id, publishedVersion, scheduledVersion }: DeskArticle,
  latest: ArticleVersion,
  { content, kind, actor }: Saving,
): Promise<void> {
  const written = { kind, content: JSON.stringify(content), person: actor.person.slice(0, 200) }
  const isInUse = publishedVersion === latest.id || scheduledVersion === latest.id
  if (latest.kind === 'autosave' && latest.person === written.person && !isInUse)
    await transaction.updateTable('articleVersions').set(written).where('id', '=', latest.id).execute()
  else
    await transaction
      .insertInto('articleVersions')
      .values({ articleId: id, number: latest.number + 1, ...written })
      .execute()
}

/** The person's earlier autosaves of this article. */
async function removeOldAutosaves(
  transaction: Transaction,
  { id, publishedVersion, scheduledVersion }: DeskArticle,
  saved: ArticleVersion,
): Promise<void> {
  await transaction
    .deleteFrom('articleVersions')
    .where('articleId', '=', id)
    .where('kind', '=', 'autosave')
    .where('person', '=', saved.person)
    .where('number', '<', saved.number)
    .where('id', 'not in', [publishedVersion ?? saved.id, scheduledVersion ?? saved.id])
    .execute()
}

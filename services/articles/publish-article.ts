/** Publication of articles, now or at a set time; withdrawal; removal. */

import type { ShippedContent } from '#content/shipped-content.ts'
import type { BackendClient } from '#shared/data/client.ts'
import { requireRows, requireSuccess } from '#shared/data/response.ts'
import { type Actor, THE_SITE } from '../audit/actor.ts'
import { recordChange } from '../audit/rest-audit-log.ts'
import { describeLondon } from '../london-time.ts'
import { conflictOf, readLatest, readVersion, requireArticleRow, updateArticle } from './article-store.ts'
import { type ArticleVersion, type DeskArticle, isPublic } from './article-types.ts'
import { checkArticle, stopsPublication, whyNotShown } from './check-article.ts'
import { describeFault, type Fault } from './fault.ts'
import { nameArticle } from './name-article.ts'
import { ArticleRefusal } from './refusal.ts'

const UNSCHEDULED = { scheduled_version: null, publish_at: null }
const TIME_PASSED = 'This time has passed: choose a later one, or publish now.'

interface Decision {
  id: string
  /** The revision that the person saw; a later save by someone else is not published. */
  revision: number
  actor: Actor
  now?: Date
}

/** Publishes the latest version. @throws ArticleRefusal with the faults that stand in the way, ArticleConflict */
export async function publishArticle(
  client: BackendClient,
  shipped: ShippedContent,
  decision: Decision,
): Promise<void> {
  const { actor, now = new Date() } = decision
  const name = await changeRevision(client, shipped, decision, (article, latest) => ({
    ...{ status: 'published', published_version: latest.id, ...UNSCHEDULED },
    published_at: article.publishedAt ?? now.toISOString(),
  }))
  await recordChange(client, actor, 'articles publish', `Published ${name}`)
}

/**
 * Publishes the latest version at a future time. The published version stays until then.
 * @throws like publishArticle; ArticleRefusal if the time has passed
 */
export async function scheduleArticle(
  client: BackendClient,
  shipped: ShippedContent,
  decision: Decision & { at: Date },
): Promise<void> {
  const { actor, at, now = new Date() } = decision
  if (at <= now) throw new ArticleRefusal(TIME_PASSED, { fields: { publishAt: TIME_PASSED } })
  const name = await changeRevision(client, shipped, decision, (_, latest) => ({
    status: 'scheduled',
    scheduled_version: latest.id,
    publish_at: at.toISOString(),
  }))
  await recordChange(client, actor, 'articles schedule', `Will publish ${name} on ${describeLondon(at)}`)
}

/** Cancels a scheduled publication. @throws ArticleRefusal */
export async function unscheduleArticle(
  client: BackendClient,
  { id, actor }: Pick<Decision, 'id' | 'actor'>,
): Promise<void> {
  const article = await requireArticleRow(client, id)
  const change = { status: article.publishedVersion ? 'published' : 'draft', ...UNSCHEDULED }
  if (!(await updateArticle(client, id, { status: 'scheduled' }, change)))
    throw new ArticleRefusal('This article is no longer scheduled.')
  const name = nameArticle(article, await readLatest(client, id))
  await recordChange(client, actor, 'articles schedule', `Cancelled the schedule of ${name}`)
}

/**
 * Takes an article off the site; its address answers 410. A shipped article can be withdrawn as well.
 * @throws ArticleRefusal if it was never public
 */
export async function withdrawArticle(
  client: BackendClient,
  shipped: ShippedContent,
  { id, actor }: Pick<Decision, 'id' | 'actor'>,
): Promise<void> {
  const article = await requireArticleRow(client, id)
  if (article.status === 'withdrawn') return
  if (!article.publishedVersion && !shipped.articles.has(article.path))
    throw new ArticleRefusal('This article was never published. Remove it instead.')
  const withdrawn = { status: 'withdrawn', ...UNSCHEDULED }
  requireSuccess(await client.from('articles').update(withdrawn).eq('id', id))
  const name = nameArticle(article, await readLatest(client, id))
  await recordChange(client, actor, 'articles withdraw', `Withdrew ${name}`)
}

/**
 * Removes an article with its versions and former addresses. A shipped article at its address reappears.
 * @throws ArticleRefusal if it is public and none ships: withdraw it first
 */
export async function removeArticle(
  client: BackendClient,
  shipped: ShippedContent,
  { id, actor }: Pick<Decision, 'id' | 'actor'>,
): Promise<void> {
  const article = await requireArticleRow(client, id)
  const isShipped = shipped.articles.has(article.path)
  if (isPublic(article) && !isShipped)
    throw new ArticleRefusal('This article is published. Withdraw it first.')
  const name = nameArticle(article, await readLatest(client, id))
  requireSuccess(await client.from('articles').delete().eq('id', id))
  const change = isShipped ? `Restored the site’s own version of ${name}` : `Removed ${name}`
  await recordChange(client, actor, 'articles remove', change)
}

/** Changes an article whose latest version can be published. @returns its name */
async function changeRevision(
  client: BackendClient,
  shipped: ShippedContent,
  { id, revision, now }: Decision,
  changeOf: (article: DeskArticle, latest: ArticleVersion) => Record<string, string | null>,
): Promise<string> {
  const article = await requireArticleRow(client, id)
  if (article.revision !== revision) throw await conflictOf(client, id)
  const latest = await readLatest(client, id)
  if (!latest?.content) throw new ArticleRefusal('This article cannot be read: open it and save it again.')
  const checked = await checkArticle(client, shipped, article, latest.content, now)
  const faults = stopsPublication(checked.faults)
  if (faults.length > 0)
    throw new ArticleRefusal(
      faults.length === 1
        ? `The article has a problem. ${describeFault(faults[0] as Fault)}`
        : `The article has ${faults.length} problems. Fix them, then publish it.`,
      { faults: checked.faults },
    )
  // Marked as kept, so that further typing creates a new version.
  if (latest.kind !== 'published')
    requireSuccess(await client.from('article_versions').update({ kind: 'published' }).eq('id', latest.id))
  if (!(await updateArticle(client, id, { revision }, changeOf(article, latest))))
    throw await conflictOf(client, id)
  return nameArticle(article, latest)
}

/**
 * Publishes articles that are due, including those that became due while the server was off. Several servers may run
 * this at once; each article is published by one of them. An article that can no longer be shown is not published.
 * @returns the number published, and why others were not.
 */
export async function publishDue(
  client: BackendClient,
  shipped: () => Promise<ShippedContent>,
  now: Date,
): Promise<{ published: number; faulty: { path: string; fault: string }[] }> {
  const due = client
    .from('articles')
    .select('id')
    .eq('status', 'scheduled')
    .lte('publish_at', now.toISOString())
  const rows = requireRows(await due.order('publish_at').limit(100))
  const result = { published: 0, faulty: [] as { path: string; fault: string }[] }
  for (const row of rows) {
    const article = await requireArticleRow(client, String(row.id)).catch(() => null)
    if (!article?.scheduledVersion || article.status !== 'scheduled') continue
    const version = await readVersion(client, article.id, article.scheduledVersion)
    const fault = await brokenBy(client, await shipped(), article, version)
    if (fault) {
      result.faulty.push({ path: article.path, fault })
      continue
    }
    const expected = { status: 'scheduled', scheduled_version: article.scheduledVersion }
    const change = {
      ...{ status: 'published', published_version: article.scheduledVersion, ...UNSCHEDULED },
      published_at: article.publishedAt ?? article.publishAt ?? now.toISOString(),
    }
    if (!(await updateArticle(client, article.id, expected, change))) continue
    result.published += 1
    const name = nameArticle(article, version)
    await recordChange(client, THE_SITE, 'articles publish', `Published ${name} as scheduled`)
  }
  return result
}

async function brokenBy(
  client: BackendClient,
  shipped: ShippedContent,
  article: DeskArticle,
  version: ArticleVersion | null,
): Promise<string | null> {
  if (!version?.content) return 'its text cannot be read'
  const { article: compiled, faults } = await checkArticle(client, shipped, article, version.content)
  return compiled ? null : whyNotShown(faults)
}

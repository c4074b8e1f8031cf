/** Publication of articles, now or at a set time; withdrawal; removal. */

import type { ShippedContent } from '#content/shipped-content.ts'
import type { Database, Reader, Row } from '#data/tables.ts'
import { toTime } from '#data/times.ts'
import { type ActionName, action } from '../action.ts'
import { type Actor, THE_SITE } from '../audit/actor.ts'
import { noteChange } from '../audit/audit-log.ts'
import { describeLondon } from '../london-time.ts'
import {
  readLatest,
  readVersion,
  requireArticleRow,
  requireArticleToChange,
  requireLatest,
  scheduled,
  updateArticle,
  withPath,
} from './article-store.ts'
import { type ArticleVersion, type DeskArticle, isPublic } from './article-types.ts'
import { checkArticle, stopsPublication, whyNotShown } from './check-article.ts'
import { describeFault, type Fault } from './fault.ts'
import { nameArticle } from './name-article.ts'
import { ArticleConflict, ArticleRefusal } from './refusal.ts'

const UNSCHEDULED = { scheduledVersion: null, publishAt: null }
const TIME_PASSED = 'This time has passed: choose a later one, or publish now.'

interface Decision {
  id: string
  /** The revision that the person saw; a later save by someone else is not published. */
  revision: number
  actor: Actor
  now?: Date
}

/** Publishes the latest version. @throws ArticleRefusal with the faults that stand in the way, ArticleConflict */
export function publishArticle(
  database: Database,
  shipped: ShippedContent,
  decision: Decision,
): Promise<void> {
  const { now = new Date() } = decision
  return decide(database, shipped, decision, {
    action: 'publish an article',
    command: 'articles publish',
    changeOf: (article, latest) => ({
      status: 'published',
      publishedVersion: latest.id,
      ...UNSCHEDULED,
      publishedAt: article.publishedAt ?? toTime(now),
    }),
    describe: (name) => `Published ${name}`,
  })
}

/**
 * Publishes the latest version at a future time. The published version stays until then.
 * @throws like publishArticle; ArticleRefusal if the time has passed
 */
export async function scheduleArticle(
  database: Database,
  shipped: ShippedContent,
  decision: Decision & { at: Date },
): Promise<void> {
  const { at, now = new Date() } = decision
  if (at <= now) throw new ArticleRefusal(TIME_PASSED, { fields: { publishAt: TIME_PASSED } })
  await decide(database, shipped, decision, {
    action: 'schedule an article',
    command: 'articles schedule',
    changeOf: (_, latest) => ({
      status: 'scheduled',
      scheduledVersion: latest.id,
      publishAt: toTime(at),
    }),
    describe: (name) => `Will publish ${name} on ${describeLondon(at)}`,
  })
}

/** Cancels a scheduled publication. @throws ArticleRefusal */
export const unscheduleArticle = (
  database: Database,
  { id, actor }: Pick<Decision, 'id' | 'actor'>,
): Promise<void> =>
  action(database, 'cancel a schedule', async (transaction) => {
    const article = await requireArticleToChange(transaction, id)
    if (article.status !== 'scheduled') throw new ArticleRefusal('This article is no longer scheduled.')
    const status = article.publishedVersion ? 'published' : 'draft'
    await updateArticle(transaction, id, { status, ...UNSCHEDULED })
    const name = nameArticle(article, await readLatest(transaction, id))
    await noteChange(transaction, actor, 'articles schedule', `Cancelled the schedule of ${name}`)
  })

/**
 * Takes an article off the site; its address answers 410. A shipped article can be withdrawn as well.
 * @throws ArticleRefusal if it was never public
 */
export const withdrawArticle = (
  database: Database,
  shipped: ShippedContent,
  { id, actor }: Pick<Decision, 'id' | 'actor'>,
): Promise<void> =>
  action(database, 'withdraw an article', async (transaction) => {
    const article = await requireArticleToChange(transaction, id)
    if (article.status === 'withdrawn') return
    if (!article.publishedVersion && !shipped.articles.has(article.path))
      throw new ArticleRefusal('This article was never published. Remove it instead.')
    await updateArticle(transaction, id, { status: 'withdrawn', ...UNSCHEDULED })
    const name = nameArticle(article, await readLatest(transaction, id))
    await noteChange(transaction, actor, 'articles withdraw', `Withdrew ${name}`)
  })

/**
 * Removes an article with its versions and former addresses. A shipped article at its address reappears.
 * @throws ArticleRefusal if it is public and none ships: withdraw it first
 */
export const removeArticle = (
  database: Database,
  shipped: ShippedContent,
  { id, actor }: Pick<Decision, 'id' | 'actor'>,
): Promise<void> =>
  action(database, 'remove an article', async (transaction) => {
    const article = await requireArticleToChange(transaction, id)
    const isShipped = shipped.articles.has(article.path)
    if (isPublic(article) && !isShipped)
      throw new ArticleRefusal('This article is published. Withdraw it first.')
    const name = nameArticle(article, await readLatest(transaction, id))
    await transaction.deleteFrom('articles').where('id', '=', id).execute()
    const change = isShipped ? `Restored the site’s own version of ${name}` : `Removed ${name}`
    await noteChange(transaction, actor, 'articles remove', change)
  })

interface Decided {
  action: ActionName
  command: string
  changeOf(article: DeskArticle, latest: ArticleVersion): Partial<Row<'articles'>>
  describe(name: string): string
}

/** Changes an article whose latest version can be published. What is checked is the revision that is then written. */
async function decide(
  database: Database,
  shipped: ShippedContent,
  { id, revision, actor, now }: Decision,
  { action: name, command, changeOf, describe }: Decided,
): Promise<void> {
  await requireNoFaults(database, shipped, { id, revision, now })
  await action(database, name, async (transaction) => {
    const article = await requireArticleToChange(transaction, id)
    const latest = await requireLatest(transaction, id)
    if (article.revision !== revision) throw new ArticleConflict(latest, article.revision)
    // Marked as kept, so that further typing creates a new version.
    if (latest.kind !== 'published')
      await transaction
        .updateTable('articleVersions')
        .set('kind', 'published')
        .where('id', '=', latest.id)
        .execute()
    await updateArticle(transaction, id, changeOf(article, latest))
    await noteChange(transaction, actor, command, describe(nameArticle(article, latest)))
  })
}

async function requireNoFaults(
  reader: Reader,
  shipped: ShippedContent,
  { id, revision, now }: Pick<Decision, 'id' | 'revision' | 'now'>,
): Promise<void> {
  const article = await requireArticleRow(reader, id)
  const latest = await requireLatest(reader, id)
  if (article.revision !== revision) throw new ArticleConflict(latest, article.revision)
  if (!latest.content) throw new ArticleRefusal('This article cannot be read: open it and save it again.')
  const checked = await checkArticle(reader, shipped, article, latest.content, now)
  const faults = stopsPublication(checked.faults)
  if (faults.length > 0)
    throw new ArticleRefusal(
      faults.length === 1
        ? `The article has a problem. ${describeFault(faults[0] as Fault)}`
        : `The article has ${faults.length} problems. Fix them, then publish it.`,
      { faults: checked.faults },
    )
}

const MAX_DUE = 100

/**
 * Publishes articles that are due, including those that became due while the server was off. Several servers may run
 * this at once; each article is published by one of them. An article that can no longer be shown is not published.
 * @returns the number published, and why others were not.
 */
export async function publishDue(
  database: Database,
  shipped: () => Promise<ShippedContent>,
  now: Date,
): Promise<{ published: number; faulty: { path: string; fault: string }[] }> {
  const due = scheduled(database).where('publishAt', '<=', toTime(now)).limit(MAX_DUE)
  const result = { published: 0, faulty: [] as { path: string; fault: string }[] }
  for (const article of (await due.execute()).map(withPath)) {
    const version = await readVersion(database, article.id, article.scheduledVersion ?? '')
    const fault = await brokenBy(database, await shipped(), article, version)
    if (fault) result.faulty.push({ path: article.path, fault })
    else if (await publishScheduled(database, article, version, now)) result.published += 1
  }
  return result
}

/** @returns whether it is still scheduled as it was */
const publishScheduled = (
  database: Database,
  { id, scheduledVersion, publishedAt, publishAt, path }: DeskArticle,
  version: ArticleVersion | null,
  now: Date,
): Promise<boolean> =>
  action(database, 'publish a scheduled article', async (transaction) => {
    const published = await transaction
      .updateTable('articles')
      .set({
        status: 'published',
        publishedVersion: scheduledVersion,
        ...UNSCHEDULED,
        publishedAt: publishedAt ?? publishAt ?? toTime(now),
      })
      .where('id', '=', id)
      .where('status', '=', 'scheduled')
      .where('scheduledVersion', '=', scheduledVersion)
      .returning('id')
      .execute()
    if (published.length === 0) return false
    const change = `Published ${nameArticle({ path }, version)} as scheduled`
    await noteChange(transaction, THE_SITE, 'articles publish', change)
    return true
  })

async function brokenBy(
  reader: Reader,
  shipped: ShippedContent,
  article: DeskArticle,
  version: ArticleVersion | null,
): Promise<string | null> {
  if (!version?.content) return 'its text cannot be read'
  const { article: compiled, faults } = await checkArticle(reader, shipped, article, version.content)
  return compiled ? null : whyNotShown(faults)
}

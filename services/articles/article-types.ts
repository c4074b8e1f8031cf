import type { Row } from '#data/tables.ts'
import type { Time } from '#data/times.ts'
import type { ArticleContent } from './article-content.ts'

export type ArticleStatus = DeskArticle['status']
export type VersionKind = Row<'articleVersions'>['kind']

/**
 * An article of the desk without its text. One that is scheduled may have a published version, which stays public until then;
 * `publishedAt` is when it was first published, and each save increments `revision`.
 */
export interface DeskArticle extends Row<'articles'> {
  /** The current or future path on the site. */
  path: string
}

/** A version without its text; the one with the highest number is the latest, and `at` is when it was last saved. */
export interface VersionHead
  extends Pick<Row<'articleVersions'>, 'id' | 'articleId' | 'number' | 'kind' | 'person'> {
  at: Time
}

export interface ArticleVersion extends VersionHead {
  /** Null if this release cannot read the stored text. */
  content: ArticleContent | null
}

/** An article as lists show it. */
export interface ListedArticle extends DeskArticle {
  title: string
  /** The latest version. */
  latest: VersionHead
  /** True if the text was saved after it was published. */
  hasUnpublishedChanges: boolean
}

/** Articles are published within seconds of their time. */
const SCHEDULE_GRACE_MS = 120_000

/** An article scheduled before this moment is overdue: it could not be shown. */
export const overdueBefore = (now: Date): Date => new Date(now.getTime() - SCHEDULE_GRACE_MS)

/** Whether visitors can read it. */
export const isPublic = ({ status, publishedVersion }: DeskArticle): boolean =>
  publishedVersion !== null && (status === 'published' || status === 'scheduled')

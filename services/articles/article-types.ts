import type { Section } from '#shared/articles/article.ts'
import type { ArticleContent } from './article-content.ts'

export type ArticleStatus = 'draft' | 'scheduled' | 'published' | 'withdrawn'
export type VersionKind = 'autosave' | 'saved' | 'published'

/** An article of the desk without its text. Times are ISO. */
export interface DeskArticle {
  id: string
  section: Section
  slug: string
  /** The current or future path on the site. */
  path: string
  /** `scheduled` may have a published version, which stays public until then. */
  status: ArticleStatus
  publishedVersion: string | null
  scheduledVersion: string | null
  publishAt: string | null
  /** When it was first published. */
  publishedAt: string | null
  previewToken: string | null
  /** The revision of the text; each save increments it. */
  revision: number
  updatedAt: string
}

/** A version without its text. */
export interface VersionHead {
  id: string
  articleId: string
  /** 1, 2, 3, …; the highest is the latest. */
  number: number
  kind: VersionKind
  person: string
  /** When it was last saved. */
  at: string
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

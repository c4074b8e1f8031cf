import type { Section } from '../../app/features/articles/article.ts'
import type { ArticleContent } from './article-content.ts'

export const ARTICLE_STATUSES = ['draft', 'scheduled', 'published', 'withdrawn'] as const
export type ArticleStatus = (typeof ARTICLE_STATUSES)[number]

export const VERSION_KINDS = ['autosave', 'saved', 'published'] as const
export type VersionKind = (typeof VERSION_KINDS)[number]

/** An article of the desk without its text. Times are ISO. */
export interface DeskArticle {
  id: string
  section: Section
  slug: string
  /** Where it is, or will be, on the site. */
  path: string
  /** `scheduled` with a published version: visitors read that one until then. */
  status: ArticleStatus
  publishedVersion: string | null
  scheduledVersion: string | null
  publishAt: string | null
  /** The first time. */
  publishedAt: string | null
  previewToken: string | null
  /** Of the text: raised by each saving. */
  revision: number
  updatedAt: string
}

/** A version without its text. */
export interface VersionHead {
  id: string
  articleId: string
  /** 1, 2, 3, …: the highest is the latest. */
  number: number
  kind: VersionKind
  person: string
  /** When it was last saved. */
  at: string
}

export interface ArticleVersion extends VersionHead {
  /** Null if this release cannot read what is stored. */
  content: ArticleContent | null
}

/** As lists show it. */
export interface ListedArticle extends DeskArticle {
  title: string
  /** Of the latest version. */
  latest: VersionHead
  /** Saved since it was published. */
  hasUnpublishedChanges: boolean
}

/** Whether visitors can read it. */
/** The site publishes within seconds of the time. */
const SCHEDULE_GRACE_MS = 120_000

/** What is scheduled for before this moment should have been published; it cannot be shown. */
export const overdueBefore = (now: Date): Date => new Date(now.getTime() - SCHEDULE_GRACE_MS)

export const isPublic = ({
  status,
  publishedVersion,
}: Pick<DeskArticle, 'status' | 'publishedVersion'>): boolean =>
  publishedVersion !== null && (status === 'published' || status === 'scheduled')

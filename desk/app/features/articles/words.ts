import { type DeskArticle, overdueBefore, type VersionKind } from '#services/articles/article-types.ts'
import type { Difference } from '#services/articles/compare-versions.ts'
import { describeLondon } from '#services/london-time.ts'
import type { Section } from '#shared/articles/article.ts'

export const SECTION_LABELS: Record<Section, string> = { news: 'News', guides: 'Guide', stories: 'Story' }

export const ARTICLE_STATUS_LABELS: Record<DeskArticle['status'], string> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  published: 'Published',
  withdrawn: 'Withdrawn',
}

export const KIND_LABELS: Record<VersionKind, string> = {
  autosave: 'Autosaved',
  saved: 'Saved',
  published: 'Published',
}

export const FIELD_LABELS: Record<Difference['field'], string> = {
  title: 'Title',
  summary: 'Summary',
  body: 'Text',
  category: 'Category',
  author: 'Author',
  plate: 'Plate at the top',
  hub: 'Listed under',
  picture: 'Picture',
  keywords: 'Keywords',
  sources: 'Sources',
  facts: 'Figures in this article',
  related: 'Related reading',
  updated: 'Last substantial change',
  checked: 'Figures checked on',
}

interface StatusFacts {
  hasUnpublishedChanges: boolean
  isShipped: boolean
  /** Why a published article is not visible to visitors; null if it is. */
  fault: string | null
  now: Date
}

/** What visitors can see of the article, in one sentence. */
export function describeStatus(
  { status, publishedVersion, publishAt }: Pick<DeskArticle, 'status' | 'publishedVersion' | 'publishAt'>,
  { hasUnpublishedChanges, isShipped, fault, now }: StatusFacts,
): string {
  const scheduled = publishAt ? describeLondon(new Date(publishAt)) : ''
  if (fault) return `Published, but visitors cannot see it: ${fault.replace(/\.$/, '')}.`
  if (status === 'scheduled' && publishAt && new Date(publishAt) < overdueBefore(now))
    return `It was due on ${scheduled}, London time, but cannot be published as it is. Correct it, then publish it.`
  switch (status) {
    case 'draft':
      return isShipped
        ? 'Draft. Visitors see the version that came with the site.'
        : 'Draft. Visitors cannot see it.'
    case 'scheduled':
      return publishedVersion
        ? `Published. A newer version will follow on ${scheduled}, London time.`
        : `It will be published on ${scheduled}, London time.`
    case 'published':
      return hasUnpublishedChanges
        ? 'Published. Visitors do not see your latest changes yet.'
        : 'Published. Visitors see this version.'
    case 'withdrawn':
      return 'Withdrawn. Its page tells visitors so.'
  }
}

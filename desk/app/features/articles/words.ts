import type { Section } from '../../../../app/features/articles/article.ts'
import {
  type DeskArticle,
  overdueBefore,
  type VersionKind,
} from '../../../../services/articles/article-types.ts'
import type { Difference } from '../../../../services/articles/compare-versions.ts'
import { describeLondon } from '../../../../services/articles/london-time.ts'

export const SECTION_LABELS: Record<Section, string> = { news: 'News', guides: 'Guide', stories: 'Story' }

export const STATUS_LABELS: Record<DeskArticle['status'], string> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  published: 'Published',
  withdrawn: 'Withdrawn',
}

export const KIND_LABELS: Record<VersionKind, string> = {
  autosave: 'Saved as it was typed',
  saved: 'Saved',
  published: 'Published',
}

export const FIELD_LABELS: Record<Difference['field'], string> = {
  title: 'Title',
  summary: 'Summary',
  body: 'Text',
  category: 'Category',
  author: 'Author',
  plate: 'Plate at the head',
  hub: 'Listed under',
  picture: 'Picture',
  keywords: 'Keywords',
  sources: 'Sources',
  facts: 'Figures of this article',
  related: 'Related reading',
  updated: 'Changed in substance on',
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
  if (fault) return `Published, but visitors do not find it: ${fault.replace(/\.$/, '')}.`
  if (status === 'scheduled' && publishAt && new Date(publishAt) < overdueBefore(now))
    return `It was due on ${scheduled}, London time, but cannot be shown as it is: correct it, and publish it.`
  switch (status) {
    case 'draft':
      return isShipped
        ? 'A draft: visitors read the version that came with the site.'
        : 'A draft: no visitor can read it.'
    case 'scheduled':
      return publishedVersion
        ? `Published. A later version follows on ${scheduled}, London time.`
        : `It will be published on ${scheduled}, London time.`
    case 'published':
      return hasUnpublishedChanges
        ? 'Published, but visitors do not see the latest changes yet.'
        : 'Published: visitors read this version.'
    case 'withdrawn':
      return 'Withdrawn: its address says so to visitors.'
  }
}

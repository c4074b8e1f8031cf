import type { ArticleStatus } from '#services/articles/article-types.ts'
import { listPath, pageIn } from '../../ui/list-path.ts'

interface Tab {
  key: string
  label: string
  /** Null: all articles of the desk. */
  status: ArticleStatus | null
}

export const TABS: readonly [Tab, ...Tab[]] = [
  { key: '', label: 'All', status: null },
  { key: 'drafts', label: 'Drafts', status: 'draft' },
  { key: 'scheduled', label: 'Scheduled', status: 'scheduled' },
  { key: 'published', label: 'Published', status: 'published' },
  { key: 'withdrawn', label: 'Withdrawn', status: 'withdrawn' },
]

/** Shipped articles that the desk has not taken over. */
export const SHIPPED_TAB = 'shipped'

export const PAGE_SIZE = 40

interface ListView {
  tab: string
  /** From 1. */
  page: number
}

export function parseListView(query: URLSearchParams): ListView {
  const tab = query.get('show') ?? ''
  return {
    tab: tab === SHIPPED_TAB || TABS.some(({ key }) => key === tab) ? tab : '',
    page: pageIn(query),
  }
}

/** '/articles?show=drafts' */
export const articleListPath = ({ tab, page }: ListView): string => listPath('/articles', { show: tab, page })

import type { ArticleStatus } from '#services/articles/article-types.ts'
import { listPath, pageIn } from '../../ui/list-path.ts'

export interface Tab {
  key: string
  label: string
  /** Null: all articles of the desk. 'shipped': those of the site that the desk has not taken over. */
  status: ArticleStatus | 'shipped' | null
}

export const TABS: readonly [Tab, ...Tab[]] = [
  { key: '', label: 'All', status: null },
  { key: 'drafts', label: 'Drafts', status: 'draft' },
  { key: 'scheduled', label: 'Scheduled', status: 'scheduled' },
  { key: 'published', label: 'Published', status: 'published' },
  { key: 'withdrawn', label: 'Withdrawn', status: 'withdrawn' },
  { key: 'shipped', label: 'Built in', status: 'shipped' },
]

export const PAGE_SIZE = 40

interface ListView {
  tab: Tab
  /** From 1. */
  page: number
}

export const parseListView = (query: URLSearchParams): ListView => ({
  tab: TABS.find(({ key }) => key === query.get('show')) ?? TABS[0],
  page: pageIn(query),
})

/** '/articles?show=drafts' */
export const articleListPath = ({ tab, page }: ListView): string =>
  listPath('/articles', { show: tab.key, page })

import type { ArticleStatus } from '#services/articles/article-types.ts'

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
  const page = Number(query.get('page'))
  return {
    tab: tab === SHIPPED_TAB || TABS.some(({ key }) => key === tab) ? tab : '',
    page: Number.isInteger(page) && page > 0 && page < 10_000 ? page : 1,
  }
}

/** '/articles?show=drafts' */
export function listPath({ tab, page }: ListView): string {
  const query = new URLSearchParams()
  if (tab) query.set('show', tab)
  if (page > 1) query.set('page', String(page))
  return query.size === 0 ? '/articles' : `/articles?${query}`
}

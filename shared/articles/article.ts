export const SECTIONS = ['news', 'guides', 'stories'] as const
export type Section = (typeof SECTIONS)[number]

export const CATEGORIES = [
  'Auction News',
  'Market Update',
  'Guide',
  'Auction',
  'Article',
  'Info',
  'Celebrity Plate',
  'Historic Plate',
] as const

export const HUBS = ['auction', 'document', 'info'] as const

export interface Source {
  name: string
  url: string
}

export interface ArticleCard {
  section: Section
  slug: string
  path: string
  title: string
  date: string
  /** ISO dates. */
  published: string
  updated: string | null
  category: (typeof CATEGORIES)[number]
  author: string
  summary: string
  plate: string | null
  hub: (typeof HUBS)[number] | null
  /** Served, but not listed and not indexed by search engines. */
  isPlaceholder: boolean
  words: number
  minutes: number
}

export interface Article extends ArticleCard {
  html: string
  /** The first 400 characters of the body as plain text. */
  opening: string
  image: ArticleImage | null
  keywords: string
  contents: { id: string; title: string }[]
  /** Linked. */
  sources: Source[]
  /** The names of sources that sell plates, which are not linked. */
  reportedBy: string[]
  ownFigures: string[]
  computedFigures: string[]
  related: { path: string; title: string }[]
  checked: string | null
  /** Our plates that it links to; the server adds their state when the page is rendered. */
  plates: string[]
}

interface ArticleImage {
  src: string
  alt: string
  srcSet?: string
  width?: number
  height?: number
  /** 16:9, for sharing. */
  share?: string
}

/** An article as lists show it. */
export function toCard(article: Article): ArticleCard {
  const { html, opening, image, keywords, contents, sources, related, checked, ...rest } = article
  const { reportedBy, ownFigures, computedFigures, plates, ...card } = rest
  return card
}

export const byNewest = (a: ArticleCard, b: ArticleCard): number =>
  b.published.localeCompare(a.published) || a.title.localeCompare(b.title, 'en-GB')

const FOLDERS: Record<Section, string> = { news: '/news', guides: '/info', stories: '/plate-stories' }

export function sectionOf(path: string): Section {
  const folder = `/${path.split('/')[1]?.toLowerCase()}`
  return SECTIONS.find((section) => FOLDERS[section] === folder) ?? 'guides'
}

export function articlePath(section: Section, slug: string): string {
  return `${FOLDERS[section]}/${slug}`
}

export function articleImagePath({ section, slug }: Pick<ArticleCard, 'section' | 'slug'>): string {
  return `/share/${section}/${slug}.png`
}

/** Guides that are not named here come last. */
export const GUIDE_ORDER = [
  'complete-history-of-uk-number-plates',
  'diplomatic-number-plates-uk',
  'why-do-people-buy-personalised-plates',
  'dvla-auction-complete-guide',
  'auction-registration-guide',
  'auction-houses-comparison',
  'auction-fees-explained',
  'post-auction-process',
  'auction-calendar',
  'original-1989-dvla-personalised-plate-auction',
  'assigning-a-private-number-plate',
  'what-are-q-plates',
  'this-registration-number-cannot-be-retained-assigned-online',
  'buying-a-plate-from-us',
  'giving-a-plate-as-a-present',
]

/** A title as outlines, for share images. */
export interface SetTitle {
  /** From the left end of the first line's baseline. */
  path: string
  lines: number
  size: number
}

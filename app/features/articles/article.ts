// What the site publishes to be read: news, guides and stories. The files are in `content/`, which compiles them.

export const SECTIONS = ['news', 'guides', 'stories'] as const
export type Section = (typeof SECTIONS)[number]

/** The words of the specification for what a piece is. */
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

/** Where a guide is listed: on /auction-info, on /document-info or on /info itself. */
export const HUBS = ['auction', 'document', 'info'] as const

export interface Source {
  name: string
  url: string
}

/** A piece as a list shows it. */
export interface ArticleCard {
  section: Section
  slug: string
  path: string
  title: string
  /** The date as displayed. */
  date: string
  /** ISO dates: of publication, and of the last change of substance. */
  published: string
  updated: string | null
  category: (typeof CATEGORIES)[number]
  author: string
  summary: string
  /** A registration, drawn where a picture would stand. */
  plate: string | null
  hub: (typeof HUBS)[number] | null
  /** Reachable, but listed nowhere and kept from search engines. */
  isPlaceholder: boolean
  words: number
  minutes: number
}

export interface Article extends ArticleCard {
  html: string
  /** The beginning of the body as plain text, enough for a description. */
  opening: string
  image: { src: string; alt: string } | null
  keywords: string
  contents: { id: string; title: string }[]
  sources: Source[]
  /** Figures in the text that rest on our own knowledge, for want of a published source. */
  ownFigures: string[]
  /** Figures in the text that we worked out from reported ones. */
  computedFigures: string[]
  related: { path: string; title: string }[]
  /** The day on which the figures were last held against their sources, as displayed. */
  checked: string | null
}

const FOLDERS: Record<Section, string> = { news: '/news', guides: '/info', stories: '/plate-stories' }

/** Where a section lives: 'guides' gives '/info'. */
export function sectionPath(section: Section): string {
  return FOLDERS[section]
}

export function articlePath(section: Section, slug: string): string {
  return `${FOLDERS[section]}/${slug}`
}

/** The picture that a message or a post shows of a piece. */
export function articleImagePath({ section, slug }: Pick<ArticleCard, 'section' | 'slug'>): string {
  return `/share/${section}/${slug}.png`
}

/** The order in which the hubs list their guides; others of the same hub follow. */
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
]

import type { Section } from '#shared/articles/article.ts'

interface SectionTexts {
  back: { to: string; label: string }
  /** What one of it is called. */
  name: string
}

export const SECTION_TEXTS: Record<Section, SectionTexts> = {
  news: { back: { to: '/news', label: 'Back to News' }, name: 'Article' },
  guides: { back: { to: '/info', label: 'Back to Information & Guides' }, name: 'Guide' },
  stories: { back: { to: '/plate-stories', label: 'Back to Plate Stories' }, name: 'Story' },
}

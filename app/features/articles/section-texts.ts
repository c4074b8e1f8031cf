import type { Section } from '#shared/articles/article.ts'

interface SectionTexts {
  back: { to: string; label: string }
  notFound: { title: string; message: string }
}

export const SECTION_TEXTS: Record<Section, SectionTexts> = {
  news: {
    back: { to: '/news', label: 'Back to News' },
    notFound: {
      title: 'Article Not Found',
      message: "The article you're looking for doesn't exist.",
    },
  },
  guides: {
    back: { to: '/info', label: 'Back to Information & Guides' },
    notFound: { title: 'Guide Not Found', message: "The guide you're looking for doesn't exist." },
  },
  stories: {
    back: { to: '/plate-stories', label: 'Back to Plate Stories' },
    notFound: { title: 'Story Not Found', message: "The story you're looking for doesn't exist." },
  },
}

import { toShippedContent } from '#content/shipped-content.ts'
import { type ArticleContent, emptyContent } from '#services/articles/article-content.ts'

export const shipped = toShippedContent({
  addresses: ['/', '/plates', '/news'],
  facts: {
    'transfer-fee': {
      value: '£80',
      source: { name: 'GOV.UK', url: 'https://www.gov.uk/keep' },
      checked: '2026-11-20',
    },
  },
  tables: {},
  articles: [
    {
      section: 'guides',
      slug: 'auction-fees-explained',
      path: '/info/auction-fees-explained',
      title: 'Auction fees explained',
      published: '2026-11-20',
      isPlaceholder: false,
      ids: ['vat'],
    },
  ],
})

export const written = (changes: Partial<ArticleContent> = {}): ArticleContent => ({
  ...emptyContent('news', 'Ann'),
  title: 'A quiet week',
  summary: 'Nothing was sold.',
  body: 'Nothing at all.',
  ...changes,
})

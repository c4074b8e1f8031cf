// The lists of articles, built from the same cards on the server and in the browser.
import { type ArticleCard, GUIDE_ORDER, type Section } from '#shared/articles/article.ts'

export type Hub = NonNullable<ArticleCard['hub']>

/** Newest first. */
export function listArticles(cards: readonly ArticleCard[], section?: Section): ArticleCard[] {
  return cards.filter((card) => !section || card.section === section)
}

export function listGuides(cards: readonly ArticleCard[], hub: Hub): ArticleCard[] {
  const place = ({ slug }: ArticleCard) =>
    (GUIDE_ORDER.indexOf(slug) + GUIDE_ORDER.length + 1) % (GUIDE_ORDER.length + 1)
  return listArticles(cards, 'guides')
    .filter((guide) => guide.hub === hub)
    .sort((a, b) => place(a) - place(b))
}

export const HISTORY = 'complete-history-of-uk-number-plates'

/** The featured guide, the grid (which includes it), and the auction guides. */
export function guideIndex(cards: readonly ArticleCard[]) {
  const inGrid = listGuides(cards, 'info')
  const history = inGrid.find(({ slug }) => slug === HISTORY) ?? null
  return { history, inGrid, auctions: listGuides(cards, 'auction') }
}

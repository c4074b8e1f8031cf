import compiled from 'virtual:articles'
import { type Article, type ArticleCard, GUIDE_ORDER, type Section } from './article.ts'

/** Newest first, without placeholders. */
export function listArticles(section?: Section): ArticleCard[] {
  return compiled
    .filter((article) => !article.isPlaceholder && (!section || article.section === section))
    .map(toCard)
}

/** Placeholders included. */
export function findArticle(section: Section, slug: string): Article | null {
  return compiled.find((article) => article.section === section && article.slug === slug) ?? null
}

export function listGuides(hub: NonNullable<ArticleCard['hub']>): ArticleCard[] {
  const place = ({ slug }: ArticleCard) =>
    (GUIDE_ORDER.indexOf(slug) + GUIDE_ORDER.length + 1) % (GUIDE_ORDER.length + 1)
  return listArticles('guides')
    .filter((guide) => guide.hub === hub)
    .sort((a, b) => place(a) - place(b))
}

function toCard(article: Article): ArticleCard {
  const { html, opening, image, keywords, contents, sources, related, checked, ...rest } = article
  const { ownFigures, computedFigures, ...card } = rest
  return card
}

import compiled from 'virtual:articles'
import type { RouterContextProvider } from 'react-router'
import {
  type Article,
  type ArticleCard,
  articlePath,
  byNewest,
  type Section,
  toCard,
} from '#shared/articles/article.ts'
import { type DeskArticles, type FirmInArticles, type SiteContext, siteContext } from '../../context.ts'
import * as lists from './article-lists.ts'

/** The content of an article's address. */
export type Found =
  | { kind: 'article'; article: Article }
  | { kind: 'moved'; to: string }
  | { kind: 'withdrawn' }
  | { kind: 'none' }

/** Combines the shipped articles with those of the desk. */
export interface SiteArticles {
  /** Without placeholders, newest first. */
  articles: readonly Article[]
  list(section?: Section): ArticleCard[]
  listGuides(hub: lists.Hub): ArticleCard[]
  /** Placeholders included. */
  find(section: Section, slug: string): Found
}

const merged = new WeakMap<DeskArticles, { firm: FirmInArticles | null; articles: SiteArticles }>()

export const articlesIn = (context: Readonly<RouterContextProvider>): SiteArticles =>
  articlesOf(context.get(siteContext))

/** The current articles. */
export function articlesOf({
  articles: live,
  firmInArticles: firm,
}: Pick<SiteContext, 'articles' | 'firmInArticles'>): SiteArticles {
  const desk = live.current()
  const known = merged.get(desk)
  if (known && known.firm === firm) return known.articles
  const articles = merge(desk, firm)
  merged.set(desk, { firm, articles })
  return articles
}

function merge(desk: DeskArticles, firm: FirmInArticles | null): SiteArticles {
  const shown = [...compiled.filter(({ path }) => !desk.replaced.has(path)), ...desk.articles]
  const all = firm ? shown.map((article) => withFirm(article, firm)) : shown
  if (desk.articles.length > 0) all.sort(byNewest)
  const byPath = new Map(all.map((article) => [article.path, withoutDeadLinks(article, desk)]))
  const articles = [...byPath.values()].filter(({ isPlaceholder }) => !isPlaceholder)
  const cards = articles.map(toCard)
  return {
    articles,
    list: (section) => lists.listArticles(cards, section),
    listGuides: (hub) => lists.listGuides(cards, hub),
    find(section, slug) {
      const path = articlePath(section, slug)
      const article = byPath.get(path)
      if (article) return { kind: 'article', article }
      const to = desk.moved.get(path)
      if (to) return { kind: 'moved', to }
      return { kind: desk.withdrawn.has(path) ? 'withdrawn' : 'none' }
    },
  }
}

/** Inserts the firm's current name and fee tables. */
export function withFirm(article: Article, { author, tables }: FirmInArticles): Article {
  return {
    ...article,
    author: article.author === author.shipped ? author.now : article.author,
    html: tables.reduce((html, { shipped, now }) => html.replaceAll(shipped, () => now), article.html),
  }
}

/** A shipped article may name related articles that the desk has moved or withdrawn. */
function withoutDeadLinks(article: Article, desk: DeskArticles): Article {
  if (!article.related.some(({ path }) => desk.replaced.has(path))) return article
  const titles = new Map(desk.articles.map(({ path, title }) => [path, title]))
  const related = article.related.flatMap((link) => {
    if (!desk.replaced.has(link.path)) return [link]
    const path = desk.moved.get(link.path) ?? link.path
    const title = titles.get(path)
    return title === undefined ? [] : [{ path, title }]
  })
  return { ...article, related }
}

import { type Article, type ArticleCard, toCard } from '#shared/articles/article.ts'
import { isWord, subjectWordsOf, wordsOf } from '../../shared/search-words.ts'
import type { SiteArticles } from './articles.server.ts'

const WEIGHTS = { title: 12, plate: 12, keywords: 6, summary: 4, text: 1 }

type Field = keyof typeof WEIGHTS
type Indexed = { article: Article; words: Record<Field, ReadonlySet<string>> }

const indexes = new WeakMap<SiteArticles, Indexed[]>()

/**
 * Articles that contain every word of the search, best first: matches in the title or on the plate count most. 'auction
 * fees' gives the guide to fees before guides that only mention them.
 */
export function searchArticles(search: string, site: SiteArticles): ArticleCard[] {
  const searched = subjectWordsOf(search)
  if (searched.length === 0) return []
  const index = indexes.get(site) ?? site.articles.map((article) => indexOf(article))
  indexes.set(site, index)
  const scored = index.flatMap(({ article, words }) => {
    let score = 0
    for (const word of searched) {
      const fields = (Object.keys(WEIGHTS) as Field[]).filter((field) => has(words[field], word))
      if (fields.length === 0) return []
      score += Math.max(...fields.map((field) => WEIGHTS[field]))
    }
    return [{ article, score }]
  })
  // The order of the list, newest first, decides between equals.
  return scored.sort((a, b) => b.score - a.score).map(({ article }) => toCard(article))
}

function has(words: ReadonlySet<string>, word: string): boolean {
  if (words.has(word)) return true
  for (const known of words) if (isWord(known, word)) return true
  return false
}

function indexOf(article: Article): Indexed {
  const { title, plate, keywords, summary, html } = article
  const set = (text: string) => new Set(wordsOf(text))
  return {
    article,
    words: {
      title: set(title),
      plate: set(`${plate ?? ''} ${(plate ?? '').replace(/ /g, '')}`),
      keywords: set(keywords),
      summary: set(summary),
      text: set(html.replace(/<[^>]+>/g, ' ')),
    },
  }
}

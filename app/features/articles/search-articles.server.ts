import MiniSearch from 'minisearch'
import { type Article, type ArticleCard, toCard } from '#shared/articles/article.ts'
import { subjectWordsOf, wordsOf } from '../../shared/search-words.ts'
import type { SiteArticles } from './articles.server.ts'

/** What an article is about counts more than what it mentions. */
const WEIGHTS = { title: 12, plate: 12, keywords: 6, summary: 4, html: 1 }

const indexes = new WeakMap<SiteArticles, MiniSearch<Texts>>()

/**
 * Articles that contain every word of the search, best first. Typing errors in words of five letters or more are forgiven, and words
 * of four or more may be beginnings.
 */
export function searchArticles(search: string, site: SiteArticles): ArticleCard[] {
  const index = indexes.get(site) ?? indexOf(site.articles)
  indexes.set(site, index)
  const found = index.search(search, { tokenize: subjectWordsOf })
  const byPath = new Map(site.articles.map((article) => [article.path, article]))
  return found.flatMap(({ id }) => byPath.get(id) ?? []).map(toCard)
}

function indexOf(articles: readonly Article[]): MiniSearch<Texts> {
  const index = new MiniSearch<Texts>({
    idField: 'path',
    fields: Object.keys(WEIGHTS),
    tokenize: (text) => wordsOf(text),
    processTerm: (word) => (word.length > 3 ? word.replace(/s$/, '') : word),
    searchOptions: {
      boost: WEIGHTS,
      combineWith: 'AND',
      prefix: (word) => word.length >= 4,
      // Two, because letters that change places are two errors.
      fuzzy: (word) => (word.length >= 7 ? 2 : word.length >= 5),
    },
  })
  index.addAll(articles.map(toTexts))
  return index
}

type Texts = ReturnType<typeof toTexts>

const toTexts = ({ path, title, plate, keywords, summary, html }: Article) => ({
  path,
  title,
  plate: plate === null ? '' : `${plate} ${plate.replaceAll(' ', '')}`,
  keywords,
  summary,
  html: html.replace(/<[^>]+>/g, ' '),
})

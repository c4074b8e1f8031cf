import { parsePrice, unreadPrice } from '#shared/plates/search/definitions.ts'
import { cleanLine } from '#shared/text/clean-text.ts'
import { MAX_SENTENCE_LENGTH, readSentence } from './typed-sentence.ts'
import { MAX_TYPED_LENGTH } from './wanted.ts'

export interface FindView {
  /** The name in what was typed, cut to the maximum length. */
  search: string
  budgetGbp: number | null
  /** What was typed as a budget and is none. */
  unreadBudget?: string
}

/** Invalid parameters are ignored or corrected: 'q= sophie &to=5k' and 'q=sophie under £5,000' give 'sophie' and £5,000. */
export function parseFindView(query: URLSearchParams): FindView {
  const typed = readSentence(cleanLine((query.get('q') ?? '').slice(0, MAX_SENTENCE_LENGTH)))
  const to = query.get('to')
  return {
    search: typed.search.slice(0, MAX_TYPED_LENGTH),
    budgetGbp: parsePrice(to) || typed.budgetGbp,
    unreadBudget: unreadPrice(to),
  }
}

import type { Budget } from '#shared/plates/budget.ts'
import { parsePrices, readUnread, type Unread } from '#shared/plates/search/definitions.ts'
import { cleanLine } from '#shared/text/clean-text.ts'
import { MAX_SENTENCE_LENGTH } from './sentence-length.ts'
import { readSentence } from './typed-sentence.ts'
import { MAX_TYPED_LENGTH } from './wanted.ts'

export interface FindView extends Budget {
  /** The name in what was typed, cut to the maximum length. */
  search: string
  /** What was typed as a price and is none. */
  unread?: Unread
}

/** Invalid parameters are ignored or corrected: 'q= sophie &to=5k' and 'q=sophie under £5,000' give 'sophie' and £5,000. */
export function parseFindView(query: URLSearchParams): FindView {
  const typed = readSentence(cleanLine((query.get('q') ?? '').slice(0, MAX_SENTENCE_LENGTH)))
  const { priceFrom, priceTo } = parsePrices(query)
  const unread = readUnread(query)
  return {
    search: typed.search.slice(0, MAX_TYPED_LENGTH),
    priceFrom: priceFrom ?? typed.budget.priceFrom,
    priceTo: priceTo || typed.budget.priceTo,
    unread: unread ?? (typed.unread ? { to: typed.unread } : undefined),
  }
}

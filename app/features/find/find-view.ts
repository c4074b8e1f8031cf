import { parsePrice, unreadPrice } from '#shared/plates/search/definitions.ts'
import { cleanLine } from '#shared/text/clean-text.ts'
import { MAX_TYPED_LENGTH } from './wanted.ts'

export interface FindView {
  /** As typed, cut to the maximum length. */
  search: string
  budgetGbp: number | null
  /** What was typed as a budget and is none. */
  unreadBudget?: string
}

/** Invalid parameters are ignored or corrected: 'q= sophie &to=5k' gives 'sophie' and £5,000. */
export function parseFindView(query: URLSearchParams): FindView {
  const search = cleanLine((query.get('q') ?? '').slice(0, MAX_TYPED_LENGTH))
  const to = query.get('to')
  return { search, budgetGbp: parsePrice(to) || null, unreadBudget: unreadPrice(to) }
}

import { parsePrice } from '../plates/search/definitions.ts'
import { MAX_TYPED_LENGTH } from './wanted.ts'

export interface FindView {
  /** As typed, cut to the maximum length. */
  search: string
  budgetGbp: number | null
}

/** Invalid parameters are ignored or corrected: 'q= sophie &to=5k' gives 'sophie' and £5,000. */
export function parseFindView(query: URLSearchParams): FindView {
  const search = (query.get('q') ?? '').slice(0, MAX_TYPED_LENGTH).toWellFormed().replace(/\s+/g, ' ').trim()
  return { search, budgetGbp: parsePrice(query.get('to')) || null }
}

import { expect, it } from 'vitest'
import type { Sale } from './sale.ts'
import { searchSuggestions } from './search-suggestions.ts'

const records = ['JB 1', 'JB 11', 'S1 NGH', '51 NGH', 'X 1', 'BOR 11S'].map(
  (registration) => ({ registration }) as Sale,
)

it.each([
  ['jb1', ['JB 1', 'JB 11']],
  ['SINGH', ['51 NGH', 'S1 NGH']],
  ['boris', []],
  ['borils', []],
  ['JB 1', []], // the search itself finds these
  ['j', []],
  ['', []],
  ['🚗', []],
])('a search for %s suggests %j', (search, expected) => {
  expect(searchSuggestions(records, search)).toEqual(expected)
})

import { expect, test } from 'vitest'
import { pageNumbers } from './page-numbers.ts'

test.each([
  // [shown pages, number of pages, links before, links after]
  [1, 1, 1, [], []],
  [1, 1, 2, [], [2]],
  [1, 3, 11, [], [4, null, 11]],
  [3, 3, 5, [1, 2], [4, 5]],
  [4, 4, 7, [1, 2, 3], [5, 6, 7]],
  [52, 52, 104, [1, null, 51], [53, null, 104]],
  [101, 104, 104, [1, null, 100], []],
])(
  'beside pages %i to %i of %i the list links to their neighbours, the first page and the last',
  (page, lastPage, pages, before, after) => {
    expect(pageNumbers({ page, lastPage, pages })).toEqual({ before, after })
  },
)

test('every page can be reached by links', () => {
  for (const pages of [2, 11, 104]) {
    const reached = new Set([1])
    for (const page of reached) {
      const { before, after } = pageNumbers({ page, lastPage: page, pages })
      for (const next of [...before, ...after]) if (next !== null) reached.add(next)
    }
    expect(reached.size).toBe(pages)
  }
})

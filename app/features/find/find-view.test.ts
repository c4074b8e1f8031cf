import { expect, test } from 'vitest'
import { findPath } from '#shared/urls.ts'
import { parseFindView } from './find-view.ts'

test.each([
  ['', '', null],
  ['q=sophie', 'sophie', null],
  ['q=+big++day%E2%80%8B+&to=%C2%A35,000', 'big day', 5000],
  ['q=sam&to=5k', 'sam', 5000],
  ['q=sam&to=0', 'sam', null],
  ['q=sam+under+%C2%A35,000', 'sam', 5000],
  ['q=sam+under+%C2%A35,000&to=2k', 'sam', 2000],
  ['q=sam&to=-1', 'sam', null],
  ['q=sam&to=lots', 'sam', null],
  [`q=${'x'.repeat(5000)}`, 'x'.repeat(40), null],
])('%s asks for “%s” up to %s', (query, search, budgetGbp) => {
  expect(parseFindView(new URLSearchParams(query))).toMatchObject({ search, budgetGbp })
})

test('a budget that is no price is kept as it was typed, so that the page can say so', () => {
  expect(parseFindView(new URLSearchParams('q=sam&to=lots'))).toMatchObject({ unreadBudget: 'lots' })
})

test.each([
  ['BIG DAY', 5000, '/find?q=BIG+DAY&to=5000'],
  ['', null, '/find'],
])('%s up to %s has one address', (search, budgetGbp, path) => {
  expect(findPath(search, budgetGbp)).toBe(path)
  expect(parseFindView(new URLSearchParams(path.split('?')[1]))).toEqual({ search, budgetGbp })
})

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
])('%s asks for “%s” up to %s', (query, search, priceTo) => {
  expect(parseFindView(new URLSearchParams(query))).toMatchObject({ search, priceFrom: null, priceTo })
})

test.each([
  ['q=sam&to=lots', { to: 'lots' }],
  ['q=sam&from=1+2', { from: '1 2' }],
  ['q=sam+under+%C2%A31,2500', { to: '£1,2500' }],
])(
  'a budget that is no price is kept as it was typed in %s, so that the page can say so',
  (query, unread) => {
    expect(parseFindView(new URLSearchParams(query))).toMatchObject({ search: 'sam', unread })
  },
)

test.each([
  ['BIG DAY', 500, 5000, '/find?q=BIG+DAY&from=500&to=5000'],
  ['BIG DAY', null, 5000, '/find?q=BIG+DAY&to=5000'],
  ['', null, null, '/find'],
])('%s from %s up to %s has one address', (search, priceFrom, priceTo, path) => {
  expect(findPath(search, { priceFrom, priceTo })).toBe(path)
  expect(parseFindView(new URLSearchParams(path.split('?')[1]))).toEqual({ search, priceFrom, priceTo })
})

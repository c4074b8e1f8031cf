import { expect, test } from 'vitest'
import { findPages } from './pages.ts'

test.each([
  ['valuation', ['/valuations']],
  ['what is it worth', []],
  ['opening hours', ['/contact']],
  ['Jersey', ['/jersey/sales-explorer']],
  ['gdpr', ['/privacy']],
  ['sell my plate', ['/sell']],
  ['how buying works', ['/info/buying-a-plate-from-us']],
  ['', []],
])('a search for “%s” finds the pages %j', (search, paths) => {
  expect(findPages(search).map(({ to }) => to)).toEqual(paths)
})

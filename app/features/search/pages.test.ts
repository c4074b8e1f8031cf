import { expect, test } from 'vitest'
import { ASK_US, findPages } from './pages.ts'

test.each([
  ['valuation', ['/valuations']],
  ['what is it worth', ['/valuations']],
  ['opening hours', ['/contact']],
  ['Jersey', ['/jersey/sales-explorer']],
  ['gdpr', ['/privacy']],
  ['sell my plate', ['/sell']],
  ['sell a plate I inherited', ['/sell']],
  ['how buying works', ['/info/buying-a-plate-from-us']],
  ['how long does it take', ['/info/buying-a-plate-from-us']],
  ['motorbike', ['/eligibility']],
  ['leased car', ['/eligibility']],
  ['company car', ['/eligibility']],
  ['can I pay a deposit', [ASK_US.to]],
  ['finance', [ASK_US.to]],
  ['refund', [ASK_US.to]],
  ['how', []],
  ['', []],
])('a search for “%s” finds the pages %j', (search, paths) => {
  expect(findPages(search).map(({ to }) => to)).toEqual(paths)
})

test('a search finds a page that the firm has written, and none that it has not', () => {
  const refunds = { to: '/refunds', text: 'Refunds and Cancellation' }
  expect(findPages('money back')).toEqual([])
  expect(findPages('money back', [refunds])).toEqual([refunds])
})

import { expect, test } from 'vitest'
import { meantPages } from './meant-pages.ts'

const ARTICLES = [
  { path: '/info/auction-fees-explained', title: 'Auction fees explained' },
  { path: '/info/auction-calendar', title: 'The auction calendar: when plates are sold' },
  { path: '/info/what-are-q-plates', title: 'What are Q plates?' },
  { path: '/plate-stories/vip1-number-plate', title: 'VIP 1: the Irish plate that became a British legend' },
]
const meant = (pathname: string) => meantPages(pathname, ARTICLES).map(({ to }) => to)

test.each([
  ['/guides/auction-fees-explained', '/info/auction-fees-explained'],
  ['/valuation', '/valuations'],
  ['/contact-us.html', '/contact'],
  ['/privacy-policy', '/privacy'],
  ['/stories/vip1', '/plate-stories/vip1-number-plate'],
  ['/shop/ab12-cde', '/registration/AB12CDE'],
  ['/JB1', '/registration/JB1'],
])('the address %s may have meant %s', (pathname, page) => {
  expect(meant(pathname)[0]).toBe(page)
})

test.each(['/no/such/page', '/wp-login.php', '/12345', '/%E0%A4%A', '/'])(
  'the address %s may have meant no page of ours',
  (pathname) => {
    expect(meant(pathname)).toEqual([])
  },
)

test('an address without a page gives three pages at most', () => {
  expect(meant('/auction').length).toBeLessThanOrEqual(3)
})

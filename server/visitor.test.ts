import { expect, test } from 'vitest'
import { visitorAddress } from './visitor.ts'

test.each([
  // no proxy of ours: what is said in headers does not count
  ['203.0.113.9', 0, '192.0.2.1', '192.0.2.1'],
  // one proxy: the last word is its own
  ['203.0.113.9', 1, '10.0.0.1', '203.0.113.9'],
  ['6.6.6.6, 203.0.113.9', 1, '10.0.0.1', '203.0.113.9'],
  // two proxies
  ['6.6.6.6, 203.0.113.9, 10.0.0.2', 2, '10.0.0.1', '203.0.113.9'],
  // fewer words than proxies: the first there is
  ['203.0.113.9', 2, '10.0.0.1', '203.0.113.9'],
  ['', 1, '192.0.2.1', '192.0.2.1'],
  // IPv4 in the clothes of IPv6
  ['', 0, '::ffff:192.0.2.1', '192.0.2.1'],
  // a household of IPv6
  ['', 0, '2001:db8:1:2:aaaa:bbbb:cccc:dddd', '2001:db8:1:2::/64'],
  ['', 0, '2001:0DB8:1:2::1', '2001:db8:1:2::/64'],
  ['', 0, '::1', '0:0:0:0::/64'],
] as const)('%j behind %i proxies on %s is %s', (forwarded, proxies, socket, expected) => {
  expect(visitorAddress(new Headers({ 'X-Forwarded-For': forwarded }), socket, proxies)).toBe(expected)
})

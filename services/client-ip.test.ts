import { expect, test } from 'vitest'
import { clientNetwork } from './client-ip.ts'

const prefixesOf = (forwardedFor: string | null, socketAddress = '192.0.2.1', trustedProxies = 1) =>
  clientNetwork({ forwardedFor, socketAddress, trustedProxies }).prefixes

test.each([
  // without a trusted proxy, the header is ignored
  ['203.0.113.9', 0, '192.0.2.1', '192.0.2.1'],
  // one proxy: the last entry is the one that it added
  ['203.0.113.9', 1, '10.0.0.1', '203.0.113.9'],
  ['6.6.6.6, 203.0.113.9', 1, '10.0.0.1', '203.0.113.9'],
  // two proxies
  ['6.6.6.6, 203.0.113.9, 10.0.0.2', 2, '10.0.0.1', '203.0.113.9'],
  // fewer entries than proxies: the first one
  ['203.0.113.9', 2, '10.0.0.1', '203.0.113.9'],
  ['', 1, '192.0.2.1', '192.0.2.1'],
  [null, 1, '192.0.2.1', '192.0.2.1'],
  // IPv4 mapped into IPv6
  [null, 0, '::ffff:192.0.2.1', '192.0.2.1'],
  // an IPv6 client is its /64
  [null, 0, '2001:db8:1:2:aaaa:bbbb:cccc:dddd', '2001:db8:1:2::/64'],
  [null, 0, '2001:0DB8:1:2::1', '2001:db8:1:2::/64'],
  [null, 0, '::1', '::/64'],
  // in process there is no socket
  [null, 0, '', 'unknown'],
  ['garbage', 1, '', 'unknown'],
] as const)('%j behind %i proxies on %s is %s', (forwardedFor, trustedProxies, socketAddress, expected) => {
  expect(clientNetwork({ forwardedFor, socketAddress, trustedProxies }).network).toBe(expected)
})

test.each([
  ['5.5.5.3', ['5.5.5.3', '5.5.5.3:4001', '05.5.5.3', '005.05.5.3', '"5.5.5.3"', '"5.5.5.3:4001"']],
  [
    '5.5.5.3',
    [' 5.5.5.3 ', '::ffff:5.5.5.3', '::FFFF:505:503', '[::ffff:5.5.5.3]:80', '0:0:0:0:0:ffff:5.5.5.3'],
  ],
  [
    '2001:db8::/64',
    ['2001:db8::1', '2001:DB8:0:0::1', '[2001:db8::1]', '[2001:db8::1]:443', '"[2001:db8::1]:443"'],
  ],
  ['2001:db8::/64', ['2001:0db8:0000:0000:0000:0000:0000:0001', '2001:db8::1%eth0', '[2001:db8::2%1]:443']],
])('every spelling of an address is one client: %s', (expected, spellings) => {
  for (const spelling of spellings)
    expect([spelling, clientNetwork(of(`6.6.6.6, ${spelling}`)).network]).toEqual([spelling, expected])
})

const of = (forwardedFor: string) => ({ forwardedFor, socketAddress: '192.0.2.1', trustedProxies: 1 })

test.each([
  'unknown',
  '_hidden',
  'example.co.uk',
  '5',
  '5.5',
  '5.5.5.256',
  '5.5.5.5.5',
  '5.5.5.5:',
  '5.5.5.5:port',
  '0x5.5.5.5',
  '5.5.5.5/32',
  '2001:db8::1::2',
  '[2001:db8::1',
  '2001:db8::1]:443',
  '2001:db8::/64',
  '"',
  '[]:80',
  'x'.repeat(10_000),
])('an invalid address is replaced by the socket’s: %s', (garbage) => {
  expect(prefixesOf(garbage)).toEqual(['192.0.2.1'])
  // Not the entry before it, which the visitor may have forged.
  expect(prefixesOf(`6.6.6.6, ${garbage}`)).toEqual(['192.0.2.1'])
})

test('an empty entry counts as an entry, so that it does not shift the others', () => {
  expect(prefixesOf('6.6.6.6,')).toEqual(['192.0.2.1'])
  expect(prefixesOf('6.6.6.6, , 203.0.113.9')).toEqual(['203.0.113.9'])
})

test('an IPv6 address also belongs to its wider networks', () => {
  expect(prefixesOf('2001:db8:1:2ff::1')).toEqual([
    '2001:db8:1:2ff::/64',
    '2001:db8:1:200::/56',
    '2001:db8:1::/48',
  ])
  expect(prefixesOf('203.0.113.9')).toEqual(['203.0.113.9'])
})

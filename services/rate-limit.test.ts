import { expect, test } from 'vitest'
import { clientNetwork } from './client-ip.ts'
import { type Limits, limitsOf, RateLimit } from './rate-limit.ts'

function openLimit() {
  const clock = { now: 1 }
  return { clock, limit: new RateLimit(() => clock.now) }
}

const two = (key: string): Limits => [[key, { burst: 2, msPerToken: 1000 }]]

const clientAt = (socketAddress: string) =>
  limitsOf(clientNetwork({ forwardedFor: null, socketAddress, trustedProxies: 0 }))

/** Counts the allowed attempts. */
function passed(limit: RateLimit, attempts: number, addressOf: (attempt: number) => string): number {
  let count = 0
  for (let attempt = 0; attempt < attempts; attempt++)
    if (limit.take(clientAt(addressOf(attempt))) === 0) count += 1
  return count
}

test('a rate limit allows a burst, then one each time the bucket has refilled', () => {
  const { clock, limit } = openLimit()
  expect([limit.take(two('a')), limit.take(two('a')), limit.take(two('a'))]).toEqual([0, 0, 1])
  clock.now += 999
  expect(limit.take(two('a'))).toBe(1)
  clock.now += 1
  expect(limit.take(two('a'))).toBe(0)
})

test('a rate limit counts clients separately', () => {
  const { limit } = openLimit()
  expect(['a', 'a', 'b', 'b', 'a'].map((key) => limit.take(two(key)))).toEqual([0, 0, 0, 0, 1])
})

test('a request takes a token from all buckets or from none', () => {
  const { limit } = openLimit()
  const both: Limits = [...two('narrow'), ['wide', { burst: 1, msPerToken: 5000 }]]
  expect([limit.take(both), limit.take(both)]).toEqual([0, 5])
  expect([limit.take(two('narrow')), limit.take(two('narrow'))]).toEqual([0, 1])
})

test('a rate limit refunds tokens, and never holds more than a burst', () => {
  const { clock, limit } = openLimit()
  for (let time = 0; time < 10; time++) {
    expect(limit.take(two('a'))).toBe(0)
    limit.refund(two('a'))
  }
  clock.now += 1e6
  expect([limit.take(two('a')), limit.take(two('a')), limit.take(two('a'))]).toEqual([0, 0, 1])
})

test('the limit of forms allows eight in ten minutes from an IPv4 address or an IPv6 /64, 24 from a /56 and 72 from a /48', () => {
  const { clock, limit } = openLimit()
  const hex = (number: number) => number.toString(16)
  expect(passed(limit, 100, () => '203.0.113.9')).toBe(8)
  expect(passed(limit, 100, () => '203.0.113.8')).toBe(8)
  expect(passed(limit, 100, (attempt) => `2001:db8:1:1::${hex(attempt)}`)).toBe(8)
  expect(passed(limit, 256, (attempt) => `2001:db8:2:${hex(attempt)}::1`)).toBe(24)
  expect(passed(limit, 2_000, (attempt) => `2001:db8:3:${hex(attempt)}::1`)).toBe(72)
  clock.now += 600_000
  expect(passed(limit, 2_000, (attempt) => `2001:db8:3:${hex(attempt)}::1`)).toBe(72)
})

test('a rate limit has bounded memory, however many clients there are', () => {
  const { limit } = openLimit()
  for (let client = 0; client < 60_000; client++) expect(limit.take(two(String(client)))).toBe(0)
  expect(limit.size).toBe(50_000)
})

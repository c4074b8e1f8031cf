import { expect, test } from 'vitest'
import { RateLimit } from './rate-limit.ts'

function openLimit() {
  const clock = { now: 0 }
  const limit = new RateLimit({ burst: 2, refillMs: 1000 }, { burst: 4, refillMs: 100 }, () => clock.now)
  return { clock, limit }
}

test('lets a burst through, then one each time the bucket has filled', () => {
  const { clock, limit } = openLimit()
  expect([limit.take('a'), limit.take('a'), limit.take('a')]).toEqual([0, 0, 1])
  clock.now = 999
  expect(limit.take('a')).toBe(1)
  clock.now = 1000
  expect(limit.take('a')).toBe(0)
})

test('counts addresses apart, and all of them together', () => {
  const { clock, limit } = openLimit()
  expect(['a', 'a', 'b', 'b', 'c'].map((address) => limit.take(address))).toEqual([0, 0, 0, 0, 1])
  clock.now = 100
  expect(limit.take('c')).toBe(0)
})

test('gives back, and never holds more than a burst', () => {
  const { clock, limit } = openLimit()
  for (let time = 0; time < 10; time++) {
    expect(limit.take('a')).toBe(0)
    limit.giveBack('a')
  }
  clock.now = 1e6
  expect([limit.take('a'), limit.take('a'), limit.take('a')]).toEqual([0, 0, 1])
})

test('is bounded, whoever comes along', () => {
  const limit = new RateLimit({ burst: 1, refillMs: 1e9 }, { burst: 1e9, refillMs: 1 }, () => 0)
  const began = performance.now()
  for (let address = 0; address < 30_000; address++)
    if (limit.take(String(address)) !== 0) throw new Error('refused')
  expect(performance.now() - began).toBeLessThan(2000)
})

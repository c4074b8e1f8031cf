import { expect, it, vi } from 'vitest'
import { arrivesSoon, getCached, isCached, remember } from './client-cache.ts'

const asItIs = <Value>(read: Promise<Value>) => read

it('a read that is under way is shared, and what it has read is cached for a minute', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const read = vi.fn(async () => ['B16 DAY'])
  const both = await Promise.all([remember('plates', read, asItIs), remember('plates', read, asItIs)])
  expect(both).toEqual([['B16 DAY'], ['B16 DAY']])
  expect(remember('plates', read, asItIs)).toEqual(['B16 DAY'])
  expect(read).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(61_000)
  expect(isCached('plates')).toBe(false)
  await remember('plates', read, asItIs)
  expect(read).toHaveBeenCalledTimes(2)
  vi.useRealTimers()
})

it('what is read ahead is at hand without another read: the promise while it is under way, then the value', async () => {
  expect(getCached('plate B16 DAY')).toBeUndefined()
  const reading = remember('plate B16 DAY', async () => null, asItIs)
  expect(getCached('plate B16 DAY')).toBe(reading)
  await reading
  expect(getCached('plate B16 DAY')).toBeNull()
})

it('a read that fails is not cached', async () => {
  const failing = () => Promise.reject(new Error('offline'))
  await expect(remember('sales', failing, asItIs)).rejects.toThrow('offline')
  expect(await remember('sales', async () => 1, asItIs)).toBe(1)
})

it('a page waits for rows that come soon, and no longer', async () => {
  expect(await arrivesSoon(Promise.resolve([]))).toBe(true)
  expect(await arrivesSoon(new Promise(() => {}))).toBe(false)
  expect(await arrivesSoon(['B16 DAY'])).toBe(true)
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLiveReader } from './live-reader.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a hosted backend is read every 15 seconds or sooner, and again at once after a change', async () => {
  const read = vi.fn(async () => {})
  const reader = createLiveReader({ read, log: { error() {} }, failure: '' })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(read.mock.calls.length).toBeGreaterThanOrEqual(4)
  const before = read.mock.calls.length
  await reader.refresh()
  expect(read.mock.calls.length).toBe(before + 1)
  reader.stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(read.mock.calls.length).toBe(before + 1)
})

test('an embedded backend is read when its data have changed', async () => {
  let version = '1'
  const read = vi.fn(async () => {})
  const reader = createLiveReader({ read, log: { error() {} }, failure: '', dataVersion: () => version })
  await reader.follow()
  await reader.follow()
  expect(read).toHaveBeenCalledTimes(1)
  version = '2'
  await reader.follow()
  expect(read).toHaveBeenCalledTimes(2)
  reader.stop()
})

test('consecutive failures are logged once, and a change during a read causes another read', async () => {
  const errors: unknown[] = []
  let isAway = true
  let reads = 0
  const reader = createLiveReader({
    async read() {
      reads += 1
      await new Promise((resolve) => setTimeout(resolve, 100))
      if (isAway) throw new Error('away')
    },
    log: { error: (message) => errors.push(message) },
    failure: 'It cannot be read',
  })
  const done = async (...readings: Promise<void>[]) => {
    await vi.advanceTimersByTimeAsync(300)
    await Promise.all(readings)
  }
  const first = reader.refresh()
  await vi.advanceTimersByTimeAsync(50)
  await done(first, reader.refresh())
  expect([reads, errors]).toEqual([2, ['It cannot be read']])
  isAway = false
  await done(reader.refresh())
  isAway = true
  await done(reader.refresh())
  expect(errors.length).toBe(2)
  reader.stop()
})

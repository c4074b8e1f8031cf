import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SlowReaderGuard } from './slow-reader-timeout.ts'

const PACE = { writeTimeoutMs: 60_000, minimumBytes: 65_536 }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A socket as far as it counts, and a clock. */
function someone() {
  const socket = { writableLength: 0, bytesWritten: 0, destroy: vi.fn() }
  const taker = new SlowReaderGuard(socket)
  return {
    ask: () => taker.begin({ headersSent: true, writableFinished: false } as ServerResponse),
    write(bytes: number) {
      socket.bytesWritten += bytes
      socket.writableLength += bytes
    },
    take(bytes: number) {
      socket.writableLength -= bytes
    },
    async wait(seconds: number) {
      await vi.advanceTimersByTimeAsync(seconds * 1000)
      taker.destroyIfStalled(PACE)
      return socket.destroy.mock.calls.length > 0 ? 'cut' : 'there'
    },
  }
}

test('who takes nothing is cut after a minute', async () => {
  const { ask, write, wait } = someone()
  ask()
  write(1_000_000)
  expect(await wait(59)).toBe('there')
  expect(await wait(2)).toBe('cut')
})

test('who takes a few bytes now and then is cut as well', async () => {
  const { ask, write, take, wait } = someone()
  ask()
  write(1_000_000)
  for (let seconds = 5; seconds < 60; seconds += 5) {
    take(1_000)
    expect(await wait(5)).toBe('there')
  }
  take(1_000)
  expect(await wait(6)).toBe('cut')
})

test('who asks for more does not buy time for what he has not taken', async () => {
  const { ask, write, wait } = someone()
  ask()
  write(1_000_000)
  await wait(50)
  ask()
  expect(await wait(11)).toBe('cut')
})

test('who gets on may take as long as it takes', async () => {
  const { ask, write, take, wait } = someone()
  ask()
  write(10_000_000)
  for (let minutes = 0; minutes < 100; minutes++) {
    take(70_000)
    expect(await wait(50)).toBe('there')
  }
})

test('who has taken everything may keep his connection', async () => {
  const { ask, write, take, wait } = someone()
  ask()
  write(1_000_000)
  take(1_000_000)
  expect(await wait(600)).toBe('there')
  ask()
  write(1_000_000)
  expect(await wait(59)).toBe('there')
})

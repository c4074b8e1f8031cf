import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SlowReaderGuard } from './slow-reader-timeout.ts'

const LIMITS = { writeTimeoutMs: 60_000, minimumBytes: 65_536 }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A client's connection, and a clock. */
function connectClient() {
  const socket = { writableLength: 0, bytesWritten: 0, destroy: vi.fn() }
  const guard = new SlowReaderGuard(socket)
  return {
    request: () => guard.begin({ headersSent: true, writableFinished: false } as ServerResponse),
    write(bytes: number) {
      socket.bytesWritten += bytes
      socket.writableLength += bytes
    },
    read(bytes: number) {
      socket.writableLength -= bytes
    },
    async wait(seconds: number) {
      await vi.advanceTimersByTimeAsync(seconds * 1000)
      guard.destroyIfStalled(LIMITS)
      return socket.destroy.mock.calls.length > 0 ? 'closed' : 'open'
    },
  }
}

test('a client that reads nothing is disconnected after a minute', async () => {
  const { request, write, wait } = connectClient()
  request()
  write(1_000_000)
  expect(await wait(59)).toBe('open')
  expect(await wait(2)).toBe('closed')
})

test('a client that reads a few bytes now and then is disconnected as well', async () => {
  const { request, write, read, wait } = connectClient()
  request()
  write(1_000_000)
  for (let seconds = 5; seconds < 60; seconds += 5) {
    read(1_000)
    expect(await wait(5)).toBe('open')
  }
  read(1_000)
  expect(await wait(6)).toBe('closed')
})

test('a further request does not extend the time for an unread response', async () => {
  const { request, write, wait } = connectClient()
  request()
  write(1_000_000)
  await wait(50)
  request()
  expect(await wait(11)).toBe('closed')
})

test('a client that makes progress may take as long as it needs', async () => {
  const { request, write, read, wait } = connectClient()
  request()
  write(10_000_000)
  for (let minutes = 0; minutes < 100; minutes++) {
    read(70_000)
    expect(await wait(50)).toBe('open')
  }
})

test('a client that has read everything keeps its connection', async () => {
  const { request, write, read, wait } = connectClient()
  request()
  write(1_000_000)
  read(1_000_000)
  expect(await wait(600)).toBe('open')
  request()
  write(1_000_000)
  expect(await wait(59)).toBe('open')
})

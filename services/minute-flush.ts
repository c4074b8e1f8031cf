import { createFallback } from './fallback.ts'
import type { Log } from './log.ts'

const FLUSH_EVERY_MS = 60_000

interface MinuteFlush {
  /** Call when there is something to store; it is stored within a minute. */
  schedule(): void
  /** Stores what is waiting. Never throws. */
  flush(): Promise<void>
  stop(): Promise<void>
}

interface MinuteFlushOptions {
  /** Must keep what it could not store if it throws. */
  store(): Promise<void>
  hasWaiting(): boolean
  log: Pick<Log, 'error'>
  /** Logged once for consecutive failures. */
  failure: string
}

/** Stores in-memory counters once a minute, so that no page or visitor waits for it. */
export function createMinuteFlush({ store, hasWaiting, log, failure }: MinuteFlushOptions): MinuteFlush {
  let timer: ReturnType<typeof setTimeout> | undefined
  let storing: Promise<void> | null = null
  const orFallback = createFallback(log, failure)

  async function flush() {
    clearTimeout(timer)
    timer = undefined
    storing ??= orFallback(store, undefined).finally(() => {
      storing = null
    })
    await storing
    if (hasWaiting()) schedule()
  }

  function schedule() {
    timer ??= setTimeout(() => void flush(), FLUSH_EVERY_MS)
    timer.unref()
  }

  return {
    schedule,
    flush,
    async stop() {
      await flush()
      clearTimeout(timer)
      timer = undefined
    },
  }
}

/** Counts of one day each in memory, which several servers add to a table. */
import { createFallback } from './fallback.ts'
import type { Log } from './log.ts'

const FLUSH_EVERY_MS = 60_000

/** What is counted on a day, which is that of UTC, as 2026-11-22. */
type Counted = { day: string }

interface Count<What> {
  what: What
  times: number
}

interface DayCounterOptions<What> {
  /** Stores all of them or, if it throws, none. */
  store(counts: readonly Count<What>[]): Promise<void>
  /** While they cannot be stored, counts accumulate; beyond this limit, new ones are not counted. */
  maxWaiting: number
  log: Pick<Log, 'error'>
  /** Logged once for consecutive failures. */
  failure: string
}

export interface DayCounter<What> {
  /** Counts in memory. */
  add(what: What): void
  /** Stores pending counts. Never throws. */
  flush(): Promise<void>
  stop(): Promise<void>
}

/** Stores its counts once a minute, so that no page or visitor waits for it; a crash loses the last minute. */
export function createDayCounter<What extends Counted>({
  store,
  maxWaiting,
  log,
  failure,
}: DayCounterOptions<What>): DayCounter<What> {
  /** Keyed by what is counted, as JSON. */
  let waiting = new Map<string, Count<What>>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let storing: Promise<void> | null = null
  const orFallback = createFallback(log, failure)

  function add({ what, times }: Count<What>) {
    const key = JSON.stringify(what)
    const known = waiting.get(key)
    if (!known && waiting.size >= maxWaiting) return
    waiting.set(key, { what, times: (known?.times ?? 0) + times })
  }

  async function storeWaiting() {
    // In one order on all servers, which lock the rows in it.
    const counts = [...waiting].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, count]) => count)
    if (counts.length === 0) return
    waiting = new Map()
    try {
      await store(counts)
    } catch (error) {
      counts.forEach(add)
      throw error
    }
  }

  async function flush() {
    clearTimeout(timer)
    timer = undefined
    storing ??= orFallback(storeWaiting, undefined).finally(() => {
      storing = null
    })
    await storing
    if (waiting.size > 0) schedule()
  }

  function schedule() {
    timer ??= setTimeout(() => void flush(), FLUSH_EVERY_MS)
    timer.unref()
  }

  return {
    add(what) {
      add({ what, times: 1 })
      schedule()
    },
    flush,
    async stop() {
      await flush()
      clearTimeout(timer)
      timer = undefined
    },
  }
}

import type { Log } from './log.ts'

/** Interval for noticing changes by other servers, or by the desk of another server. */
const REFRESH_EVERY_MS = 15_000
/** Random, so that several servers don't poll in step. */
const JITTER_MS = 3_000

export interface LiveReader {
  /** Called before a page is rendered: reads again if the data of an embedded backend have changed. Never throws. */
  follow(): Promise<void>
  /** Reads again. Never throws. */
  refresh(): Promise<void>
  stop(): void
}

export interface LiveReaderOptions {
  read(): Promise<void>
  log: Pick<Log, 'error'>
  /** Logged once for consecutive failures. */
  failure: string
  /** The data version of an embedded backend; null while it cannot be read. */
  dataVersion?: (() => string | null) | undefined
  everyMs?: number
}

/** Keeps data in memory in sync with the backend: every 15 seconds and on request. */
export function createLiveReader({
  read,
  log,
  failure,
  dataVersion,
  everyMs = REFRESH_EVERY_MS - Math.random() * JITTER_MS,
}: LiveReaderOptions): LiveReader {
  let seenVersion: string | null = null
  let hasFailed = false
  let isStopped = false
  let reading: Promise<void> | null = null

  async function attempt(): Promise<void> {
    // Read the version before the rows: a change in between is then picked up by the next check.
    const version = dataVersion?.() ?? null
    try {
      await read()
      seenVersion = version
      hasFailed = false
    } catch (error) {
      if (!hasFailed && !isStopped) log.error(failure, error)
      hasFailed = true
    }
  }

  /** A read in progress may have begun before the caller's change, so another one follows it. */
  async function refresh(): Promise<void> {
    if (isStopped) return
    await reading
    reading ??= attempt().finally(() => {
      reading = null
    })
    await reading
  }

  async function follow(): Promise<void> {
    if (!dataVersion) return
    const version = dataVersion()
    if (version !== null && version !== seenVersion) await refresh()
  }

  const timer = setInterval(() => void (dataVersion ? follow() : refresh()), everyMs)
  timer.unref()

  return {
    follow,
    refresh,
    stop() {
      isStopped = true
      clearInterval(timer)
    },
  }
}

import type { Log } from './log.ts'

/** Another server, or the desk of one, may have changed what is read. */
const REFRESH_EVERY_MS = 15_000
/** So that several servers do not ask in step. */
const JITTER_MS = 3_000

export interface LiveReader {
  /** Reads again if the data of an embedded backend have changed since the last reading. Never throws. */
  follow(): Promise<void>
  /** Reads again. Never throws. */
  refresh(): Promise<void>
  stop(): void
}

interface LiveReaderOptions {
  read(): Promise<void>
  log: Pick<Log, 'error'>
  /** Logged once for failures in a row. */
  failure: string
  /** Of an embedded backend: changes with the data, and null while they cannot be read. */
  dataVersion?: (() => string | null) | undefined
  everyMs?: number
}

/** Keeps what a server has in memory in step with the backend: every 15 seconds, and whenever it is asked to. */
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
    // Before the rows: a change in between is read again with the next look.
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

  /** A reading under way may have begun before the change that the caller knows of, so another one follows it. */
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

import { setTimeout as sleep } from 'node:timers/promises'
import { toTime } from '#data/times.ts'
import type { Log } from '../log.ts'
import { retentionLimit } from './retention.ts'

const TRUNCATE_EVERY_MS = 600_000
const AUDIT_RETENTION_MONTHS = 24

interface Erasure {
  afterRetention(now: Date): void
  stop(): void
}

interface ErasableBackend {
  truncateLog(): boolean
  removeAuditBefore(time: string): boolean
}

const ERASE_TRIES = 20
const ERASE_WAIT_MS = 100

/** Erases deleted rows from the log of the database. @returns false if a reader prevents it; the site retries */
export const eraseDeleted = (backend: Pick<ErasableBackend, 'truncateLog'>): Promise<boolean> =>
  untilDone(() => backend.truncateLog())

/** Tries for two seconds. @returns false if another connection was in use each time */
async function untilDone(erase: () => boolean): Promise<boolean> {
  for (let tries = 0; tries < ERASE_TRIES; tries++) {
    if (erase()) return true
    await sleep(ERASE_WAIT_MS)
  }
  return false
}

/** Deleted rows stay readable in SQLite's log until it is truncated. A reader can prevent that, so this repeats it. */
export function startErasure(backend: ErasableBackend, log: Pick<Log, 'error'>): Erasure {
  let isStopped = false
  const attempt = async (work: () => unknown) => {
    try {
      await work()
    } catch (error) {
      if (!isStopped) log.error('Deleted data could not be erased from the database log', error)
    }
  }
  const timer = setInterval(() => attempt(() => eraseDeleted(backend)), TRUNCATE_EVERY_MS)
  timer.unref()
  return {
    afterRetention(now) {
      const limit = toTime(retentionLimit(now, AUDIT_RETENTION_MONTHS))
      // The log is emptied even if the removal fails, which the next retention tries again.
      void attempt(() => untilDone(() => backend.removeAuditBefore(limit))).then(() =>
        attempt(() => eraseDeleted(backend)),
      )
    },
    stop() {
      isStopped = true
      clearInterval(timer)
    },
  }
}

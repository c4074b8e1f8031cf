import { DataFault } from '#data/data-fault.ts'
import type { Database } from '#data/tables.ts'
import { tryToStore } from './enquiry-store.ts'
import { inTime, MAX_WAIT_MS } from './in-time.ts'

export interface Storage {
  canStore: boolean
  /** Why it cannot; a fault of the database has a word, such as 'full'. */
  reason?: string
}

/** How long an answer holds: each check writes, and a failure should not outlast its cause by much. */
const STORED_FOR_MS = 10_000
const FAILED_FOR_MS = 1_000

/** Finds out whether enquiries can be stored by storing one, at most every ten seconds. Never throws. */
export function createStorageCheck(
  database: Database,
  onError: (error: unknown, requestId: string) => void,
): (requestId: string) => Promise<Storage> {
  let latest: Promise<Storage> | null = null

  async function check(requestId: string): Promise<Storage> {
    try {
      await inTime(tryToStore(database), MAX_WAIT_MS)
      expireIn(STORED_FOR_MS)
      return { canStore: true }
    } catch (error) {
      onError(error, requestId)
      expireIn(FAILED_FOR_MS)
      return { canStore: false, reason: error instanceof DataFault ? error.kind : 'failed' }
    }
  }

  function expireIn(ms: number) {
    setTimeout(() => {
      latest = null
    }, ms).unref()
  }

  return (requestId) => {
    latest ??= check(requestId)
    return latest
  }
}

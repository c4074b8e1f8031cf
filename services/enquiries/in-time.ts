import { setTimeout as sleep } from 'node:timers/promises'
import { DataFault } from '#data/data-fault.ts'

/** Shorter than the form in the browser waits, which is ten seconds. */
export const MAX_WAIT_MS = 7_000

/** The drivers wait while others write, for longer than a visitor does. @throws DataFault if it takes longer; the work goes on */
export function inTime<Result>(work: Promise<Result>, maxWaitMs: number): Promise<Result> {
  const waiting = new AbortController()
  const late = sleep(maxWaitMs, null, { signal: waiting.signal }).then(() => {
    throw new DataFault('slow', new Error('The database took too long'))
  })
  return Promise.race([work, late]).finally(() => waiting.abort())
}

import type { Log } from './log.ts'

export type Fallback = <Value>(work: () => Promise<Value>, fallback: Value) => Promise<Value>

/** For work that must not stop other work: an error is logged, once for consecutive failures, and the fallback is returned. */
export function createFallback(log: Pick<Log, 'error'>, failure: string): Fallback {
  let hasFailed = false
  return async (work, fallback) => {
    try {
      const value = await work()
      hasFailed = false
      return value
    } catch (error) {
      if (!hasFailed) log.error(failure, error)
      hasFailed = true
      return fallback
    }
  }
}

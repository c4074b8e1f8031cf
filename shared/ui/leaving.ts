import type { DataStrategyResult, MiddlewareFunction } from 'react-router'

/** In which a browser that leaves the page ends its reads; some report them as failed. */
const LEAVING_MS = 1_000

/**
 * For the root of the browser: a read that failed because the page is being left is never answered. The router would reload the
 * page or show an error, which ends the navigation that somebody has begun.
 */
export const ignoreWhileLeaving: MiddlewareFunction<Record<string, DataStrategyResult>> = async (_, next) => {
  let leftAt = Number.NEGATIVE_INFINITY
  const noteLeaving = () => {
    leftAt = performance.now()
  }
  // Only while something is read: some browsers keep no page in memory that has this listener.
  addEventListener('beforeunload', noteLeaving)
  const results = await next()
  const hasFailed = Object.values(results).some(({ type }) => type === 'error')
  if (hasFailed && performance.now() - leftAt < LEAVING_MS) await new Promise(() => {})
  removeEventListener('beforeunload', noteLeaving)
  return results
}

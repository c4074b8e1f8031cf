import { useEffect, useState } from 'react'
import { FAILED } from '../data/sale-records.ts'

interface Asking<Answer> {
  /** What was asked, as an address, and its answer. */
  first: { query: string; answer: Answer }
  /** A query that is left before it has stood so long is not asked at all. */
  delayMs?: number
  ask: (signal: AbortSignal) => Promise<Answer>
  onFailure?: () => void
}

/**
 * The answer to a query, asked of the backend; until it comes, the last one stays. A query that is left before its
 * answer has come is not waited for.
 */
export function useQuery<Answer>(query: string, { first, delayMs = 0, ask, onFailure }: Asking<Answer>) {
  const [shown, setShown] = useState({ ...first, hasFailed: false })

  // biome-ignore lint/correctness/useExhaustiveDependencies: the query says all of what is asked
  useEffect(() => {
    if (query === shown.query && !shown.hasFailed) return
    const leaving = new AbortController()
    const begin = () =>
      ask(leaving.signal)
        .then((answer) => {
          if (!leaving.signal.aborted) setShown({ query, answer, hasFailed: false })
        })
        .catch((error) => {
          if (leaving.signal.aborted) return
          console.error(FAILED, error)
          setShown(({ answer }) => ({ query, answer, hasFailed: true }))
          onFailure?.()
        })
    const timer = delayMs > 0 ? setTimeout(begin, delayMs) : void begin()
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [query])

  return { answer: shown.answer, isStale: shown.query !== query, hasFailed: shown.hasFailed }
}

import { useEffect, useState } from 'react'
import { FAILED } from '#shared/sales/sale.ts'

interface QueryOptions<Answer> {
  /** The query is null if it has no answer yet. */
  first: { query: string | null; answer: Answer }
  delayMs?: number
  read: (signal: AbortSignal) => Promise<Answer>
}

/** The last answer stays until the next arrives; a new query aborts the previous one. */
export function useQuery<Answer>(query: string, { first, delayMs = 0, read }: QueryOptions<Answer>) {
  const [shown, setShown] = useState({ ...first, hasFailed: false })

  // biome-ignore lint/correctness/useExhaustiveDependencies: the query identifies the request
  useEffect(() => {
    if (query === shown.query && !shown.hasFailed) return
    const controller = new AbortController()
    const start = () =>
      read(controller.signal)
        .then((answer) => {
          if (!controller.signal.aborted) setShown({ query, answer, hasFailed: false })
        })
        .catch((error) => {
          if (controller.signal.aborted) return
          console.error(FAILED, error)
          setShown(({ answer }) => ({ query, answer, hasFailed: true }))
        })
    const timer = delayMs > 0 ? setTimeout(start, delayMs) : void start()
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [query])

  return { answer: shown.answer, isStale: shown.query !== query, hasFailed: shown.hasFailed }
}

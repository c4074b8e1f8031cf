import type { Executor, ReadResult } from '../execute.ts'
import type { LargeQueries } from './queries.ts'

/** Looking up this many rows takes ten milliseconds; skipping a million takes a hundred. */
const FEW_ROWS = 5_000

export function readLarge(executor: Executor, queries: LargeQueries): ReadResult {
  const { page, count, fromCounts, offset, limit } = queries
  if (!count || !fromCounts) return executor.read(queries)
  const { lookup, reverse } = fromCounts
  return executor.inSnapshot(() => {
    const total = executor.total(count)
    const rows = Math.min(limit, total - offset)
    if (rows <= 0) return { rows: 0, body: '[]', total }
    if (lookup && total <= FEW_ROWS) return executor.page(lookup, total)
    if (reverse && offset > total / 2) {
      const values = [...reverse.values, rows, total - offset - rows]
      return executor.page({ text: reverse.text, values }, total)
    }
    return executor.page(page, total)
  })
}

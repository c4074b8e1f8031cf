import type { Executor, ReadResult } from '../execute.ts'
import type { LargeQueries } from './queries.ts'

/** Looking up this many rows takes ten milliseconds; skipping a million takes a hundred. */
const FEW_ROWS = 5_000

export function readLarge(executor: Executor, queries: LargeQueries): ReadResult {
  const { page, count, lookup } = queries
  if (!count || !lookup) return executor.read(queries)
  return executor.inSnapshot(() => {
    const total = executor.total(count)
    return executor.page(total <= FEW_ROWS ? lookup : page, total)
  })
}

import { parentPort, workerData } from 'node:worker_threads'
import { openReader } from '../database.ts'
import { Executor, type ReadResult } from '../execute.ts'
import type { LargeQueries } from './queries.ts'

/** As in shared/sales/sales-query.ts and supabase/current/sales-figures.sql. */
const FEW_ROWS = 5_000

const executor = new Executor(openReader(workerData as string))

parentPort?.on('message', (queries: LargeQueries) => {
  try {
    const result = read(queries)
    // Bytes are transferred, text is copied.
    const transferred = typeof result.body === 'string' ? [] : [result.body.buffer]
    parentPort?.postMessage({ result }, transferred)
  } catch (error) {
    parentPort?.postMessage({ errorMessage: (error as Error).message })
  }
})

/** Of figures, counts first and chooses the query by it. */
function read(queries: LargeQueries): ReadResult {
  const { page, count, lookup } = queries
  if (!count || !lookup) return executor.read(queries)
  return executor.inSnapshot(() => executor.page(executor.total(count) <= FEW_ROWS ? lookup : page))
}

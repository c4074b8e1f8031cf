import { parentPort, workerData } from 'node:worker_threads'
import { openReader } from '../database.ts'
import { Executor } from '../execute.ts'
import { readLarge } from './execute.ts'
import type { LargeQueries } from './queries.ts'

const executor = new Executor(openReader(workerData as string))

parentPort?.on('message', (queries: LargeQueries) => {
  try {
    const result = readLarge(executor, queries)
    // Bytes are transferred, text is copied.
    const transferred = typeof result.body === 'string' ? [] : [result.body.buffer]
    parentPort?.postMessage({ result }, transferred)
  } catch (error) {
    parentPort?.postMessage({ errorMessage: (error as Error).message })
  }
})

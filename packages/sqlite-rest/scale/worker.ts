/** A thread of packages/sqlite-rest/scale/worker-pool.ts: runs one read after the other on a connection of its own. */
import { parentPort, workerData } from 'node:worker_threads'
import { openReader } from '../database.ts'
import { Executor, type ReadQueries } from '../execute.ts'

const executor = new Executor(openReader(workerData as string))

parentPort?.on('message', (queries: ReadQueries) => {
  try {
    const result = executor.read(queries)
    // Bytes go over as they are, text is copied.
    const moved = typeof result.body === 'string' ? [] : [result.body.buffer]
    parentPort?.postMessage({ result }, moved)
  } catch (error) {
    parentPort?.postMessage({ fault: (error as Error).message })
  }
})

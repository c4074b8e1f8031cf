/** The thread of backend/slow-reads.ts: runs reads one after the other on a connection of its own. */
import { parentPort, workerData } from 'node:worker_threads'
import { openReader } from './database.ts'
import { Executor, type ReadQueries } from './execute.ts'

const executor = new Executor(openReader(workerData as string))

parentPort?.on('message', ({ number, queries }: { number: number; queries: ReadQueries }) => {
  try {
    parentPort?.postMessage({ number, result: executor.read(queries) })
  } catch (error) {
    parentPort?.postMessage({ number, fault: (error as Error).message })
  }
})

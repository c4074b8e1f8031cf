/** node:sqlite is synchronous: with a million sales one filter may block the event loop for a tenth of a second. */
import { Worker } from 'node:worker_threads'
import { databaseBusy } from '../errors.ts'
import type { ReadResult } from '../execute.ts'
import { ClientGone, FairQueue, QueueFull, type QueueLimits, type Requester } from '../fair-queue.ts'
import type { LargeQueries } from './queries.ts'

interface PendingRead {
  resolve: (result: ReadResult) => void
  reject: (error: Error) => void
}

interface Thread {
  worker: Worker
  read: PendingRead | null
}

/** Each thread takes 30 MB. A client may use two, so that a long read does not delay its short ones; one stays free. */
export const ROW_LIMITS: QueueLimits = { running: 3, runningPerClient: 2, waiting: 200, waitingPerClient: 50 }
/** Statistics read every sale, so they run one at a time in a pool of their own, and rows never wait for them. */
export const STATS_LIMITS: QueueLimits = {
  running: 1,
  runningPerClient: 1,
  waiting: 40,
  waitingPerClient: 10,
}

export class WorkerPool {
  readonly #file: string
  readonly #queue: FairQueue
  readonly #threads = new Set<Thread>()
  #started = 0

  get started(): number {
    return this.#started
  }

  get waiting(): number {
    return this.#queue.waiting + this.#queue.running
  }

  get refused(): number {
    return this.#queue.refused
  }

  constructor(file: string, limits: QueueLimits) {
    this.#file = file
    this.#queue = new FairQueue(limits)
  }

  /** @throws RestError if too many reads wait, or the client disconnects */
  async read(queries: LargeQueries, requester: Requester): Promise<ReadResult> {
    try {
      return await this.#queue.run(null, requester, () => this.#run(queries))
    } catch (error) {
      if (error instanceof QueueFull || error instanceof ClientGone) throw databaseBusy()
      throw error
    }
  }

  close(): void {
    const closing = new Error('The backend is closing')
    this.#queue.rejectWaiting(closing)
    for (const { worker, read } of this.#threads) {
      void worker.terminate()
      read?.reject(closing)
    }
    this.#threads.clear()
  }

  #run(queries: LargeQueries): Promise<ReadResult> {
    this.#started += 1
    const thread = [...this.#threads].find(({ read }) => read === null) ?? this.#open()
    return new Promise((resolve, reject) => {
      thread.read = { resolve, reject }
      thread.worker.ref() // The process must not exit before the result is there.
      thread.worker.postMessage(queries)
    })
  }

  #open(): Thread {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: this.#file })
    const thread: Thread = { worker, read: null }
    worker.unref()
    worker.on('message', ({ result, errorMessage }) => {
      const { read } = thread
      thread.read = null
      worker.unref()
      if (errorMessage === undefined) read?.resolve(result)
      else read?.reject(new Error(errorMessage))
    })
    // A crashed thread fails its read; the next read starts another thread.
    worker.on('error', (error) => {
      this.#threads.delete(thread)
      thread.read?.reject(error as Error)
    })
    this.#threads.add(thread)
    return thread
  }
}

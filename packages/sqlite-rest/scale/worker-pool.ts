/**
 * Reads of sales that would hold up the pages run in threads of their own: SQLite answers synchronously, and among
 * a million sales a filter may take a tenth of a second. While there are few, everything is answered on the spot.
 */
import { Worker } from 'node:worker_threads'
import type { OpenDatabase } from '../database.ts'
import { databaseBusy } from '../errors.ts'
import type { PreparedRead, ReadQueries, ReadResult } from '../execute.ts'
import { type Asker, FairQueue, LeftQueue, QueueFull, type QueueLimits } from '../fair-queue.ts'

/** With fewer sales than these no read takes a millisecond. */
const MANY_SALES = 5_000
const OF_SALES = /^(?:jersey_)?sales/

interface Read {
  resolve: (result: ReadResult) => void
  reject: (error: Error) => void
}

interface Thread {
  worker: Worker
  /** What it is at work on. */
  read: Read | null
}

/**
 * A thread for each read that runs, of some 30 MB. Two for one client, so that a long read does not hold up the short
 * ones behind it; a third for everybody else meanwhile.
 */
export const ROWS: QueueLimits = { running: 3, runningPerClient: 2, waiting: 200, waitingPerClient: 50 }
/** Figures look at every sale: one after the other, so that rows never wait for them. */
export const FIGURES: QueueLimits = { running: 1, runningPerClient: 1, waiting: 40, waitingPerClient: 10 }

export class WorkerPool {
  readonly #file: string
  readonly #queue: FairQueue
  readonly #lastSale
  readonly #threads = new Set<Thread>()
  #taken = 0

  /** How many have been handed to a thread. */
  get taken(): number {
    return this.#taken
  }

  /** How many of them have no answer yet. */
  get waiting(): number {
    return this.#queue.waiting + this.#queue.running
  }

  /** How many were refused because too many waited. */
  get refused(): number {
    return this.#queue.refused
  }

  constructor({ file, reader }: OpenDatabase, limits: QueueLimits) {
    this.#file = file
    this.#queue = new FairQueue(limits)
    // The highest rowid is found without counting, and is the number of sales but for those that were removed.
    this.#lastSale = reader.prepare(
      'SELECT max(coalesce((SELECT max(rowid) FROM sales), 0), coalesce((SELECT max(rowid) FROM jersey_sales), 0)) AS last',
    )
  }

  /** Whether a read belongs here. One row by its name, without a count, is quick however many there are. */
  shouldOffload({ plan }: PreparedRead): boolean {
    if (!OF_SALES.test(plan.table.name) || !this.areMany()) return false
    return !plan.conditions.some(
      (condition) =>
        condition.kind === 'compare' &&
        condition.operator === 'eq' &&
        !condition.negated &&
        (condition.column.name === 'id' || condition.column.name === 'plate_number'),
    )
  }

  areMany(): boolean {
    return Number(this.#lastSale.get()?.last) >= MANY_SALES
  }

  /** @throws Refusal if too many reads wait */
  async read(queries: ReadQueries, asker: Asker): Promise<ReadResult> {
    try {
      return await this.#queue.run(null, asker, () => this.#run(queries))
    } catch (error) {
      if (error instanceof QueueFull || error instanceof LeftQueue) throw databaseBusy()
      throw error
    }
  }

  close(): void {
    const gone = new Error('The backend is closing')
    this.#queue.clear(gone)
    for (const { worker, read } of this.#threads) {
      void worker.terminate()
      read?.reject(gone)
    }
    this.#threads.clear()
  }

  /** Hands the queries alone to an idle thread, without the plan that they come from. */
  #run({ page, few, back, count, countsFirst, offset, limit }: ReadQueries): Promise<ReadResult> {
    this.#taken += 1
    const thread = [...this.#threads].find(({ read }) => read === null) ?? this.#open()
    return new Promise((resolve, reject) => {
      thread.read = { resolve, reject }
      thread.worker.ref() // whoever waits for an answer waits for the thread
      thread.worker.postMessage({ page, few, back, count, countsFirst, offset, limit })
    })
  }

  #open(): Thread {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: this.#file })
    const thread: Thread = { worker, read: null }
    worker.unref()
    worker.on('message', ({ result, fault }) => {
      const { read } = thread
      thread.read = null
      worker.unref()
      if (fault === undefined) read?.resolve(result)
      else read?.reject(new Error(fault))
    })
    // A thread that dies takes its read along; the next read opens another.
    worker.on('error', (error) => {
      this.#threads.delete(thread)
      thread.read?.reject(error as Error)
    })
    this.#threads.add(thread)
    return thread
  }
}

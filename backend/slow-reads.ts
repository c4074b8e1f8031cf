/**
 * Reads of sales that would hold up the pages run in threads of their own: SQLite answers synchronously, and among
 * a million sales a filter may take a tenth of a second. While there are few, everything is answered on the spot.
 */
import { Worker } from 'node:worker_threads'
import type { OpenDatabase } from './database.ts'
import { databaseBusy } from './errors.ts'
import type { PreparedRead, ReadQueries, ReadResult } from './execute.ts'

/** With fewer sales than these no read takes a millisecond. */
const MANY_SALES = 5_000
const OF_SALES = /^(?:jersey_)?sales/

interface Read {
  queries: ReadQueries
  resolve: (result: ReadResult) => void
  reject: (error: Error) => void
}

interface Thread {
  worker: Worker
  /** What it is at work on. */
  read: Read | null
}

interface Lane {
  /** Each is some 30 MB. */
  threads: number
  /** More reads than these may not wait: whoever asks then is told that the backend is busy. */
  mostWaiting: number
}

/** Two, so that a long read does not hold up the short ones behind it. */
export const ROWS: Lane = { threads: 2, mostWaiting: 200 }
/** Figures look at every sale: one after the other, so that rows never wait for them. */
export const FIGURES: Lane = { threads: 1, mostWaiting: 40 }

export class SlowReads {
  readonly #file: string
  readonly #lane: Lane
  readonly #lastSale
  readonly #threads = new Set<Thread>()
  #waiting: Read[] = []
  #taken = 0

  /** How many have been handed over. */
  get taken(): number {
    return this.#taken
  }

  /** How many of them have no answer yet. */
  get waiting(): number {
    return this.#waiting.length + [...this.#threads].filter(({ read }) => read !== null).length
  }

  constructor({ file, reader }: OpenDatabase, lane: Lane) {
    this.#file = file
    this.#lane = lane
    // The highest rowid is found without counting, and is the number of sales but for those that were removed.
    this.#lastSale = reader.prepare(
      'SELECT max(coalesce((SELECT max(rowid) FROM sales), 0), coalesce((SELECT max(rowid) FROM jersey_sales), 0)) AS last',
    )
  }

  /** Whether a read belongs here. One row by its name, without a count, is quick however many there are. */
  takes({ plan }: PreparedRead): boolean {
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

  /** The queries alone go over to a thread, without the plan that they come from. */
  read({ page, few, back, count, countsFirst, offset, limit }: ReadQueries): Promise<ReadResult> {
    if (this.#waiting.length >= this.#lane.mostWaiting) return Promise.reject(databaseBusy())
    this.#taken += 1
    return new Promise((resolve, reject) => {
      this.#waiting.push({
        queries: { page, few, back, count, countsFirst, offset, limit },
        resolve,
        reject,
      })
      this.#begin()
    })
  }

  close(): void {
    const gone = new Error('The backend is closing')
    for (const { worker, read } of this.#threads) {
      void worker.terminate()
      read?.reject(gone)
    }
    this.#threads.clear()
    for (const { reject } of this.#waiting) reject(gone)
    this.#waiting = []
  }

  /** Hands what waits to who is free, in the order in which it came. */
  #begin(): void {
    while (this.#waiting.length > 0) {
      const thread = [...this.#threads].find(({ read }) => read === null) ?? this.#open()
      if (!thread) return
      thread.read = this.#waiting.shift() as Read
      thread.worker.ref() // whoever waits for an answer waits for the thread
      thread.worker.postMessage(thread.read.queries)
    }
  }

  #open(): Thread | null {
    if (this.#threads.size >= this.#lane.threads) return null
    const worker = new Worker(new URL('./read-thread.ts', import.meta.url), { workerData: this.#file })
    const thread: Thread = { worker, read: null }
    worker.unref()
    worker.on('message', ({ result, fault }) => {
      const { read } = thread
      thread.read = null
      worker.unref()
      if (fault === undefined) read?.resolve(result)
      else read?.reject(new Error(fault))
      this.#begin()
    })
    // A thread that dies takes its read along; the next one that waits opens another.
    worker.on('error', (error) => {
      this.#threads.delete(thread)
      thread.read?.reject(error as Error)
      this.#begin()
    })
    this.#threads.add(thread)
    return thread
  }
}

/**
 * Reads of sales that would hold up the pages run in a thread of their own: SQLite answers synchronously, and among
 * a million sales a filter may take a tenth of a second. While there are few, everything is answered on the spot.
 */
import { Worker } from 'node:worker_threads'
import type { OpenDatabase } from './database.ts'
import type { PreparedRead, ReadQueries, ReadResult } from './execute.ts'

/** With fewer sales than these no read takes a millisecond. */
const MANY_SALES = 5_000
/** More reads than these may not wait: whoever asks then is told that the backend is busy. */
const MOST_WAITING = 200
const OF_SALES = /^(?:jersey_)?sales/

interface Waiting {
  resolve: (result: ReadResult) => void
  reject: (error: Error) => void
}

export class SlowReads {
  readonly #file: string
  readonly #lastSale
  readonly #waiting = new Map<number, Waiting>()
  #worker: Worker | undefined
  #number = 0

  constructor({ file, reader }: OpenDatabase) {
    this.#file = file
    // The highest rowid is found without counting, and is the number of sales but for those that were removed.
    this.#lastSale = reader.prepare(
      'SELECT max(coalesce((SELECT max(rowid) FROM sales), 0), coalesce((SELECT max(rowid) FROM jersey_sales), 0)) AS last',
    )
  }

  /** Whether a read belongs here. One row by its name, without a count, is quick however many there are. */
  takes({ plan }: PreparedRead): boolean {
    if (!OF_SALES.test(plan.table.name) || Number(this.#lastSale.get()?.last) < MANY_SALES) return false
    return !plan.conditions.some(
      (condition) =>
        condition.kind === 'compare' &&
        condition.operator === 'eq' &&
        !condition.negated &&
        (condition.column.name === 'id' || condition.column.name === 'plate_number'),
    )
  }

  read({ page, count, countsFirst, offset, limit }: ReadQueries): Promise<ReadResult> {
    if (this.#waiting.size >= MOST_WAITING)
      return Promise.reject(new Error('Too many slow reads are waiting'))
    const worker = this.#open()
    const number = ++this.#number
    return new Promise((resolve, reject) => {
      this.#waiting.set(number, { resolve, reject })
      worker.postMessage({ number, queries: { page, count, countsFirst, offset, limit } })
    })
  }

  close(): void {
    void this.#worker?.terminate()
    this.#fail(new Error('The backend is closing'))
  }

  #open(): Worker {
    if (this.#worker) return this.#worker
    const worker = new Worker(new URL('./read-thread.ts', import.meta.url), { workerData: this.#file })
    worker.unref()
    worker.on('message', ({ number, result, fault }) => {
      const waiting = this.#waiting.get(number)
      this.#waiting.delete(number)
      if (fault === undefined) waiting?.resolve(result)
      else waiting?.reject(new Error(fault))
    })
    // A thread that dies takes its reads along; the next read opens another.
    worker.on('error', (error) => {
      this.#worker = undefined
      this.#fail(error as Error)
    })
    this.#worker = worker
    return worker
  }

  #fail(error: Error): void {
    for (const { reject } of this.#waiting.values()) reject(error)
    this.#waiting.clear()
  }
}

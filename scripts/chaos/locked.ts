import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { enquire, integrity, type Observation, request, watchHealth, withSite } from './fixtures.ts'

export async function* lockDatabase(): AsyncGenerator<Observation> {
  for (const [statement, seconds] of [
    ['BEGIN IMMEDIATE', 1],
    ['BEGIN IMMEDIATE', 5],
    ['BEGIN EXCLUSIVE', 30],
  ] as const)
    yield await withSite(async (site, file) => {
      const other = hold(file, statement, seconds)
      await other.isHeld
      const stopWatching = watchHealth(site)
      const sending = enquire(site)
      let slowestPage = 0
      let pages = 0
      const endAt = performance.now() + seconds * 1_000
      while (performance.now() < endAt) {
        const page = await request(site, `/plates?n=${pages++}`)
        slowestPage = Math.max(slowestPage, page.status === 200 ? page.ms : Number.POSITIVE_INFINITY)
        await sleep(50)
      }
      const enquiry = await sending
      await other.isOver
      const slowestHealthMs = await stopWatching()
      const after = await enquire(site)
      const isAccepted = seconds < 8
      return {
        scenario: `${statement} for ${seconds} s`,
        observed: `${pages} pages, the slowest ${slowestPage} ms, health check at worst ${slowestHealthMs} ms; enquiry ${enquiry.status} after ${enquiry.ms} ms, ${after.status} afterwards; ${integrity(file)}`,
        isOk:
          slowestPage < 500 &&
          slowestHealthMs < 500 &&
          enquiry.status === (isAccepted ? 200 : 503) &&
          after.status === 200 &&
          integrity(file) === 'ok',
      }
    })
}

/** Locks in a worker thread, so that this one is not blocked. */
function hold(file: string, statement: string, seconds: number) {
  const worker = new Worker(
    `const { DatabaseSync } = require('node:sqlite')
     const { parentPort, workerData: [file, statement, seconds] } = require('node:worker_threads')
     const other = new DatabaseSync(file, { timeout: 2000 })
     other.exec(statement)
     parentPort.postMessage('held')
     setTimeout(() => { other.exec('COMMIT'); other.close() }, seconds * 1000)`,
    { eval: true, workerData: [file, statement, seconds] },
  )
  return {
    isHeld: new Promise((resolve) => worker.once('message', resolve)),
    isOver: new Promise((resolve) => worker.once('exit', resolve)),
  }
}

export function checkpoint(file: string): void {
  const database = new DatabaseSync(file, { timeout: 2_000 })
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  database.close()
}

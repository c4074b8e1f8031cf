import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openBackend } from '#db/embedded.ts'
import { MAX_WRITE_WAIT_MS } from './limits.ts'
import type { EmbeddedBackend } from './open-backend.ts'

let dataDir: string
let backend: EmbeddedBackend
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'plateworthy-concurrency-'))
  backend = openBackend({ dataDir, seed: false })
})
afterEach(() => {
  backend.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const file = () => join(dataDir, 'plateworthy.db')

function write(to: EmbeddedBackend, method: string, path: string, body?: unknown): Promise<Response> {
  return to.fetch(
    new Request(`http://embedded/rest/v1${path}`, {
      method,
      headers: { apikey: to.serviceKey, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  )
}

function count(table: string): number {
  const database = new DatabaseSync(file(), { readOnly: true })
  const row = database.prepare(`SELECT count(*) AS rows FROM ${table}`).get()
  database.close()
  return Number(row?.rows)
}

const sales = (from: number, number: number) =>
  Array.from({ length: number }, (_, index) => ({
    plate_number: `A ${from + index}`,
    selection: 'reported',
    sale_year: 2000 + (index % 20),
    where_sold: `Seller ${index % 5}`,
  }))

it('of two writers at once in one process, each request is atomic, and none is lost', async () => {
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, batch) => write(backend, 'POST', '/sales', sales(batch * 100, 100))),
  )
  expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(201))
  expect(count('sales')).toBe(2000)
})

it('two writers at once in two backends wait for each other', async () => {
  const second = openBackend({ dataDir, seed: false })
  const responses = await Promise.all(
    Array.from({ length: 40 }, (_, batch) =>
      write(batch % 2 ? backend : second, 'POST', '/sales', sales(batch * 50, 50)),
    ),
  )
  second.close()
  expect(responses.map(({ status }) => status)).toEqual(Array(40).fill(201))
  expect(count('sales')).toBe(2000)
})

it('of two writers at once that insert the same key, one succeeds and the others get a conflict', async () => {
  const plate = { plate_number: 'A 1', price: 1 }
  const responses = await Promise.all([1, 2, 3].map(() => write(backend, 'POST', '/plates', plate)))
  expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409])
})

it('while another process writes, a write waits, and reads are answered meanwhile', async () => {
  const other = new DatabaseSync(file())
  other.exec("BEGIN IMMEDIATE; INSERT INTO plates (plate_number, price) VALUES ('OTHER 1', 1)")
  const writing = write(backend, 'POST', '/plates', { plate_number: 'A 1', price: 1 })
  let longestPauseMs = 0
  for (let turn = 0, before = performance.now(); turn < 20; turn++) {
    await new Promise((resolve) => setTimeout(resolve, 5))
    longestPauseMs = Math.max(longestPauseMs, performance.now() - before)
    before = performance.now()
    const read = await backend.fetch(
      new Request('http://embedded/rest/v1/plates', { headers: { apikey: backend.anonKey } }),
    )
    expect([read.status, await read.json()]).toEqual([200, []])
  }
  expect(longestPauseMs).toBeLessThan(1000)
  other.exec('COMMIT')
  other.close()
  expect((await writing).status).toBe(201)
  expect(count('plates')).toBe(2)
})

it('a write that waits too long for another process is refused with Retry-After and changes nothing', async () => {
  const other = new DatabaseSync(file())
  other.exec('BEGIN IMMEDIATE')
  const began = performance.now()
  const response = await write(backend, 'POST', '/plates', { plate_number: 'A 1', price: 1 })
  expect(performance.now() - began).toBeGreaterThanOrEqual(MAX_WRITE_WAIT_MS)
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1'])
  expect(await response.json()).toEqual({
    code: '55P03',
    details: null,
    hint: null,
    message: 'The database is busy. Please try again.',
  })
  other.exec('ROLLBACK')
  other.close()
  expect((await write(backend, 'POST', '/plates', { plate_number: 'A 1', price: 1 })).status).toBe(201)
})

it('a full disk is reported, and nothing is written', async () => {
  const pages = new DatabaseSync(file())
  const { page_count: used } = pages.prepare('PRAGMA page_count').get() as { page_count: number }
  pages.close()
  backend.close()
  backend = openBackend({ dataDir, seed: false, maxPages: used + 4 })
  const response = await write(backend, 'POST', '/sales', sales(0, 2000))
  expect([response.status, (await response.json()).code]).toEqual([503, '53100'])
  expect(count('sales')).toBe(0)
  expect((await write(backend, 'DELETE', '/sales?id=not.is.null')).status).toBe(204)
})

describe('killed during a write', () => {
  // A child process prints when a write begins and is killed shortly after.
  const program = `
    import { openBackend } from ${JSON.stringify(new URL('../../db/embedded.ts', import.meta.url).href)}
    const backend = openBackend({ dataDir: process.argv[1], seed: false })
    const rows = Array.from({ length: 4000 }, (_, n) => ({
      plate_number: 'K ' + process.argv[2] + ' ' + n, selection: 'reported', sale_year: 2000 + (n % 20), where_sold: 'S' + (n % 5),
    }))
    const request = new Request('http://embedded/rest/v1/sales', {
      method: 'POST', body: JSON.stringify(rows),
      headers: { apikey: backend.serviceKey, 'Content-Type': 'application/json' },
    })
    process.stdout.write('begins')
    const { status } = await backend.fetch(request)
    process.stdout.write('answered ' + status)
    setInterval(() => {}, 1000)
  `

  it('a bulk insert that is killed is complete or absent, and complete once it was acknowledged', async () => {
    const found = new Set<number>()
    for (const [run, delayMs] of [0, 60, 200, 30_000].entries()) {
      const before = count('sales')
      const child = spawn(process.execPath, ['--input-type=module', '-e', program, dataDir, String(run)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      let output = ''
      child.stdout.on('data', (text) => {
        output += text
      })
      await once(child.stdout, 'data')
      const killAt = performance.now() + delayMs
      while (performance.now() < killAt && !output.includes('answered'))
        await new Promise((resolve) => setTimeout(resolve, 2))
      child.kill('SIGKILL')
      await once(child, 'exit')
      const added = count('sales') - before
      found.add(added)
      expect([0, 4000]).toContain(added)
      if (output.includes('answered')) expect(added).toBe(4000)
    }
    expect(found).toEqual(new Set([0, 4000]))
    const database = new DatabaseSync(file())
    expect(database.prepare('PRAGMA integrity_check').get()?.integrity_check).toBe('ok')
    const countedSales = database.prepare('SELECT sum(sales) AS sales FROM sales_counts').get()
    expect(countedSales?.sales).toBe(count('sales'))
    database.close()
  })
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openBackend, openData } from '#db/embedded.ts'
import { openTestData } from '#test/open-test-data.ts'
import { addRows } from '#test/rows.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'plateworthy-concurrency-'))
  openBackend({ dataDir, seed: false }).close()
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const open = () => new DatabaseSync(join(dataDir, 'plateworthy.db'), { readOnly: true })

function countSales(): number {
  const database = open()
  const row = database.prepare('SELECT count(*) AS sales FROM sales').get()
  database.close()
  return Number(row?.sales)
}

it('transactions of two processes at once wait for each other, and none is lost', async () => {
  const [one, other] = [openTestData(dataDir), openTestData(dataDir)]
  const sales = (batch: number) =>
    Array.from({ length: 50 }, (_, index) => ({
      plate_number: `A ${batch * 50 + index}`,
      selection: 'reported',
      sale_year: 2000 + (index % 20),
    }))
  await Promise.all(
    Array.from({ length: 40 }, (_, batch) => addRows(batch % 2 ? one : other, 'sales', sales(batch))),
  )
  expect(countSales()).toBe(2000)
})

it('a transaction that is killed is complete or absent, and complete once it was acknowledged', async () => {
  // A child process prints when a write begins and is killed shortly after.
  const moduleAt = (path: string) => JSON.stringify(new URL(path, import.meta.url).href)
  const program = `
    const { openData } = await import(${moduleAt('../db/embedded.ts')})
    const { addRows } = await import(${moduleAt('../test/rows.ts')})
    const database = openData(process.argv[1])
    const rows = Array.from({ length: 4000 }, (_, n) => ({
      plate_number: 'K ' + process.argv[2] + ' ' + n, selection: 'reported', sale_year: 2000 + (n % 20), where_sold: 'S' + (n % 5),
    }))
    process.stdout.write('begins')
    await addRows(database, 'sales', rows)
    process.stdout.write('stored')
    setInterval(() => {}, 1000)
  `
  const found = new Set<number>()
  for (const [run, delayMs] of [0, 60, 200, 30_000].entries()) {
    const before = countSales()
    const child = spawn(process.execPath, ['--input-type=module', '-e', program, dataDir, String(run)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    child.stdout.on('data', (text) => {
      output += text
    })
    await once(child.stdout, 'data')
    const killAt = performance.now() + delayMs
    while (performance.now() < killAt && !output.includes('stored'))
      await new Promise((resolve) => setTimeout(resolve, 2))
    child.kill('SIGKILL')
    await once(child, 'exit')
    // Applies the log, as the next start does.
    await openData(dataDir).destroy()
    const added = countSales() - before
    found.add(added)
    expect([0, 4000]).toContain(added)
    if (output.includes('stored')) expect(added).toBe(4000)
  }
  expect(found).toEqual(new Set([0, 4000]))
  const database = open()
  expect(database.prepare('PRAGMA integrity_check').get()?.integrity_check).toBe('ok')
  const counted = database.prepare('SELECT sum(sales) AS sales FROM sales_counts').get()
  expect(counted?.sales).toBe(countSales())
  database.close()
})

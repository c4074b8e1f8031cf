/**
 * The duration of an import of stock, and how long it blocks other requests of the process at most. `node
 * bench/import-stock.ts [rows …]`
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBackend, openData } from '#db/embedded.ts'
import { chooseImport, previewImport, writeImport } from '#services/import/desk-import.ts'
import { createImport, findImport, type StoredImport, UNCHOSEN } from '#services/import/import-store.ts'
import { planDigest } from '#services/import/plan-writes.ts'
import { UNDECIDED } from '#services/import/stock/decide.ts'
import { oddWorkbook } from '#test/stock-lists/odd-list.ts'
import { measured } from './measured.ts'

const WAIT_MS = 600_000
const actor = { person: 'Bench', via: 'desk' } as const

async function run(count: number): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'plateworthy-import-'))
  const backend = openBackend({ dataDir })
  const database = openData(dataDir)
  const content = oddWorkbook(count)
  console.info(`${count} rows, ${(content.length / 1000).toFixed(0)} kB:`)
  const find = async (id: string) => (await findImport(database, id)) as StoredImport
  const id = await measured('upload', () =>
    createImport(database, actor, { name: 'x.xlsx', content }, new Date()),
  )
  const columns = { 'Cherished No.': 'plate_number', Trade: '-' }
  const decisions = { ...UNDECIDED, no_price: 'draft', reading: 'accept', vat: 'add' } as const
  await chooseImport(database, actor, await find(id), { ...UNCHOSEN, columns, decisions })
  const stored = await find(id)
  const shown = await measured('read, map and compare', () => previewImport(database, stored, WAIT_MS))
  if (!('plan' in shown) || shown.list !== 'stock') throw new Error('There is no plan')
  await measured('preview again', () => previewImport(database, stored, WAIT_MS))
  const digest = await measured('digest', async () => planDigest(shown.plan))
  await measured('write', () =>
    writeImport(database, stored, { actor, digest, skipsRefused: true, waitMs: WAIT_MS }),
  )
  const { result } = await find(id)
  if (!result) throw new Error('It was not written')
  const again = await createImport(database, actor, { name: 'x.xlsx', content }, new Date())
  await measured('the same list again', async () => previewImport(database, await find(again), WAIT_MS))
  await database.destroy()
  backend.close()
  rmSync(dataDir, { recursive: true })
}

const counts = process.argv.slice(2).map(Number)
for (const count of counts.length > 0 ? counts : [500, 10_000]) await run(count)

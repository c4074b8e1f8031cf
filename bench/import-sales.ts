/**
 * The duration of an import of auction results at the desk, and how long it blocks other requests of the process at
 * most. `node bench/import-sales.ts [lots …]`
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBackend, openData } from '#db/embedded.ts'
import { chooseImport, previewImport, writeImport } from '#services/import/desk-import.ts'
import { createImport, findImport, type StoredImport, UNCHOSEN } from '#services/import/import-store.ts'
import { undoSalesChange } from '#services/sales/undo-sales.ts'
import { oneSheet } from '#test/cli/make-workbook.ts'
import { measured } from './measured.ts'

const WAIT_MS = 600_000
const actor = { person: 'Bench', via: 'desk' } as const
const choices = {
  ...UNCHOSEN,
  kind: 'auction',
  auction: { name: 'B999', month: '2025-06', source: 'https://example.com/results' },
} as const

const LETTERS = 'ABCDEFGHJKLMNPRSTVWXY'

/** 'AB 12': 400,000 of them. */
const registrationAt = (index: number) =>
  `${LETTERS[index % 21]}${LETTERS[Math.floor(index / 21) % 21]} ${(Math.floor(index / 441) % 999) + 1}`

const workbook = (lots: number) =>
  oneSheet([
    ['Lot', 'Registration', 'Reserve', 'Hammer Price'],
    ...Array.from({ length: lots }, (_, index) => [
      index + 1,
      registrationAt(index),
      250,
      300 + (index % 5000),
    ]),
  ])

async function run(lots: number): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'plateworthy-import-'))
  const backend = openBackend({ dataDir })
  const database = openData(dataDir)
  const content = workbook(lots)
  console.info(`${lots} lots, ${(content.length / 1000).toFixed(0)} kB:`)
  const find = async (id: string) => (await findImport(database, id)) as StoredImport
  const upload = async () => {
    const id = await createImport(database, actor, { name: 'B999.xlsx', content }, new Date())
    await chooseImport(database, actor, await find(id), choices)
    return find(id)
  }
  const stored = await measured('upload', upload)
  const shown = await measured('read, map and compare', () => previewImport(database, stored, WAIT_MS))
  if (!('digest' in shown)) throw new Error('There is no plan')
  await measured('preview again', () => previewImport(database, stored, WAIT_MS))
  const { digest } = shown
  await measured('write', () =>
    writeImport(database, stored, { actor, digest, skipsRefused: false, waitMs: WAIT_MS }),
  )
  if (!(await find(stored.id)).result) throw new Error('It was not written')
  const again = await upload()
  await measured('the same list again', () => previewImport(database, again, WAIT_MS))
  await measured('undo', () => undoSalesChange(database, stored.id, actor, new Date()))
  await database.destroy()
  backend.close()
  rmSync(dataDir, { recursive: true })
}

const counts = process.argv.slice(2).map(Number)
for (const count of counts.length > 0 ? counts : [2_000, 10_000, 18_000]) await run(count)

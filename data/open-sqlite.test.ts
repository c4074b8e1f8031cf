import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openBackend } from '#db/embedded.ts'
import { tables } from '#db/schema.ts'
import { DataFault } from './data-fault.ts'
import { inTransaction } from './in-transaction.ts'
import { isBooleanColumn, openSqlite } from './open-sqlite.ts'
import type { Database, Reader, Transaction } from './tables.ts'

let folder: string
let database: Database
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plateworthy-sqlite-'))
  openBackend({ dataDir: folder, seed: false }).close()
  database = openSqlite(file(), { maxWaitMs: 400 })
})
afterEach(async () => {
  await database.destroy()
  rmSync(folder, { recursive: true })
})

const file = () => join(folder, 'plateworthy.db')
const insert = (transaction: Transaction) =>
  transaction.insertInto('settings').values({ name: 'one', value: '1', person: 'Ann' }).execute()

test('a file that another process holds is waited for while the event loop runs, and is then reported as busy', async () => {
  const other = new DatabaseSync(file())
  other.exec('BEGIN IMMEDIATE')
  const fault = await inTransaction(database, 'test', insert).catch((error: unknown) => error)
  expect(fault).toBeInstanceOf(DataFault)
  expect(fault).toMatchObject({ kind: 'busy', status: 503 })
  setTimeout(() => other.exec('COMMIT'), 50)
  await inTransaction(database, 'test', insert)
  expect(await database.selectFrom('settings').select('name').execute()).toEqual([{ name: 'one' }])
  other.close()
})

test('nothing is written outside a transaction', async () => {
  await expect(sql`DELETE FROM settings`.execute(database)).rejects.toMatchObject({ name: 'DataFault' })
})

test('a full disk is a fault of its own, after which the next action is stored', async () => {
  const fault = await inTransaction(database, 'test', async (transaction) => {
    await sql`PRAGMA max_page_count = 1`.execute(transaction)
    for (let name = 100; name < 1000; name++)
      await transaction
        .insertInto('settings')
        .values({ name: String(name), value: 'x'.repeat(4000), person: 'Ann' })
        .execute()
  }).catch((error: unknown) => error)
  expect(fault).toMatchObject({ kind: 'full' })
  await inTransaction(database, 'test', async (transaction) => {
    await sql`PRAGMA max_page_count = 100000`.execute(transaction)
    await insert(transaction)
  })
  expect(await database.selectFrom('settings').select('name').execute()).toEqual([{ name: 'one' }])
})

test('true and false are told by the column that a value comes from, also through a view', async () => {
  await inTransaction(database, 'test', async (transaction) => {
    await sql`INSERT INTO plates (plate_number, price, is_feature) VALUES ('A 1', 1, 1)`.execute(transaction)
  })
  const { rows } =
    await sql`SELECT is_available, is_feature AS featured, is_demonstration, price FROM stock`.execute(
      database,
    )
  expect(rows).toEqual([{ isAvailable: true, featured: true, isDemonstration: false, price: 1 }])
})

test('the columns that are true or false are found by their names', () => {
  const columns = [...tables.values()].flatMap((table) => [...table.columns.values()])
  const booleans = columns.filter(({ type }) => type === 'boolean')
  expect(booleans.length).toBeGreaterThan(3)
  expect(columns.filter(({ name }) => isBooleanColumn(name))).toEqual(booleans)
})

const settings = (reader: Reader) => reader.selectFrom('settings').select('name').execute()

test.each<[what: string, last: (work: (reader: Reader) => Promise<void>) => Promise<void>]>([
  ['a transaction', (work) => inTransaction(database, 'test', work)],
  ['one read after another', (work) => work(database)],
])('%s that lasts gives others their turn', async (_, last) => {
  let turns = 0
  const counting = setInterval(() => {
    turns += 1
  }, 0)
  const end = performance.now() + 200
  await last(async (reader) => {
    while (performance.now() < end) await settings(reader)
  })
  clearInterval(counting)
  expect(turns).toBeGreaterThan(0)
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { openBackend } from '#db/embedded.ts'
import { tables } from '#db/schema.ts'
import { openTestBackend } from '#test/open-test-backend.ts'
import { temporaryDataDir } from '#test/temporary-folder.ts'
import type { EmbeddedBackend } from './open-backend.ts'

let dataDir: string
let backend: EmbeddedBackend
beforeEach(() => {
  ;({ dataDir, backend } = openTestBackend())
})

const ask = (path: string, headers: Record<string, string> = {}) =>
  backend.fetch(new Request(`http://embedded${path}`, { headers: { apikey: backend.anonKey, ...headers } }))

it('the embedded backend answers the connectivity probe, and 503 once it is closed', async () => {
  const other = openBackend({ dataDir, onError() {} })
  const probe = () =>
    other.fetch(
      new Request('http://embedded/rest/v1/', { method: 'HEAD', headers: { apikey: other.anonKey } }),
    )
  expect((await probe()).status).toBe(200)
  other.close()
  expect((await probe()).status).toBe(503)
})

it('the embedded backend has the same keys and data after a restart', async () => {
  const dataDir = temporaryDataDir()
  backend = openBackend({ dataDir })
  const { anonKey } = backend
  const before = await (await ask('/rest/v1/plates')).json()
  backend.close()
  backend = openBackend({ dataDir })
  onTestFinished(() => backend.close())
  expect(backend.anonKey).toBe(anonKey)
  expect(await (await ask('/rest/v1/plates')).json()).toEqual(before)
})

it("the embedded backend raises its data version with every committed change, also another process's, and with nothing else", () => {
  const other = new DatabaseSync(join(dataDir, 'plateworthy.db'))
  const version = backend.dataVersion()
  other.exec('BEGIN; UPDATE plates SET price = price + 1')
  expect(backend.dataVersion()).toBe(version)
  other.exec('ROLLBACK')
  expect(backend.dataVersion()).toBe(version)
  for (const change of [
    'UPDATE plates SET price = 1',
    'DELETE FROM sales',
    "INSERT INTO jersey_sales (plate_number, sale_year, selection) VALUES ('J 1', 2020, 'reported')",
  ]) {
    const before = backend.dataVersion()
    other.exec(change)
    expect(backend.dataVersion()).toBeGreaterThan(before)
  }
  other.close()
})

it('the version of the sales rises with every change but one of the stock, unless that is a demonstration plate', () => {
  const other = new DatabaseSync(join(dataDir, 'plateworthy.db'))
  for (const [change, isSeen] of [
    ["INSERT INTO plates (plate_number, price) VALUES ('VER 510N', 500)", false],
    ["UPDATE plates SET price = 400 WHERE plate_number = 'VER 510N'", false],
    [
      "INSERT INTO plate_details (id, status) SELECT id, 'sold' FROM plates WHERE plate_number = 'VER 510N'",
      false,
    ],
    ["UPDATE plates SET is_demonstration = 1 WHERE plate_number = 'VER 510N'", true],
    ["UPDATE plates SET is_available = 0 WHERE plate_number = 'VER 510N'", true],
    ["DELETE FROM plates WHERE plate_number = 'VER 510N'", true],
    ["INSERT INTO jersey_sales (plate_number, sale_year, selection) VALUES ('J 1', 2020, 'reported')", true],
  ] as const) {
    const [all, sales] = [backend.dataVersion(), backend.salesVersion()]
    other.exec(change)
    expect([change, backend.dataVersion() > all, backend.salesVersion() > sales]).toEqual([
      change,
      true,
      isSeen,
    ])
  }
  other.close()
})

it('a change of any public column raises the data version, so that no cached page keeps the old value', () => {
  const other = new DatabaseSync(join(dataDir, 'plateworthy.db'))
  const stale: string[] = []
  const isPublic = [...tables.values()].filter(
    ({ kind, name, anonReads }) => kind === 'table' && anonReads !== 'none' && name !== 'corrections',
  )
  // A trigger notices a column by its name, whether or not its value changes.
  for (const { name, columns } of isPublic)
    for (const column of columns.keys()) {
      if (column === 'updated_at') continue // moved by changes of private columns as well
      const before = backend.dataVersion()
      const { changes } = other.prepare(`UPDATE ${name} SET ${column} = ${column}`).run()
      if (changes > 0 && backend.dataVersion() === before) stale.push(`${name}.${column}`)
    }
  other.close()
  expect(isPublic.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['plates', 'sales', 'jersey_sales']),
  )
  expect(stale).toEqual([])
})

it('the embedded backend answers reads while another process writes', async () => {
  const other = new DatabaseSync(join(dataDir, 'plateworthy.db'))
  other.exec("BEGIN IMMEDIATE; INSERT INTO plates (plate_number, price) VALUES ('OTHER 1', 1)")
  const read = await ask('/rest/v1/plates?plate_number=eq.OTHER 1')
  expect([read.status, await read.json()]).toEqual([200, []])
  other.exec('COMMIT')
  other.close()
})

it('the embedded backend can be opened twice on the same folder', () => {
  const second = openBackend({ dataDir })
  expect(second.anonKey).toBe(backend.anonKey)
  second.close()
})

it('the embedded backend documents every error code that it returns', () => {
  const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
  const codes = new Set(read('./errors.ts').match(/'(?:PGRST\d{3}|[0-9]{2}[0-9A-Z]{3})'/g))
  expect(codes.size).toBeGreaterThan(20)
  for (const code of codes) expect(read('../../docs/contract.md')).toContain(code.slice(1, -1))
})

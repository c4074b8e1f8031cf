import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
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

it('the embedded backend answers a ping, and throws once it is closed', () => {
  const other = openBackend({ dataDir })
  other.ping()
  other.close()
  expect(() => other.ping()).toThrow()
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
    ({ kind, anonReads, isAppendOnly }) => kind === 'table' && anonReads !== 'none' && !isAppendOnly,
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

describe('arbitrary input', () => {
  const columns = [...(tables.get('plates')?.columns.keys() ?? [])]
  const word = fc.oneof(
    fc.constantFrom(
      ...columns,
      'nope',
      'select',
      'order',
      'limit',
      'offset',
      'or',
      'and',
      'not.or',
      'not.and',
      'x.or',
    ),
    fc.constantFrom(
      'eq.',
      'neq.',
      'gt.',
      'in.(',
      'is.null',
      'like.',
      'ilike.',
      'not.',
      'and(',
      'or(',
      '.',
      ',',
      '(',
      ')',
      '"',
      '\\',
      '*',
      '%25',
    ),
    fc.constantFrom(
      '%00',
      '%ff',
      '%zz',
      '%',
      '+',
      '&',
      '=',
      '->',
      '::',
      ':',
      "'",
      ';--',
      '?',
      '1',
      '-1',
      '1e999',
      '9'.repeat(30),
      'null',
      'true',
    ),
    fc.string({ maxLength: 8 }),
    fc.string({ unit: 'binary', maxLength: 8 }),
  )
  const query = fc.array(word, { maxLength: 30 }).map((params) => params.join(''))
  const header = fc.string({ maxLength: 30 }).map((text) => text.replace(/[^\x20-\x7e]/g, ''))

  /** Rows or a 4xx with all four keys, never a 5xx. */
  async function expectAnswer(request: Request): Promise<void> {
    const response = await backend.fetch(request)
    const body: unknown = await response.json()
    if (response.ok) return
    expect(response.status).toBeGreaterThanOrEqual(400)
    expect(response.status).toBeLessThan(500)
    expect(Object.keys(body as object).sort()).toEqual(['code', 'details', 'hint', 'message'])
  }

  it('arbitrary input in the query gives rows or a clear error', async () => {
    await fc.assert(
      fc.asyncProperty(query, fc.constantFrom(...tables.keys()), async (text, table) => {
        await expectAnswer(
          new Request(`http://embedded/rest/v1/${table}?${text}`, {
            headers: { apikey: backend.anonKey, Prefer: 'count=exact' },
          }),
        )
      }),
      { numRuns: 400 },
    )
  })

  it('arbitrary input as a condition gives rows or a clear error', async () => {
    const value = fc.oneof(query, fc.string({ unit: 'grapheme', maxLength: 20 }).map(encodeURIComponent))
    const operator = fc.constantFrom('eq', 'gt', 'like', 'ilike', 'in', 'is', 'not.like', 'not.in')
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...columns),
        operator,
        value,
        fc.boolean(),
        async (column, name, text, inLogic) => {
          const parameter = inLogic ? `or=(${column}.${name}.${text})` : `${column}=${name}.${text}`
          await expectAnswer(
            new Request(`http://embedded/rest/v1/plates?${parameter}`, {
              headers: { apikey: backend.anonKey },
            }),
          )
        },
      ),
      { numRuns: 400 },
    )
  })

  it('arbitrary input in path and headers gives rows or a clear error', async () => {
    await fc.assert(
      fc.asyncProperty(query, header, header, header, header, async (path, prefer, accept, range, token) => {
        await expectAnswer(
          new Request(`http://embedded/rest/v1/${path}`, {
            headers: { apikey: backend.anonKey, Prefer: prefer, Accept: accept, Range: range },
          }),
        )
        await expectAnswer(
          new Request('http://embedded/rest/v1/plates', {
            headers: { Authorization: `Bearer ${token}`, apikey: token || 'x' },
          }),
        )
      }),
      { numRuns: 200 },
    )
  })

  it('withdrawn plates stay hidden from the public key, whatever the input', async () => {
    const withdrawn = new Set(['62 P', '27 EM', 'DA15 YYS', 'XUI 77'])
    await fc.assert(
      fc.asyncProperty(query, async (text) => {
        const response = await ask(`/rest/v1/plates?select=plate_number&${text}`)
        if (!response.ok) return
        const rows = (await response.json()) as { plate_number: string }[]
        expect(rows.filter((row) => withdrawn.has(row.plate_number))).toEqual([])
      }),
      { numRuns: 200 },
    )
  })

  it.each([
    `/rest/v1/${'a'.repeat(5000)}`,
    `/rest/v1/plates?${'a'.repeat(5000)}=eq.1`,
    `/rest/v1/plates?or=${'('.repeat(5000)}`,
    `/rest/v1/plates?or=${'(or'.repeat(4000)}`,
    `/rest/v1/plates?plate_number=in.(${'"'.repeat(9000)}`,
    '/rest/v1/../../etc/passwd',
    '/rest/v1/..%2f..%2fetc%2fpasswd',
    '/rest/v1/plates?limit=1e308&offset=NaN',
  ])('the path %.40s is answered', async (path) => {
    await expectAnswer(new Request(`http://embedded${path}`, { headers: { apikey: backend.anonKey } }))
  })
})

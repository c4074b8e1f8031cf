/** A small database never uses scale/, and a large one gives the same answers with it. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { openBackend } from '#db/embedded.ts'
import type { EmbeddedBackend } from '../open-backend.ts'
import { LARGE_FROM_SALES } from './threshold.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'plateworthy-scale-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

/** Sales of few sellers, categories, types, years and prices, so that orders have ties and filters have matches. */
function addSales(folder: string, count: number): void {
  openBackend({ dataDir: folder, seed: false }).close()
  const database = new DatabaseSync(join(folder, 'plateworthy.db'))
  database.exec(`
    WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${count})
    INSERT INTO sales (
      plate_number, where_sold, category, type, sale_year, sale_month, hammer_price, total_price, price_basis,
      selection
    )
    SELECT
      char(65 + n % 7, 65 + n % 5) || (n % 90) || ' ' || n,
      CASE n % 4 WHEN 0 THEN NULL ELSE 'Seller ' || (n % 4) END,
      CASE n % 3 WHEN 0 THEN NULL ELSE 'Category ' || (n % 3) END,
      CASE n % 5 WHEN 0 THEN '' ELSE 'Type ' || (n % 5) END,
      2000 + n % 9, nullif(n % 13, 0), nullif(n * 7 % 11, 0) * 100, nullif(n * 5 % 17, 0) * 100,
      CASE n % 6 WHEN 0 THEN 'unclear' WHEN 1 THEN 'hammer' WHEN 2 THEN NULL ELSE 'both' END,
      CASE n % 5 WHEN 0 THEN 'reported' WHEN 1 THEN 'complete' WHEN 2 THEN 'highest' ELSE 'sample' END
    FROM n`)
  database.close()
}

function answer(backend: EmbeddedBackend, path: string, body?: object): Promise<Response> {
  return backend.fetch(
    new Request(`http://embedded/rest/v1/${path}`, {
      headers: { apikey: backend.anonKey, Prefer: 'count=exact', 'Content-Type': 'application/json' },
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    }),
  )
}

/** Each of these would use a part of scale/ in a large database. */
async function readEverything(backend: EmbeddedBackend): Promise<void> {
  for (const query of [
    'sales?sale_year=eq.2003',
    'sales?order=total_price.desc&limit=5&offset=60',
    'sales_listed?plate_number=ilike.*AB1*',
    'sales_selections',
    'jersey_sales?limit=5',
  ])
    expect((await answer(backend, query)).ok).toBe(true)
  for (const search of [undefined, 'AB1'])
    expect((await answer(backend, 'rpc/sales_figures', { search })).ok).toBe(true)
}

it.each([100, LARGE_FROM_SALES - 1])(
  'a small database of %s sales starts no worker thread and uses neither counts nor trigrams',
  async (count) => {
    addSales(dataDir, count)
    const onWorker = vi.fn()
    process.on('worker', onWorker)
    const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare')
    const backend = openBackend({ dataDir, seed: false })
    prepare.mockClear()
    await readEverything(backend)
    const statements = prepare.mock.calls.map(([sql]) => sql)
    expect(statements.length).toBeGreaterThan(5)
    for (const sql of statements) expect(sql).not.toMatch(/sales_counts|sales_trigrams|INDEXED BY/)
    expect(onWorker).not.toHaveBeenCalled()
    expect(backend.slowReads.started).toBe(0)
    backend.close()
    prepare.mockRestore()
    process.off('worker', onWorker)
  },
)

it('a small database becomes large with its 5,000th sale, without a restart', async () => {
  addSales(dataDir, LARGE_FROM_SALES - 1)
  const backend = openBackend({ dataDir, seed: false })
  await readEverything(backend)
  expect(backend.slowReads.started).toBe(0)
  const other = new DatabaseSync(join(dataDir, 'plateworthy.db'))
  other.exec("INSERT INTO sales (plate_number, sale_year, selection) VALUES ('A 1', 2020, 'reported')")
  other.close()
  await readEverything(backend)
  expect(backend.slowReads.started).toBe(7)
  await answer(backend, 'sales?plate_number=eq.A%201')
  await answer(backend, 'plates')
  expect(backend.slowReads.started).toBe(7) // one row by its key, and tables other than sales
  backend.close()
})

describe('a large database', () => {
  let folder: string
  let plain: EmbeddedBackend
  let large: EmbeddedBackend
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'plateworthy-scale-'))
    addSales(folder, 400)
    plain = openBackend({ dataDir: folder, seed: false })
    large = openBackend({ dataDir: folder, seed: false, largeFromSales: 0 })
  })
  afterAll(() => {
    plain.close()
    large.close()
    rmSync(folder, { recursive: true })
  })

  async function expectSame(path: string, body?: object, backends = [plain, large]): Promise<void> {
    const [one, other] = (await Promise.all(backends.map((backend) => answer(backend, path, body)))) as [
      Response,
      Response,
    ]
    expect([other.status, other.headers.get('Content-Range'), await other.text()]).toEqual([
      one.status,
      one.headers.get('Content-Range'),
      await one.text(),
    ])
  }

  const filter = fc.constantFrom(
    'sale_year=eq.2003',
    'sale_year=gte.2004',
    'sale_year=lt.1999',
    'where_sold=is.null',
    'where_sold=in.("Seller 1","Seller 3")',
    'category=neq.Category 1',
    'type=eq.',
    'selection=eq.own',
    'selection=in.(complete,sample)',
    'type=like.Type*',
    'or=(sale_year.eq.2001,where_sold.eq.Seller 2)',
    'not.or=(category.is.null,sale_year.gt.2005)',
    'plate_number=ilike.*ab1*',
    'plate_number=ilike.*b 3*',
    'plate_number=ilike.*a*',
    'plate_number=not.ilike.*cc2*',
    'plate_compact=ilike.*ab1*',
    'plate_compact=ilike.*b3*',
    'plate_compact=not.ilike.*ab1*',
    'plate_folded=ilike.*abi*',
    'total_price=gt.800',
  )
  const order = fc
    .uniqueArray(fc.constantFrom('total_price', 'sale_year', 'sale_month', 'where_sold', 'plate_number'), {
      maxLength: 2,
    })
    .chain((columns) =>
      fc.tuple(
        ...columns.map((column) =>
          fc
            .constantFrom('', '.desc', '.asc.nullsfirst', '.desc.nullslast')
            .map((direction) => column + direction),
        ),
      ),
    )

  it('a large database gives the rows, ranges and totals of a small one', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('sales', 'sales_listed', 'sales_of_kinds'),
        fc.array(filter, { maxLength: 3 }),
        order,
        fc.constantFrom('', '&limit=7', '&limit=500', '&limit=0'),
        fc.constantFrom('', '&offset=3', '&offset=60', '&offset=250', '&offset=395', '&offset=900'),
        async (table, filters, keys, limit, offset) => {
          const query = [...filters, ...(keys.length > 0 ? [`order=${keys.join()}`] : [])].join('&')
          const columns = 'select=id,plate_number,total_price'
          await expectSame(`${table}?${columns}&${encodeURI(query)}${limit}${offset}`)
        },
      ),
      { numRuns: 500, seed: 20_261_122 },
    )
    expect(large.slowReads.started).toBeGreaterThan(300)
  })

  it('a large database gives the statistics of a small one', async () => {
    // More than are looked up by their kinds.
    addSales(dataDir, 6_000)
    const backends = [1e9, 0].map((largeFromSales) => openBackend({ dataDir, seed: false, largeFromSales }))
    onTestFinished(() => backends.forEach((backend) => void backend.close()))
    const some = <Value>(...values: Value[]) => fc.constantFrom(undefined, ...values)
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          search: some('ab1', 'b 3', 'a', 'nowhere'),
          sellers: some(['Seller 1'], ['Seller 2', 'Seller 3'], []),
          categories: some(['Category 1'], []),
          types: some(['Type 1', 'Type 2']),
          selections: some(['sample'], ['complete', 'highest']),
          year_from: some(2003),
          year_to: some(2006),
        }),
        (args) => expectSame('rpc/sales_figures', args, backends),
      ),
      { numRuns: 150, seed: 20_261_122 },
    )
    await expectSame('rpc/jersey_sales_figures', {}, backends)
  })
})

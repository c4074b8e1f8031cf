/** Past a thousand records the explorers ask the backend: what it answers is what the pure function makes of all records. */
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { toSales } from '../../app/data/sale-records.ts'
import { readFirst, readOverview, readPage, readTop } from '../../app/data/sales-query.ts'
import {
  type ExplorerView,
  facetsOf,
  SORT_KEYS,
  topSales,
  viewSales,
  WHOLE_VIEW,
} from '../../app/domain/explorer-view.ts'
import { figuresByYear } from '../../app/domain/sales-figures.ts'
import { id } from './fixture.ts'
import { openContract } from './helper.ts'

const contract = openContract()
const NUMBER = 260
const SEED = 7

const SELLERS = ['Bonhams', 'DVLA Auction', 'Smith, "Jones" & Co', 'a (b) c\\d', "O'Hara 100%", null]
const LETTERS = ['A', 'AB', 'JB', 'S_1', 'X%', 'É']

const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { freq: 4, nil: null })
const anyRow = fc.record({
  plate_number: fc
    .tuple(fc.constantFrom(...LETTERS), fc.integer({ min: 1, max: 99 }))
    .map(([letters, number]) => `${letters} ${number}`),
  where_sold: fc.constantFrom(...SELLERS),
  sale_year: fc.integer({ min: 1989, max: 2025 }),
  sale_month: maybe(fc.integer({ min: 1, max: 12 })),
  total_price: maybe(fc.constantFrom(0, 1, 500, 1_000, 250_000)),
  price_basis: fc.constantFrom('both', 'total', 'hammer', 'unclear', null),
})
const ukRow = fc.tuple(
  anyRow,
  fc.record({
    category: fc.constantFrom('Number 1', '3x1', 'Prefix', null),
    type: fc.constantFrom('Letters First', 'Letter Last', 'Two Numbers', null),
    hammer_price: maybe(fc.constantFrom(0, 1, 500, 1_000)),
  }),
)

/** Rows that differ in what makes a sale the same sale. */
function distinct(rows: Record<string, unknown>[]): Record<string, unknown>[] {
  const seen = new Set<string>()
  return rows
    .filter((row) => {
      const key = JSON.stringify([
        row.plate_number,
        row.sale_year,
        row.sale_month,
        row.where_sold,
        row.hammer_price,
        row.total_price,
      ])
      return !seen.has(key) && seen.add(key)
    })
    .map((row, index) => ({
      id: id(1_000 + ((index * 7_919) % 10_007)),
      source_url: null,
      note: null,
      ...row,
    }))
}

const rows = distinct(
  fc.sample(ukRow, { seed: SEED, numRuns: NUMBER }).map(([one, other]) => ({ ...one, ...other })),
)
const jerseyRows = distinct(fc.sample(anyRow, { seed: SEED, numRuns: NUMBER }))
const fault = (words: string, error: unknown) => {
  throw new Error(`${words}: ${error}`)
}
const records = toSales(rows, fault)
const jersey = toSales(jerseyRows, fault)
const facets = facetsOf(records)

beforeAll(async () => {
  await contract().fill({ sales: rows, jersey_sales: jerseyRows })
})

const selection = (values: { value: string }[]) =>
  maybe(fc.subarray(values.map(({ value }) => value))).map((chosen) =>
    chosen?.length === values.length ? null : chosen,
  )
// Upper and lower case beyond ASCII are left out: PostgreSQL with the C collation folds ASCII alone, and so do registrations.
const anyView: fc.Arbitrary<ExplorerView> = fc.record({
  search: fc.constantFrom('', '', 'a', 'jB 1', 'S_1', '%', '_', '\\', ',', '1', 'x', '"', 'bon', "o'h", '('),
  seller: selection(facets.seller),
  category: selection(facets.category),
  type: selection(facets.type),
  yearFrom: maybe(fc.integer({ min: 1985, max: 2030 })),
  yearTo: maybe(fc.integer({ min: 1985, max: 2030 })),
  sort: fc.constantFrom(...SORT_KEYS.uk),
  isDescending: fc.boolean(),
  page: fc.constantFrom(1, 1, 2, 3, 99),
})

describe('the backend answers a view as the pure function does', () => {
  it('UK', async () => {
    await fc.assert(
      fc.asyncProperty(anyView, async (view) => {
        const page = await readPage(contract().anon, 'uk', view, facets, { report: fault })
        const expected = viewSales(records, view, 'uk')
        expect({ ...page, rows: page.rows.map((sale) => sale.id) }).toEqual({
          ...expected,
          rows: expected.rows.map((sale) => sale.id),
        })
      }),
      { numRuns: 120 },
    )
  })
  it('Jersey, where the search looks at the seller, too', async () => {
    const anyJerseyView = fc.record({
      search: fc.constantFrom('', 'a', 'jB 1', 'bon', 'DVLA', '"jones"', 'b)', '100%', '\\'),
      sort: fc.constantFrom('plate_number' as const, 'total_price' as const, 'sale_date' as const),
      isDescending: fc.boolean(),
      page: fc.constantFrom(1, 2, 50),
    })
    const jerseyFacets = facetsOf(jersey)
    await fc.assert(
      fc.asyncProperty(anyJerseyView, async (asked) => {
        const view = { ...WHOLE_VIEW, ...asked }
        const page = await readPage(contract().anon, 'jersey', view, jerseyFacets, { report: fault })
        const expected = viewSales(jersey, view, 'jersey')
        expect({ ...page, rows: page.rows.map((sale) => sale.id) }).toEqual({
          ...expected,
          rows: expected.rows.map((sale) => sale.id),
        })
      }),
      { numRuns: 40 },
    )
  })
})

it('values, counts, bounds and yearly figures are those of the records', async () => {
  const overview = await readOverview(contract().anon, 'uk')
  expect(overview.facets).toEqual(facets)
  expect(overview.years.map(({ year, count }) => [year, count])).toEqual(
    figuresByYear(records).map(({ year, count }) => [year, count]),
  )
  const island = await readOverview(contract().anon, 'jersey')
  expect(island.facets.total).toBe(jersey.length)
})

it('the first rows of a view and the dearest of all come in order', async () => {
  const view: ExplorerView = { ...WHOLE_VIEW, sort: 'sale_date' }
  const first = await readFirst(contract().anon, 'uk', view, facets, 120, fault)
  expect(first.map((sale) => sale.id)).toEqual(
    [1, 2, 3]
      .flatMap((page) => viewSales(records, { ...view, page }, 'uk').rows.map((sale) => sale.id))
      .slice(0, 120),
  )
  const top = await readTop(contract().anon, facets, fault)
  expect(top.map((sale) => sale.id)).toEqual(topSales(records).map((sale) => sale.id))
})

/** Over a thousand records the explorers query the backend, whose answers must equal the pure functions' over all records. */
import fc from 'fast-check'
import { beforeAll, expect, it, vi } from 'vitest'
import { compareText, type ExplorerView, SORT_KEYS, WHOLE_VIEW } from '#shared/sales/explorer/definitions.ts'
import { filterSales, topSales, viewSales } from '#shared/sales/explorer/explorer-view.ts'
import { facetsOf } from '#shared/sales/explorer/facets.ts'
import type { Sale } from '#shared/sales/sale.ts'
import { parseRows } from '#shared/sales/sale-records.ts'
import {
  readEvery,
  readFacets,
  readFigures,
  readPage,
  readSample,
  readTop,
} from '#shared/sales/sales-query.ts'
import { figuresOf } from '#shared/sales/sales-stats.ts'
import { id } from './fixture.ts'
import { openContract } from './open-contract.ts'

const contract = openContract()
const NUMBER = 260
const SEED = 7

const SELLERS = [
  'Bonhams',
  'DVLA Auction',
  'bonhams',
  'Smith, "Jones" & Co',
  'a (b) c\\d',
  "O'Hara 100%",
  '',
  null,
]
const LETTERS = [
  'A',
  'AB',
  'ab',
  'JB',
  'Jb',
  'S_1',
  'X%',
  'É',
  'S*1',
  'SQ1',
  'S1 NGH',
  '51-NGH',
  'SI.NGH',
  'BON',
]

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
  selection: fc.constantFrom('complete', 'sample', 'sample', 'highest', 'reported', 'own'),
})
const ukRow = fc.tuple(
  anyRow,
  fc.record({
    category: fc.constantFrom('Number 1', '3x1', 'Prefix', null),
    type: fc.constantFrom('Letters First', 'Letter Last', 'Two Numbers', null),
    hammer_price: maybe(fc.constantFrom(0, 1, 500, 1_000)),
  }),
)

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
const fault = (message: string, error: unknown) => {
  throw new Error(`${message}: ${error}`)
}
/** The database breaks ties by id. */
const salesById = (rows: Record<string, unknown>[]) =>
  parseRows(rows, fault).sort((one, other) => compareText(one.id, other.id))
const records = salesById(rows)
const jersey = salesById(jerseyRows)
const facets = facetsOf(records)

beforeAll(async () => {
  await contract().fill({ sales: rows, jersey_sales: jerseyRows })
})

const selection = (values: { value: string }[]) =>
  maybe(fc.subarray(values.map(({ value }) => value))).map((chosen) =>
    chosen?.length === values.length ? null : chosen,
  )
const SPACED_AND_FOLDED = [
  ...['a b1', 'ab-1', ' ', '-.*', 'j b', 'S1', 'é', 'x% 1'],
  ...[
    'SINGH',
    's1ngh',
    '51 NGH',
    'singh 2',
    '5IN',
    'NGH',
    'bon1',
    'b0n',
    'ab1',
    'abi',
    'a8i',
    's_i',
    'x%i',
    '111',
  ],
]
const JERSEY_SEARCHES = [
  ...['', 'a', 'jB 1', 'bon', 'DVLA', '"jones"', 'b)', '100%', '\\', 's*1', ...SPACED_AND_FOLDED],
  ...["o'hara", 'bonhams', 'a (b)'],
]
// ASCII only: PostgreSQL's C collation lower-cases nothing else, and registrations contain nothing else.
const anyView: fc.Arbitrary<ExplorerView> = fc.record({
  search: fc.constantFrom(
    ...[
      '',
      '',
      'a',
      'jB 1',
      'S_1',
      '%',
      '_',
      '\\',
      ',',
      '1',
      'x',
      '"',
      '_%_',
      'bon',
      "o'h",
      '(',
      '*',
      's*1',
      'AB 1',
    ],
    ...SPACED_AND_FOLDED,
  ),
  seller: selection(facets.seller),
  category: selection(facets.category),
  type: selection(facets.type),
  selection: selection(facets.selection),
  yearFrom: maybe(fc.integer({ min: 1985, max: 2030 })),
  yearTo: maybe(fc.integer({ min: 1985, max: 2030 })),
  isTotalMissing: fc.boolean(),
  sort: fc.constantFrom(...SORT_KEYS.uk),
  isDescending: fc.boolean(),
  page: fc.constantFrom(1, 1, 2, 3, 99),
})

/** Of very many sales few are found by their kinds, and many in an order of all. */
const WAYS = [{}, { mostAtOnce: 0 }, { mostAtOnce: 0, mostSorted: 0 }]

it('the backend and the pure function give the same view of the UK', async () => {
  await fc.assert(
    fc.asyncProperty(anyView, fc.constantFrom(...WAYS), async (view, way) => {
      const page = await readPage(contract().anon, 'uk', view, facets, { logError: fault, ...way })
      const expected = viewSales(records, view, 'uk')
      expect({ ...page, rows: page.rows.map((sale) => sale.id) }).toEqual({
        ...expected,
        rows: expected.rows.map((sale) => sale.id),
      })
    }),
    { numRuns: 80 },
  )
})
it('the backend and the pure function give the same view of Jersey, where the search includes the seller', async () => {
  const anyJerseyView = fc.record({
    search: fc.constantFrom(...JERSEY_SEARCHES),
    sort: fc.constantFrom(...SORT_KEYS.jersey),
    isDescending: fc.boolean(),
    page: fc.constantFrom(1, 2, 50),
  })
  const jerseyFacets = facetsOf(jersey)
  await fc.assert(
    fc.asyncProperty(anyJerseyView, async (asked) => {
      const view = { ...WHOLE_VIEW, ...asked }
      const page = await readPage(contract().anon, 'jersey', view, jerseyFacets, { logError: fault })
      const expected = viewSales(jersey, view, 'jersey')
      expect({ ...page, rows: page.rows.map((sale) => sale.id) }).toEqual({
        ...expected,
        rows: expected.rows.map((sale) => sale.id),
      })
    }),
    { numRuns: 40 },
  )
})

const VERY_MANY = { mostAtOnce: 0 }
const DEALER = { seller: ['Bonhams'], category: ['Prefix'] }
it.each([
  ['matches nothing is answered by the counts alone', { yearFrom: 2030 }, VERY_MANY, ['sales_counts']],
  ['matches few is read by their kinds', DEALER, VERY_MANY, ['sales_counts', 'sales_of_kinds']],
  ['matches many is read in the order', DEALER, WAYS[2], ['sales_counts', 'sales_listed']],
  ['is among some sales reads no counts', DEALER, {}, ['sales_listed']],
  ['is missing reads no counts', {}, {}, ['sales_listed']],
] as [string, Partial<ExplorerView>, object, string[]][])(
  'a filter that %s',
  async (_, some, way, tables) => {
    const { anon } = contract()
    const from = vi.spyOn(anon, 'from')
    const view = { ...WHOLE_VIEW, ...some }
    const { count } = await readPage(anon, 'uk', view, facets, { logError: fault, ...way })
    const asked = new Set(from.mock.calls.map(([table]) => table))
    expect([count, [...asked]]).toEqual([viewSales(records, view, 'uk').count, tables])
  },
)

it('the statistics of a selection of the UK equal those of the pure functions', async () => {
  await fc.assert(
    fc.asyncProperty(anyView, async (asked) => {
      // The function of figures does not know this filter.
      const view = { ...asked, isTotalMissing: false }
      const figures = await readFigures(contract().anon, 'uk', view, { logError: fault })
      expect(plain(figures)).toEqual(plain(figuresOf(filterSales(records, view, 'uk'), 'uk')))
    }),
    { numRuns: 40 },
  )
})
it('the statistics of a selection of Jersey equal those of the pure functions', async () => {
  const anyJerseyView = fc.record({
    search: fc.constantFrom(...JERSEY_SEARCHES),
    seller: selection(facetsOf(jersey).seller),
    yearFrom: maybe(fc.integer({ min: 1985, max: 2030 })),
    yearTo: maybe(fc.integer({ min: 1985, max: 2030 })),
  })
  await fc.assert(
    fc.asyncProperty(anyJerseyView, async (asked) => {
      const view = { ...WHOLE_VIEW, ...asked }
      const figures = await readFigures(contract().anon, 'jersey', view, { logError: fault })
      const ofThese = figuresOf(filterSales(jersey, view, 'jersey'), 'jersey')
      expect(plain(figures)).toEqual(plain({ ...ofThese, categories: [] })) // Jersey sales have no categories
    }),
    { numRuns: 40 },
  )
})
it.each([1, 2_000])(
  'the statistics of a selection equal those of the pure functions over its sales, of %i',
  async (count) => {
    const view: ExplorerView = { ...WHOLE_VIEW, search: 'a', yearFrom: 2000 }
    const sample = await readSample(contract().anon, 'uk', view, facets, { logError: fault, count })
    const told = (sales: readonly Sale[]) => sales.map((sale) => JSON.stringify({ ...sale, id: '' })).sort()
    expect(told(sample)).toEqual(told(filterSales(records, view, 'uk')))
  },
)
function plain({ highest, ...figures }: ReturnType<typeof figuresOf>) {
  return { ...figures, highest: highest?.id }
}

it('values, counts and bounds of the explorers equal those of the records', async () => {
  expect(await readFacets(contract().anon, 'uk')).toEqual(facets)
  expect(await readFacets(contract().anon, 'jersey')).toEqual({ ...facetsOf(jersey), selection: [] })
})

const few = { count: NUMBER, logError: fault }

it('the file of a search has the matches first, then the look-alikes, each group sorted', async () => {
  const view: ExplorerView = { ...WHOLE_VIEW, search: 'singh', sort: 'plate_number' }
  const every: string[] = []
  for await (const { match, sales } of readEvery(contract().anon, 'uk', view, facets, few))
    every.push(...sales.map((sale) => `${match} ${sale.id}`))
  const { count, alike } = viewSales(records, view, 'uk')
  expect([count, alike].map((number) => number > 0)).toEqual([true, true])
  const paged = [1, 2].flatMap((page) => viewSales(records, { ...view, page }, 'uk').rows)
  expect(every).toEqual(
    paged.map(({ id }, place) => `${place < count - alike ? 'exact' : 'reads_alike'} ${id}`),
  )
})

it('every row of a view is in order, and so are the most expensive of all', async () => {
  const view: ExplorerView = { ...WHOLE_VIEW, sort: 'sale_date' }
  const every: string[] = []
  for await (const { sales } of readEvery(contract().anon, 'uk', view, facets, few))
    every.push(...sales.map((sale) => sale.id))
  expect(every).toEqual(
    [1, 2, 3, 4, 5, 6]
      .flatMap((page) => viewSales(records, { ...view, page }, 'uk').rows.map((sale) => sale.id))
      .slice(0, records.length),
  )
  const top = await readTop(contract().anon, 'uk', facets, fault)
  expect(top.map((sale) => sale.id)).toEqual(topSales(records, 'uk').map((sale) => sale.id))
})

it('a file that is longer than the pages of its view has every row once, in the order of their ids', async () => {
  const view: ExplorerView = { ...WHOLE_VIEW, yearFrom: 2000 }
  const every: string[] = []
  for await (const { sales } of readEvery(contract().anon, 'uk', view, facets, { ...few, count: 10_001 }))
    every.push(...sales.map((sale) => sale.id))
  expect(every).toEqual(filterSales(records, view, 'uk').map((sale) => sale.id))
})

/** How much of a filled database PostgreSQL reads for the pages of a site. */
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { hasDemonstrationStock, listPlateChanges } from '#shared/plates/find-plates.ts'
import { listPlatesFrom, listPlatesNear, readStockVersion } from '#shared/plates/list-plates.ts'
import { type ExplorerView, type Facets, WHOLE_VIEW } from '#shared/sales/explorer/definitions.ts'
import { filterSales, MAX_PAGES } from '#shared/sales/explorer/explorer-view.ts'
import type { SaleRecord } from '#shared/sales/sale.ts'
import { readEvery, readFacets, readFigures, readPage } from '#shared/sales/sales-query.ts'
import { figuresOf } from '#shared/sales/sales-stats.ts'
import { openHostedServer, openPageReads } from './open-contract.ts'

const { database, databaseUrl } = openHostedServer()
const client = openPageReads(databaseUrl)
const { socketFolder } = inject('postgrest')

const SALES = 30_000
const PLATES = 10_000
/** In pages of 8 KiB. The table of sales has 590, and each index of an order some 350. */
const FEW = 250

const letter = (n: string) => `chr(65 + (${n}) % 26)`
const FILL = `
  SET session_replication_role = replica;
  TRUNCATE sales, sales_counts, plates;
  INSERT INTO sales (plate_number, where_sold, category, type, sale_year, sale_month, hammer_price, total_price, price_basis, selection)
    SELECT ${letter('n')} || ${letter('n / 26')} || (10 + n % 89) || ' ' || ${letter('n * 7')} || ${letter('n / 3')} || ${letter('n / 77')},
      'Seller ' || sqrt(n % 400)::integer, 'Category ' || n % 18, 'Type ' || n % 15, 1990 + n * 7 % 36, 1 + n / 36 % 12,
      100 + n * 37 % 9000, 200 + n * 41 % 9000, 'both', 'complete'
    FROM generate_series(1, ${SALES}) AS n;
  INSERT INTO sales_counts (where_sold, category, type, selection, sale_year, sales)
    SELECT where_sold, category, type, selection, sale_year, count(*) FROM sales GROUP BY 1, 2, 3, 4, 5;
  INSERT INTO plates (plate_number, price)
    SELECT ${letter('n')} || n || ' ' || ${letter('n / 3')} || ${letter('n / 7')}, 100 + n * 37 % 9000
    FROM generate_series(1, ${PLATES}) AS n`

const sql = new pg.Client({ host: socketFolder ?? '', user: 'postgres', database })
let facets: Facets

beforeAll(async () => {
  await sql.connect()
  await sql.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements')
  await sql.query(FILL)
  // Also marks pages as visible to all, so that indexes alone can answer.
  await sql.query('VACUUM ANALYZE')
  facets = await readFacets(client, 'uk')
})
afterAll(async () => {
  await sql.query('DROP EXTENSION pg_stat_statements')
  await sql.end()
})

async function pagesRead(ask: () => Promise<unknown>): Promise<number> {
  await sql.query('SELECT pg_stat_statements_reset()')
  await ask()
  const { rows } = await sql.query(
    `SELECT sum(shared_blks_hit + shared_blks_read)::integer AS pages FROM pg_stat_statements WHERE userid = 'plateworthy_site'::regrole`,
  )
  return rows[0].pages
}

const logError = (message: string, error: unknown) => {
  throw new Error(`${message}: ${error}`)
}
const page = (view: Partial<ExplorerView>) => () =>
  readPage(client, 'uk', { ...WHOLE_VIEW, ...view }, facets, { logError, mostAtOnce: 0 })
const figures = (view: Partial<ExplorerView>) => () =>
  readFigures(client, 'uk', { ...WHOLE_VIEW, ...view }, { logError })

it.each([
  ['the first page of all sales', page({})],
  ['the last page of all sales', page({ page: MAX_PAGES }), 400],
  ['the sales since a year', page({ yearFrom: 2010 })],
  [
    'a seller, a category and three years',
    page({ seller: ['Seller 9'], category: ['Category 4'], yearFrom: 2010, yearTo: 2012 }),
  ],
  // No sale of this category has this type, which the statistics of PostgreSQL do not know.
  ['a pair of filters that nothing passes', page({ category: ['Category 4'], type: ['Type 3'] }), 50],
  ['years without a sale', page({ yearFrom: 2030 }), 20],
  // Nearly all of them belong to the catalogue, for the plans of the function. All sales in an order are 30,000.
  ['the figures of nothing', figures({ category: ['Category 4'], type: ['Type 3'] }), 2_000],
  ['the figures of few sales', figures({ seller: ['Seller 9'], category: ['Category 4'] }), 2_500],
  ['the figures of a search that finds nothing', figures({ search: 'ÉÉ' }), 3_000],
  ['the order of the date', page({ sort: 'sale_date', yearFrom: 2000 })],
  ['the lowest hammer prices', page({ sort: 'hammer_price', isDescending: false, yearFrom: 2000 })],
  ['the order of the registration', page({ sort: 'plate_number', yearFrom: 2000 })],
  ['a search of three letters', page({ search: 'BCD' })],
  ['a search of a figure among letters', page({ search: 'A1B' }), 400],
  ['a search of signs', page({ search: '%_%' }), 1_200],
  ['all filters', () => readFacets(client, 'uk')],
  ['the dearest plates', () => listPlatesFrom(client, 0, 48), 80],
  ['plates near a price', () => listPlatesNear(client, { registration: '1 A', priceGbp: 4_000 }), 80],
  ['the version of the stock', () => readStockVersion(client), 150],
  ['the last of 10,000 plates for the sitemap', () => listPlateChanges(client, { from: 8_000 }), 6_000],
  [
    'the latest change of a sale',
    () => client.from('sales').select('updated_at').order('updated_at', { ascending: false }).limit(1),
    10,
  ],
  ['whether the stock is a demonstration', () => hasDemonstrationStock(client), 10],
] as [string, () => Promise<unknown>, number?][])(
  'PostgreSQL reads few pages for %s',
  async (_, ask, most = FEW) => {
    expect(await pagesRead(ask)).toBeLessThanOrEqual(most)
  },
)

it('the figures of more sales than are looked up by their kinds equal those of the pure functions', async () => {
  const sales: SaleRecord[] = []
  for await (const read of readEvery(client, 'uk', WHOLE_VIEW, facets, { count: SALES, logError }))
    sales.push(...read.sales)
  expect(sales).toHaveLength(SALES)
  for (const some of [{ yearFrom: 2010 }, { search: 'b' }]) {
    const view = { ...WHOLE_VIEW, ...some }
    const { highest, ...read } = await readFigures(client, 'uk', view, { logError })
    const expected = figuresOf(filterSales(sales, view, 'uk'), 'uk')
    expect({ ...read, highest: highest?.id }).toEqual({ ...expected, highest: expected.highest?.id })
  }
})

it('No index gives an order that begins with search_order, so that a search finds before it sorts', async () => {
  const first =
    'EXPLAIN SELECT id FROM sales_listed ORDER BY search_order, total_price DESC NULLS LAST, id LIMIT 50'
  const { rows } = await sql.query(first)
  expect(JSON.stringify(rows)).toContain('Sort Key')
})

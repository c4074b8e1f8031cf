import { createHash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { NO_CORRECTIONS } from '#app/features/sales/data-page/corrections-log.tsx'
import { SALES_COLUMNS } from '#shared/sales/sales-columns.ts'
import { AWAY } from '../broken-backend.ts'
import { openTestSite, type ReadableSite, readTestSite, textOf } from '../open-test-site.ts'
import { temporaryDataDir } from '../temporary-folder.ts'

const PAGE = '/sales-explorer/data'
const FILES = [
  'sales-explorer.csv',
  'sales-explorer.json',
  'jersey/sales-explorer.csv',
  'jersey/sales-explorer.json',
]

const hashesIn = (html: string) =>
  [...html.matchAll(/<code[^>]*>([0-9a-f]{64})<\/code>/g)].map(([, hash]) => hash)

const hashOf = async (site: ReadableSite, path: string) =>
  createHash('sha256')
    .update(new Uint8Array(await (await site.ask(path)).arrayBuffer()))
    .digest('hex')

const hashesOf = (site: ReadableSite) => Promise.all(FILES.map((path) => hashOf(site, `/${path}`)))

function change(site: ReadableSite, sql: string) {
  const database = new DatabaseSync(`${site.dataDir}/plateworthy.db`)
  database.exec(sql)
  database.close()
}

it('the data page explains every column of the files, and counts selections and publications from the records', async () => {
  const site = await readTestSite()
  const text = textOf(await site.read(PAGE))
  expect(text).toContain('962 UK sales and 3 Jersey sales are on record')
  for (const { name, meaning } of SALES_COLUMNS) {
    expect(text).toContain(name)
    expect(text).toContain(meaning)
  }
  for (const counted of [
    'Drawn at random sample Drawn at random from all the lots sold at an auction. 675 0',
    'Picked for its price highest Taken from a results list because it was among the dearest. 212 0',
    'famous. 75 3',
    'DVLA Auctions, results lists 887',
    'BBC News ',
    'github.com/ozzy2438/Plate-Value-Intelligence',
    NO_CORRECTIONS,
  ])
    expect(text).toContain(counted)
  expect(site.faults).toEqual([])
})

it('the data page lists the checksum of each served file, also after a change', async () => {
  const site = await openTestSite()
  const first = hashesIn(await site.read(PAGE))
  expect(first).toEqual(await hashesOf(site))
  change(
    site,
    `UPDATE sales SET hammer_price = 529999 WHERE plate_number = 'JB 1';
       INSERT INTO corrections (explorer, plate_number, kind, change, reason)
       VALUES ('uk', 'JB 1', 'edited', 'Hammer price £530,000 → £529,999', 'The house <corrected> its list.')`,
  )
  const html = await site.read(PAGE)
  const second = hashesIn(html)
  expect(second.slice(0, 2)).not.toEqual(first.slice(0, 2))
  expect(second.slice(2)).toEqual(first.slice(2))
  expect(second).toEqual(await hashesOf(site))
  expect(html).toContain('Hammer price £530,000 → £529,999')
  expect(html).toContain('The house &lt;corrected&gt; its list.')
  expect(html).not.toContain(NO_CORRECTIONS)
})

it('the data page shows what one change removed as one entry of the log, with each sale in it', async () => {
  const site = await openTestSite()
  change(
    site,
    `INSERT INTO corrections (at, explorer, plate_number, kind, change, reason)
       SELECT '2026-11-20T10:00:00.000+00:00', 'uk', 'X ' || value, 'removed', 'Sold for £' || value, 'An import was undone.'
       FROM json_each('[1, 2, 3]')`,
  )
  const text = textOf(await site.read(PAGE))
  expect(text).toContain(
    '3 sales , removed 20 November 2026 An import was undone. Each sale X 1 : Sold for £1 X 2 : Sold for £2 X 3 : Sold for £3',
  )
  expect(text.split('An import was undone.')).toHaveLength(2)
})

it('the data page describes both datasets and their files to search engines', async () => {
  const site = await readTestSite()
  const html = await site.read(PAGE)
  const { '@graph': datasets } = JSON.parse(html.match(/ld\+json">([\s\S]*?)<\/script>/)?.[1] ?? '{}')
  expect(datasets).toMatchObject([
    {
      '@type': 'Dataset',
      '@id': 'https://plates.test/sales-explorer#dataset',
      license: 'https://plates.test/sales-explorer/data#licence',
    },
    { '@type': 'Dataset', '@id': 'https://plates.test/jersey/sales-explorer#dataset' },
  ])
  const described = datasets.flatMap(({ distribution }: { distribution: object[] }) => distribution)
  expect(described).toMatchObject(
    (await hashesOf(site)).map((sha256, index) => ({
      contentUrl: `https://plates.test/${FILES[index]}`,
      encodingFormat: index % 2 ? 'application/json' : 'text/csv',
      sha256,
    })),
  )
})

it('the data page describes a large database without reading all of it', async () => {
  const dataDir = temporaryDataDir()
  const database = new DatabaseSync(`${dataDir}/plateworthy.db`)
  database.exec(`DELETE FROM sales;
      WITH RECURSIVE numbers (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM numbers WHERE n < 20001)
      INSERT INTO sales (plate_number, where_sold, sale_year, hammer_price, price_basis, selection)
      SELECT 'A ' || n, 'DVLA Auction', 2024, n, 'hammer', 'complete' FROM numbers`)
  database.close()
  const site = await openTestSite({ DATA_DIR: dataDir })
  const html = await site.read(PAGE)
  expect(hashesIn(html)).toHaveLength(2)
  const text = textOf(html)
  expect(text).toContain('20,001 UK sales and 3 Jersey sales are on record')
  expect(text).toContain('Every lot sold at an auction, from its results list. 20,001 0')
  expect(text).toContain('There are too many records to count them all here')
  expect(text).not.toContain('The 2025 sample')
  expect(site.faults).toEqual([])
})

it('the data page shows the archive, and no empty log, while the backend is unavailable', async () => {
  const seeded = await openTestSite()
  await seeded.publishFirstSnapshot()
  const site = await openTestSite({
    DATA_DIR: seeded.dataDir,
    ...AWAY,
  })
  const html = await site.read(PAGE)
  const text = textOf(html)
  expect(text).toContain("You're viewing archived data from")
  expect(text).toContain('962 UK sales and 3 Jersey sales are on record')
  expect(text).toContain('The list cannot be read just now.')
  expect(text).not.toContain(NO_CORRECTIONS)
  expect(hashesIn(html)).toEqual(await hashesOf(site))
})

it.each([
  ['/sales-explorer.csv', 'uk-sales.csv'],
  ['/sales-explorer.json?from=2014&to=2014', 'uk-sales-2014.json'],
  ['/sales-explorer.csv?q=jb%221&seller=Bonhams', 'uk-sales-jb-1-bonhams.csv'],
  ['/jersey/sales-explorer.csv', 'jersey-sales.csv'],
])('the file %s of an explorer is called %s, and names its licence', async (path, name) => {
  const site = await readTestSite()
  const { headers } = await site.ask(path)
  expect(headers.get('Content-Disposition')).toBe(`attachment; filename="${name}"`)
  expect(headers.get('Link')).toContain('<https://plates.test/sales-explorer/data#licence>; rel="license"')
})

it('the files of the explorers begin, as CSV, with a byte order mark and the headings', async () => {
  const site = await readTestSite()
  const bytes = Buffer.from(await (await site.ask('/sales-explorer.csv')).arrayBuffer())
  expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
  const [headings, ...rows] = bytes.subarray(3).toString().trimEnd().split('\r\n')
  expect(headings?.split(',')).toEqual(SALES_COLUMNS.map(({ name }) => name))
  expect(rows).toHaveLength(962)
})

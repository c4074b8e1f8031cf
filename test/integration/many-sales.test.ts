// More sales than one read returns, and enough for the worker pool.

import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { EVERY_SALE, SAMPLE_OF_SALES } from '#app/features/sales/charts/charts.tsx'
import { NARROW, NO_MATCH } from '#app/features/sales/explorer/pager.tsx'
import { embeddedClient, openBackend } from '#db/embedded.ts'
import type { EmbeddedBackend } from '#packages/sqlite-rest/open-backend.ts'
import { publishSnapshot } from '#services/archive/publish.ts'
import { AWAY } from '../broken-backend.ts'
import { openTestSite, shareTestSite, textOf } from '../open-test-site.ts'
import { sharedDataDir } from '../temporary-folder.ts'

const NUMBER = 6_000

/** A 0 to A 5999, each £1 more than the last, drawn at random from two sellers in turn, over twenty years or one. */
function makeMany(number = NUMBER, years = 20): string {
  const dataDir = sharedDataDir()
  const database = new DatabaseSync(`${dataDir}/plateworthy.db`)
  database.exec('DELETE FROM sales; BEGIN')
  const insert = database.prepare(
    "INSERT INTO sales (plate_number, where_sold, category, type, sale_year, hammer_price, price_basis, selection) VALUES (?, ?, 'Suffix', 'One Number', ?, ?, 'hammer', 'sample')",
  )
  for (let n = 0; n < number; n++) insert.run(`A ${n}`, n % 2 ? 'Odd' : 'Even', 2000 + (n % years), 1_000 + n)
  database.exec('COMMIT')
  database.close()
  return dataDir
}

const salesIn = (csv: string) => csv.split('\r\n').filter((line) => line.startsWith('A '))

const clientOf = (backend: EmbeddedBackend) => embeddedClient(backend)

const siteOf = shareTestSite({ environment: () => ({ DATA_DIR: makeMany() }) })

test('beyond the row limit nothing is missing: the page shows the range and total, and every view works', async () => {
  const site = siteOf()
  const read = async (path: string) => textOf(await site.read(path))
  const text = await read('/sales-explorer')
  expect(text).toContain('Showing 1-50 of 6,000 sales')
  expect(text).toContain('Page 1 of 120')
  expect(text).toContain('Filters (Seller: 2/2, Category: 1/1, Type: 1/1, Years: 2000-2019)')
  expect(text).toMatch(/median hammer price[^.]* £4,000\b/i)
  expect(text).toContain(SAMPLE_OF_SALES)
  expect(await read('/sales-explorer?page=120')).toContain('Showing 5,951-6,000 of 6,000 sales')
  expect(await read('/sales-explorer?seller=Odd&from=2019')).toContain('Showing 1-50 of 300 sales')
  expect(await read('/sales-explorer?q=a+599')).toContain(
    'Showing 1-12 of 12 sales (filtered from 6,000 total) 11 sales match; 1 more reads as A599',
  )
  expect(await read('/sales-explorer?seller=')).toContain(NO_MATCH)
  // A 5990 to A 5999 and A 599, and A 4599, which is a look-alike; the statistics cover only the eleven matches.
  const eleven = await read('/sales-explorer?q=a+599')
  expect(eleven).toContain('What this selection says')
  expect(eleven).toMatch(/median hammer price[^.]* £6,994\b/i)
  expect(eleven).toContain('6 of 11 on record were sold at Odd')
  expect(eleven).toContain(EVERY_SALE)
  const beyond = await site.ask('/sales-explorer?from=2015&page=999')
  expect(beyond.headers.get('Location')).toBe('/sales-explorer?from=2015&page=30')
  const file = await (await site.ask('/sales-explorer.json?q=a+599&sort=hammer_price.asc')).json()
  expect([file.totalRecords, file.data.length, file.data[0].plate_number]).toEqual([12, 12, 'A 599'])
  expect(file.data.at(-1)).toMatchObject({ plate_number: 'A 4599', match: 'reads_alike' })
  const whole = await site.read('/sales-explorer.csv?seller=Odd&sort=hammer_price.asc')
  const lines = salesIn(whole)
  expect([lines.length, lines[0], lines.at(-1)]).toEqual([
    3_000,
    'A 1,1001,,hammer,sample,2001,2001,,Odd,Suffix,One Number,,',
    'A 5999,6999,,hammer,sample,2019,2019,,Odd,Suffix,One Number,,',
  ])
  expect(await site.read('/registration/A42')).toContain('£1,042')
  expect(site.faults).toEqual([])
})

test('another address of a view is redirected before a sale is read, once the filters are known', async () => {
  const METRICS_TOKEN = 'a-token-of-this-test'
  const site = await openTestSite({ DATA_DIR: makeMany(), METRICS_TOKEN })
  const slowReads = async () => {
    const metrics = await site.ask('/metrics', { headers: { Authorization: `Bearer ${METRICS_TOKEN}` } })
    return /^plateworthy_slow_reads_total (\d+)$/m.exec(await metrics.text())?.[1]
  }
  await site.read('/sales-explorer')
  const before = await slowReads()
  const redirected = await site.ask('/sales-explorer?from=2005&page=1&seller=Odd')
  expect([redirected.status, redirected.headers.get('Location')]).toEqual([
    302,
    '/sales-explorer?seller=Odd&from=2005',
  ])
  expect(await slowReads()).toBe(before)
  await site.read('/sales-explorer?seller=Odd&from=2005')
  expect(await slowReads()).not.toBe(before)
})

test('an archive of more than five thousand sales is not read in place of the backend: the explorer and its files answer 503', async () => {
  const dataDir = makeMany()
  const backend = openBackend({ dataDir })
  await publishSnapshot(clientOf(backend), dataDir)
  backend.close()
  const site = await openTestSite({
    DATA_DIR: dataDir,
    ...AWAY,
  })
  for (const path of ['/sales-explorer?q=a+599', '/sales-explorer.csv?seller=Odd']) {
    const response = await site.ask(path)
    expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '30'])
  }
  expect(JSON.parse(await site.read('/data/sales.json')).totalRecords).toBe(NUMBER)
})

test('no server with more than five thousand sales publishes them when it starts', async () => {
  const site = await openTestSite({ DATA_DIR: makeMany() })
  await site.publishFirstSnapshot()
  expect((await site.ask('/data/sales.json')).status).toBe(503)
})

test('an explorer of very many sales ends at its 200th page, and its figures follow after the rows but for the first page', async () => {
  const site = await openTestSite({ DATA_DIR: makeMany(20_001) })
  const last = textOf(await site.read('/sales-explorer?page=200'))
  expect(last).toContain('Showing 9,951-10,000 of 20,001 sales')
  expect(last).toContain('Page 200 of 200')
  expect(last).toContain(NARROW)
  expect(last).not.toContain('What the records say')
  expect((await site.ask('/sales-explorer?page=201')).headers.get('Location')).toBe(
    '/sales-explorer?page=200',
  )
  const first = textOf(await site.read('/sales-explorer'))
  expect(first).toContain('What the records say')
  expect(first).not.toContain(NARROW)
})

test('other pages are answered during slow reads', async () => {
  const site = siteOf()
  const slow = Array.from({ length: 4 }, (_, n) => site.read(`/sales-explorer?q=${n}`))
  expect((await site.ask('/plates')).status).toBe(200)
  for (const text of await Promise.all(slow)) expect(text).toContain('filtered from 6,000 total')
  expect(site.faults).toEqual([])
})

test('exports are streamed, a few at once, and an aborted one frees its place', async () => {
  const site = siteOf()
  const begin = () => site.ask('/sales-explorer.csv')
  const begun = await Promise.all(Array.from({ length: 4 }, begin))
  const readers = begun.map(({ body }) => body?.getReader())
  for (const reader of readers) expect((await reader?.read())?.done).toBe(false)
  const refused = await begin()
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '30'])
  await readers[0]?.cancel()
  expect(salesIn(await (await begin()).text())).toHaveLength(NUMBER)
  for (const reader of readers) await reader?.cancel()
  expect((await begin()).status).toBe(200)
  expect(site.faults).toEqual([])
})

test('a sitemap of more than five thousand URLs is an index of parts, which contain all of them', async () => {
  const number = 5_100
  const site = await openTestSite({ DATA_DIR: makeMany(number, 1) })
  const locations = (xml: string) => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, loc = '']) => loc)
  const index = await site.read('/sitemap.xml')
  expect(index).toContain('<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">')
  const parts = locations(index).map((loc) => loc.replace('https://plates.test', ''))
  const texts = await Promise.all(parts.map((part) => site.read(part)))
  for (const text of texts) {
    expect(text).toContain('<urlset xmlns=')
    expect(locations(text).length).toBeLessThanOrEqual(50_000)
    expect(text.length).toBeLessThan(50 * 2 ** 20)
  }
  const all = texts.flatMap(locations)
  const sold = all.filter((loc) => /\/registration\/A\d+$/.test(loc))
  expect(new Set(sold).size).toBe(number)
  for (const path of ['/', '/plate/7%20W', '/info/what-are-q-plates', '/jersey/sales-explorer'])
    expect(all).toContain(`https://plates.test${path}`)
  expect(all.filter((loc) => /registration\/J\d/.test(loc)).length).toBeGreaterThan(2) // Jersey's
  for (const path of ['?part=sales-2000-3', '?part=sales-1999-1', '?part=nothing', '?part=sales-2000-0'])
    expect([path, (await site.ask(`/sitemap.xml${path}`)).status]).toEqual([path, 404])
  expect(site.faults).toEqual([])
})

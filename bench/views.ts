// Times the views of a site over PostgreSQL, or on the embedded database, 30 requests each, with a cached page beside each:
//   node bench/views.ts [sales] [plates] [hosted | embedded]
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPostgres } from '#data/open-postgres.ts'
import { openData } from '#db/embedded.ts'
import { createBackendClient } from '#shared/data/client.ts'
import { type ExplorerView, WHOLE_VIEW } from '#shared/sales/explorer/definitions.ts'
import { readFigures } from '#shared/sales/sales-query.ts'
import { startPostgrest } from '#test/postgrest.ts'
import { residentMegabytes } from '#test/site-process.ts'
import { joinDesk } from './join-desk.ts'
import { describeMachine } from './machine.ts'
import { fillEmbedded, fillHosted } from './realistic-sales.ts'
import { startServer } from './start-site.ts'
import { quantile } from './statistics.ts'

const [sales = 1_000_000, stock = 100_000] = process.argv.slice(2, 4).map(Number)
const { address, pid, stop, database } = process.argv[4] === 'embedded' ? await embedded() : await hosted()

const ROUNDS = 30
const CACHED = '/about'

const LETTERS = 'ABCDEFGHJKLMNOPRSTUVWXY'
const letters = (length: number, n: number) =>
  Array.from({ length }, (_, at) => LETTERS[(n * 7 + at * 11) % 23]).join('')
const SORTS = ['plate_number', 'hammer_price', 'sale_date']
const pick = <Value>(values: readonly Value[], n: number) => values[n % values.length] as Value
const CATEGORIES = ['Prefix', 'Current', 'Suffix', '3x3', '2x2', '1x3']

const VIEWS: [name: string, path: (n: number) => string][] = [
  ['explorer: one seller and years', (n) => `/sales-explorer?seller=DVLA+Auction&from=${1990 + n}`],
  [
    'explorer: three sellers, two categories, years',
    (n) =>
      `/sales-explorer?seller=DVLA+Auction&seller=Dealer+1&seller=Dealer+4&category=Prefix&category=Current&from=${1990 + n}&to=${1998 + (n % 20)}`,
  ],
  [
    'explorer: one category',
    (n) => `/sales-explorer?category=${pick(CATEGORIES, n)}&from=${1991 + Math.floor(n / 6)}`,
  ],
  [
    'explorer: a narrow filter',
    (n) =>
      `/sales-explorer?seller=Dealer+${10 + (n % 8)}&category=${pick(CATEGORIES, n)}&from=${2001 + Math.floor(n / 3)}&to=${2003 + Math.floor(n / 3)}`,
  ],
  [
    'explorer: pairs that nothing matches',
    (n) =>
      `/sales-explorer?seller=DVLA+Auction&${pick(['category=Irish', 'selection=sample'], n)}&from=${1990 + n}`,
  ],
  [
    'explorer: pairs that little matches',
    (n) =>
      `/sales-explorer?seller=DVLA+Auction&category=${pick(CATEGORIES, n)}&selection=highest&from=${1998 + (n % 2)}${pick(['', '&sort=plate_number', '&sort=sale_date.asc'], n)}`,
  ],
  ['explorer: years without a sale', (n) => `/sales-explorer?from=2010&to=${2009 - n}`],
  [
    'explorer: last pages of a category',
    (n) => `/sales-explorer?category=${pick(CATEGORIES, n)}&from=${1990 + n}&page=${200 - n}`,
  ],
  ['explorer: another address of a view', (n) => `/sales-explorer?page=1&from=${1990 + n}`],
  [
    'explorer: sorts',
    (n) =>
      `/sales-explorer?from=${1991 + Math.floor(n / 6)}&sort=${pick(SORTS, n)}${n % 6 < 3 ? '.asc' : ''}`,
  ],
  ['explorer: pages up to 200', (n) => `/sales-explorer?page=${2 + n * 6}`],
  ['explorer: search of 3', (n) => `/sales-explorer?q=${letters(3, n)}`],
  [
    'explorer: search of 3 and figures',
    (n) => `/sales-explorer?q=${letters(1, n)}${1 + (n % 9)}${letters(1, n + 3)}`,
  ],
  ['explorer: search of 5', (n) => `/sales-explorer?q=${letters(2, n)}12${letters(1, n)}`],
  ['explorer: search of 2', (n) => `/sales-explorer?q=${letters(2, n)}`],
  ['explorer: search of 2 that finds nothing', (n) => `/sales-explorer?q=Q${letters(1, n)}`],
  ['explorer: search of 1', (n) => `/sales-explorer?q=${letters(1, n)}&from=${1991 + Math.floor(n / 23)}`],
  ['/plates: pages', (n) => `/plates?page=${1 + n * 80}`],
  ['/plates: filters', (n) => `/plates?to=${500 + n * 250}`],
  ['/plates: search', (n) => `/plates?q=${letters(3, n)}`],
  ['/plate', (n) => `/plate/${encodeURIComponent(pick(plates, n * 37))}`],
  ['/registration', (n) => `/registration/${letters(1, n)}${n + 11}${letters(3, n + 2)}`],
  [
    '/find',
    (n) =>
      `/find?q=${pick(['SAM', 'TOM', 'ANNA', 'BORIS', 'SINGH', 'LOUISE', 'MARK', 'KATE', 'OLLIE', 'HARRY'], n)}${n < 10 ? '' : letters(1, n)}`,
  ],
  ['/search', (n) => `/search?q=${letters(3, n + 5)}`],
  ['/search: a registration', (n) => `/search?q=${letters(2, n + 5)}${n + 10}+${letters(3, n)}`],
  ['home', (n) => `/?n=${n}`],
  ['feed', (n) => `/plates.xml?n=${n}`],
  ['sitemap', (n) => `/sitemap.xml?n=${n}`],
  ['data page', (n) => `/sales-explorer/data?n=${n}`],
  ['desk: Today', () => '/desk'],
  ['desk: stock', (n) => `/desk/stock?status=all&page=${1 + n * 30}`],
  ['desk: search of the stock', (n) => `/desk/stock?status=all&q=${letters(3, n)}`],
  ['desk: sales', (n) => `/desk/sales?page=${1 + n}`],
  ['desk: search of the sales', (n) => `/desk/sales?q=${letters(3, n)}`],
  ['desk: changes', () => '/desk/changes'],
]

/** What the browser asks for after the rows of a filter above 20,000 sales. */
const FIGURES: [name: string, view: (n: number) => Partial<ExplorerView>][] = [
  ['figures: all', () => ({})],
  ['figures: one category', (n) => ({ category: [pick(CATEGORIES, n)] })],
  ['figures: one seller', () => ({ seller: ['DVLA Auction'] })],
  [
    'figures: pairs that nothing matches',
    (n) => ({ seller: ['DVLA Auction'], category: ['Irish'], yearFrom: 1990 + n }),
  ],
  ['figures: search of 2 that finds nothing', (n) => ({ search: `Q${letters(1, n)}` })],
  ['figures: years', (n) => ({ yearFrom: 1991 + n, yearTo: 1999 + n })],
]

const plates = [...(await text(`${address}/plates?page=20`)).matchAll(/href="\/plate\/([^"?#]+)"/g)].map(
  ([, path]) => decodeURIComponent(path as string),
)
// As browsers read.
const [, key = ''] = (await text(address + CACHED)).match(/data-backend-key="([^"]+)"/) ?? []
const anon = createBackendClient({ url: `${address}/rest/v1`, key })
console.log(
  `${'view'.padEnd(48)}${'median'.padStart(9)}${'p95'.padStart(9)}${'cached'.padStart(9)}${'kB'.padStart(7)}  not 200`,
)
const visitor = await joinDesk(database, address)
await database.destroy()
for (const [name, path] of VIEWS)
  await time(name, async (n) => {
    const asked = path(n)
    const response = asked.startsWith('/desk') ? await visitor.send(asked) : await fetch(address + asked)
    const { byteLength } = await response.arrayBuffer()
    return { bytes: byteLength, outcome: response.redirected ? 'redirected' : String(response.status) }
  })
for (const [name, view] of FIGURES)
  await time(name, async (n) => {
    const figures = await readFigures(anon, 'uk', { ...WHOLE_VIEW, ...view(n) }, { logError() {} }).catch(
      () => null,
    )
    return { bytes: JSON.stringify(figures).length, outcome: figures ? '200' : 'cut off' }
  })

async function time(name: string, ask: (n: number) => Promise<{ bytes: number; outcome: string }>) {
  const times: number[] = []
  const cached: number[] = []
  let bytes = 0
  const failures = new Map<string, number>()
  for (let n = 0; n < ROUNDS; n++) {
    const began = performance.now()
    const beside = fetch(address + CACHED).then(async (response) => {
      await response.arrayBuffer()
      cached.push(performance.now() - began)
    })
    const answer = await ask(n)
    times.push(performance.now() - began)
    bytes = Math.max(bytes, answer.bytes)
    if (answer.outcome !== '200') failures.set(answer.outcome, (failures.get(answer.outcome) ?? 0) + 1)
    await beside
  }
  const ms = (values: number[], share: number) => quantile(values, share).toFixed(0).padStart(9)
  const failed = [...failures].map(([status, times]) => `${times} x ${status}`).join(', ')
  console.log(
    `${name.padEnd(48)}${ms(times, 0.5)}${ms(times, 0.95)}${ms(cached, 0.95)}${(bytes / 1000).toFixed(0).padStart(7)}  ${failed}`,
  )
}

console.log(`\n${describeMachine()}; the site has ${residentMegabytes(pid)} MB`)
await stop()

async function hosted() {
  const postgrest = await startPostgrest({
    settings: '-c shared_buffers=1GB -c maintenance_work_mem=512MB -c max_wal_size=8GB',
  })
  await fillHosted(postgrest, sales, stock)
  const site = await startServer({
    DATABASE_URL: postgrest.databaseUrl,
    PUBLIC_DATABASE_URL: postgrest.publicDatabaseUrl,
    PUBLIC_KEY_SECRET: postgrest.secret,
  })
  return {
    ...site,
    database: openPostgres(postgrest.databaseUrl),
    stop: () => Promise.all([site.stop(), postgrest.close()]),
  }
}

async function embedded() {
  const dataDir = mkdtempSync(join(tmpdir(), 'plateworthy-bench-'))
  fillEmbedded(dataDir, sales, stock)
  const site = await startServer({ DATA_DIR: dataDir })
  return { ...site, database: openData(dataDir) }
}

async function text(url: string): Promise<string> {
  return (await fetch(url)).text()
}

// From query to rows with a million sales, and from a key press to the painted result. Arguments: [sales [hosted]]
import { rmSync } from 'node:fs'
import { loadavg } from 'node:os'
import { type Browser, chromium, type Page } from '@playwright/test'
import { BROWSER_ARGS, findBrowser } from '#scripts/browser.mjs'
import { createBackendClient } from '#shared/data/client.ts'
import { type ExplorerView, SORT_KEYS, WHOLE_VIEW } from '#shared/sales/explorer/definitions.ts'
import { PAGE_SIZE } from '#shared/sales/explorer/explorer-view.ts'
import type { SortKey } from '#shared/sales/explorers.ts'
import { readFacets, readFigures, readPage } from '#shared/sales/sales-query.ts'
import { postgrestMissingReason, startPostgrest } from '#test/postgrest.ts'
import { residentMegabytes } from '#test/site-process.ts'
import { startTanstackTable } from './baseline-tanstack-table/start.ts'
import { describeMachine } from './machine.ts'
import { startServer } from './start-site.ts'
import { quantile } from './statistics.ts'
import { COLUMNS, makeSales, SELLERS, sale } from './synthetic-sales.ts'

const MANY = Number(process.argv[2] ?? 1_000_000)
const ROUNDS = 40
const TURNS = 3

const rows: [what: string, median: string, p95: string, target: string][] = []
const addTimes = (what: string, times: number[], target: string) =>
  rows.push([what, ms(quantile(times, 0.5)), ms(quantile(times, 0.95)), target])
const ms = (time: number) => `${time.toFixed(1)} ms`

if (MANY > 0) await embedded()
if (MANY > 0 && process.argv[3] === 'hosted') await hosted()
const browser = await chromium.launch({ executablePath: findBrowser() ?? undefined, args: BROWSER_ARGS })
try {
  await compareWithTanstack(browser)
  const { address, stop } = await serveSales(100_000)
  const measured = [await inBrowser(browser, address, false)]
  printRow('100,000 sales in Chromium', measured, ['search under 60 ms', 'sort under 100 ms', ''])
  await stop()
} finally {
  await browser.close()
}

console.log(`\n${describeMachine()}, load ${loadavg()[0]?.toFixed(1)}\n`)
console.log(`${''.padEnd(58)}${'median'.padStart(11)}${'p95'.padStart(11)}`)
for (const [what, median, p95, target] of rows)
  console.log(`${what.padEnd(58)}${median.padStart(11)}${p95.padStart(11)}   ${target}`)

async function measureQueries(what: string, address: { url: string; key: string }, residentMb: () => number) {
  const client = createBackendClient(address)
  const logError = (message: string, error: unknown) => {
    throw new Error(`${message}: ${error}`)
  }
  const facets = await readFacets(client, 'uk')
  const measure = async (
    name: string,
    ask: (n: number) => Promise<unknown>,
    target: string,
    rounds = ROUNDS,
  ) => {
    const times: number[] = []
    for (let n = 0; n < rounds; n++) {
      const began = performance.now()
      await ask(n)
      times.push(performance.now() - began)
    }
    addTimes(`${what}: ${name}`, times, target)
  }
  const page = (view: Partial<ExplorerView>) =>
    readPage(client, 'uk', { ...WHOLE_VIEW, ...view }, facets, { logError })
  const narrow = (n: number): Partial<ExplorerView> => ({
    seller: [0, 7, 19].map((step) => SELLERS[(n + step) % 40] as string),
    category: ['Prefix', 'Current'],
    yearFrom: 2004 + (n % 9),
    yearTo: 2016 + (n % 9),
  })
  const letters = (length: number, n: number) =>
    Array.from({ length }, (_, at) => 'ABCDEFGHJKLMNOPRSTUVWXY'[(n * 7 + at * 11) % 23]).join('')
  const byDate = { sort: 'sale_date' } as const
  const sorts = SORT_KEYS.uk
  await page({})
  const before = residentMb()
  await measure('filter', (n) => page(narrow(n)), 'p95 under 100 ms')
  await measure('filter, by date', (n) => page({ ...narrow(n), ...byDate }), 'p95 under 100 ms')
  await measure(
    'sort',
    (n) => page({ sort: sorts[n % sorts.length] as SortKey, isDescending: n % 8 < 4 }),
    'p95 under 100 ms',
  )
  const pages = MANY / PAGE_SIZE
  await measure(
    'a page anywhere',
    (n) => page({ page: Math.ceil(((n + 1) / ROUNDS) * pages) }),
    'p95 under 100 ms',
  )
  for (const [length, target] of [
    [3, 'p95 under 100 ms'],
    [2, 'p95 under 300 ms'],
    [1, 'p95 under 300 ms'],
  ] as const)
    await measure(`search of ${length}`, (n) => page({ search: letters(length, n) }), target)
  const figures = (view: Partial<ExplorerView>) =>
    readFigures(client, 'uk', { ...WHOLE_VIEW, ...view }, { logError })
  await measure('figures of a filter', (n) => figures(narrow(n)), 'after the rows', 10)
  await measure('figures of a search of 1', (n) => figures({ search: letters(1, n) }), 'after the rows', 10)
  rows.push([`${what}: resident, before and after`, `${before} MB`, `${residentMb()} MB`, 'flat'])
  return () =>
    Promise.all([0, 1, 2].map((at) => page({ search: letters(1, at + Math.floor(Math.random() * 20)) })))
}

async function embedded() {
  const dataDir = makeSales(MANY)
  const server = await startServer({ DATA_DIR: dataDir })
  const first = performance.now()
  const html = await (await fetch(`${server.address}/sales-explorer`)).text()
  const million = `${MANY.toLocaleString('en-GB')} sales`
  addTimes(`${million}: the whole page, rendered`, [performance.now() - first], 'once, then cached')
  const key = html.match(/data-backend-key="([^"]+)"/)?.[1] ?? ''
  const slow = await measureQueries(million, { url: `${server.address}/rest/v1`, key }, () =>
    residentMegabytes(server.pid),
  )
  const others: number[] = []
  let isBusy = true
  const busy = (async () => {
    for (let n = 0; n < ROUNDS; n++) await slow()
    isBusy = false
  })()
  for (let n = 0; isBusy; n++) {
    const began = performance.now()
    await (await fetch(`${server.address}/plate/1%20KP?n=${n}`)).text()
    others.push(performance.now() - began)
  }
  await busy
  addTimes('A page rendered meanwhile', others, 'not delayed')
  rows.push(['Resident memory, in the end', '', `${residentMegabytes(server.pid)} MB`, 'flat'])
  await server.stop()
  rmSync(dataDir, { recursive: true })
}

async function hosted() {
  const missing = postgrestMissingReason()
  if (missing) return console.log(`PostgreSQL was not measured: ${missing}.`)
  const postgrest = await startPostgrest()
  const AT_ONCE = 5_000
  for (let first = 0; first < MANY; first += AT_ONCE) {
    const values = Array.from({ length: Math.min(AT_ONCE, MANY - first) }, (_, n) => literal(sale(first + n)))
    await postgrest.sql(`INSERT INTO sales (${COLUMNS}) VALUES ${values.join()} ON CONFLICT DO NOTHING`)
  }
  await postgrest.sql('VACUUM ANALYZE')
  await measureQueries(
    `${MANY.toLocaleString('en-GB')} in ${postgrest.versions}`,
    { url: postgrest.url, key: postgrest.anonKey },
    () => residentMegabytes(postgrest.postgrestPid),
  )
  await postgrest.close()
}

function literal(values: (string | number | null)[]): string {
  const message = values.map((value) =>
    typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : value,
  )
  return `(${message.map((value) => value ?? 'NULL').join()})`
}

/** The two alternate, since the machine's speed drifts. */
async function compareWithTanstack(browser: Browser) {
  const own = await serveSales(999)
  const tanstack = await startTanstackTable()
  if (!tanstack) console.log('The TanStack table was not measured: it could not be installed.')
  const ours: InBrowser[] = []
  const theirs: InBrowser[] = []
  for (let turn = 0; turn < TURNS; turn++) {
    ours.push(await inBrowser(browser, own.address, true))
    if (tanstack) theirs.push(await inBrowser(browser, tanstack.address, true))
  }
  printRow('999 sales in Chromium', ours, [
    'median at most 1.25 of TanStack, under 16.7 ms',
    '',
    'under 100 ms',
  ])
  if (tanstack) printRow('999 in a TanStack table', theirs, ['', '', ''])
  await own.stop()
  await tanstack?.stop()
}

async function serveSales(number: number) {
  const dataDir = makeSales(number)
  const server = await startServer({ DATA_DIR: dataDir })
  return {
    address: `${server.address}/sales-explorer`,
    async stop() {
      await server.stop()
      rmSync(dataDir, { recursive: true })
    },
  }
}

interface InBrowser {
  typed: number[]
  sorted: number[]
  sortedSlowly: number[]
  longestTask: number
  layoutShift: number
}

function printRow(what: string, measured: InBrowser[], [search, sort, slowSort]: [string, string, string]) {
  addTimes(
    `${what}: key press to rows`,
    measured.flatMap(({ typed }) => typed),
    search,
  )
  addTimes(
    `${what}: click on a head to rows`,
    measured.flatMap(({ sorted }) => sorted),
    sort,
  )
  const slowly = measured.flatMap(({ sortedSlowly }) => sortedSlowly)
  if (slowly.length > 0) addTimes(`${what}: the same, four times slower`, slowly, slowSort)
  rows.push([
    `${what}: longest task, layout shift`,
    ms(Math.max(...measured.map(({ longestTask }) => longestTask))),
    Math.max(...measured.map(({ layoutShift }) => layoutShift)).toFixed(4),
    'no task over 50 ms, shift 0',
  ])
}

async function inBrowser(browser: Browser, address: string, isAlsoSlow: boolean): Promise<InBrowser> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  await page.goto(address, { waitUntil: 'networkidle' })
  await page.evaluate(watch)
  const search = page.getByRole('searchbox')
  await search.press('B')
  await page.waitForTimeout(400)

  const typed: number[] = []
  for (const word of ['A1', 'BC', 'X9 ', 'KLM', 'E5'])
    for (const letter of [...word, ...word]) {
      if (typed.length % word.length === 0 && typed.length > 0) await page.keyboard.press('Control+a')
      typed.push(await timed(page, () => page.keyboard.press(letter)))
    }

  // With keys, since a layout shift after other input counts as unexpected.
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Backspace')
  await page.waitForTimeout(700)
  const sort = async () => {
    const times: number[] = []
    for (let n = 0; n < 16; n++) {
      const head = page
        .getByRole('columnheader')
        .nth(n % 4)
        .getByRole('button')
      const { x = 0, y = 0, width = 0, height = 0 } = (await head.boundingBox()) ?? {}
      times.push(await timed(page, () => page.mouse.click(x + width / 2, y + height / 2)))
    }
    return times
  }
  const sorted = await sort()
  const longestTask = Number(await page.evaluate(() => Reflect.get(window, 'longestTask')))
  const layoutShift = Number(await page.evaluate(() => Reflect.get(window, 'layoutShift')))
  let sortedSlowly: number[] = []
  if (isAlsoSlow) {
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    sortedSlowly = await sort()
  }
  await page.close()
  return { typed, sorted, sortedSlowly, longestTask, layoutShift }
}

async function timed(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate(() => Reflect.get(window, 'expectRows')())
  await act()
  const time = await page.evaluate(() => Reflect.get(window, 'paintedAfter') as Promise<number>)
  await page.waitForTimeout(330) // until the address is updated
  return time
}

function watch() {
  const state = window as unknown as Record<string, unknown>
  let began = 0
  for (const type of ['keydown', 'pointerdown'])
    addEventListener(
      type,
      (event) => {
        began = event.timeStamp
      },
      { capture: true },
    )
  state.expectRows = () => {
    state.paintedAfter = new Promise<number>((resolve) => {
      const give = setTimeout(() => done(Number.NaN), 3_000)
      const done = (time: number) => {
        observer.disconnect()
        clearTimeout(give)
        resolve(time)
      }
      const observer = new MutationObserver(() => {
        observer.disconnect()
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => done(performance.now() - began)
          port2.postMessage(null)
        })
      })
      const table = document.querySelector('table.sales tbody')
      if (table) observer.observe(table, { childList: true, subtree: true, characterData: true })
    })
  }
  state.longestTask = 0
  state.layoutShift = 0
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries())
      state.longestTask = Math.max(Number(state.longestTask), duration)
  }).observe({ type: 'longtask' })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (!Reflect.get(entry, 'hadRecentInput'))
        state.layoutShift = Number(state.layoutShift) + Number(Reflect.get(entry, 'value'))
  }).observe({ type: 'layout-shift', buffered: true })
}

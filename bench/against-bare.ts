// Our pages against a bare React Router page of the same size (bench/baseline-react-router), in one run.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { type Browser, chromium } from '@playwright/test'
// @ts-expect-error: the package has no types
import autocannon from 'autocannon'
import { BROWSER_ARGS, findBrowser } from '#scripts/browser.mjs'
import { elementsOf } from './elements.ts'
import { startServer } from './start-site.ts'
import { median } from './statistics.ts'

const ROUNDS = 3
const SECONDS = 4
const VISITS = 9
const STARTS = 9
/** More addresses than the page cache holds, so that each one is rendered. */
const ADDRESSES = 2_000
const BARE = 'bench/baseline-react-router'

const built = spawnSync('react-router', ['build', BARE], { encoding: 'utf8' })
if (built.status !== 0) throw new Error(built.stderr)

const rows: string[][] = []
const addRow = (what: string, ours: number, bare: number, unit: string, target = '') => {
  const [own, other] = [ours, bare].map((value) => `${value.toFixed(unit === 'kB' ? 1 : 0)} ${unit}`)
  rows.push([what, own ?? '', other ?? '', (ours / bare).toFixed(2), target])
}

const site = await startServer()
const plates = await (await fetch(`${site.address}/plates`)).text()
const elements = (plates.slice(plates.indexOf('<body')).match(/<[a-z]/g) ?? []).length
// The same elements, attributes and text as ours, and as much data.
const same = join(mkdtempSync(join(tmpdir(), 'plateworthy-bench-')), 'elements.json')
writeFileSync(same, JSON.stringify(elementsOf(plates)))
const data = plates.slice(plates.indexOf('streamController.enqueue')).length
const bare = await startBare({ SAME_ELEMENTS: same, SAME_CHARACTERS: String(data) })
const short = `/?elements=${elements}`
// Has as many characters as our page, half of them in the HTML and half in the hydration data.
let sameSize = short
for (
  let thousand = 1;
  (await (await fetch(bare.address + sameSize)).text()).length < plates.length;
  thousand++
)
  sameSize = `${short}&characters=${thousand * 1_000}`

const ours: number[] = []
const theirs: number[] = []
const theirsShort: number[] = []
const theirsSame: number[] = []
for (let round = 0; round < ROUNDS; round++) {
  ours.push(await rate(`${site.address}/plates`, (n) => `/plates?n=${round * 1e6 + n}`))
  theirs.push(await rate(bare.address, (n) => `${sameSize}&n=${n}`))
  theirsShort.push(await rate(bare.address, (n) => `${short}&n=${n}`))
  theirsSame.push(await rate(bare.address, (n) => `/same?n=${n}`))
}
const size = `${elements} elements, ${Math.round(plates.length / 1000)} kB`
addRow(`/plates, ${size}`, median(ours), median(theirs), '/s')
addRow('  against as many elements, without text', median(ours), median(theirsShort), '/s')
addRow('  against the very same elements', median(ours), median(theirsSame), '/s', 'at least 0.50 of bare')

const bareScript = readdirSync(`${BARE}/build/client/assets`)
  .filter((name) => name.endsWith('.js'))
  .reduce(
    (bytes, name) =>
      bytes + brotliCompressSync(readFileSync(`${BARE}/build/client/assets/${name}`)).length / 1000,
    0,
  )
const home = await (await fetch(site.address)).text()
const ourScript = [...new Set(home.match(/\/assets\/[\w.-]+\.js/g))].reduce(
  (bytes, path) => bytes + readFileSync(`build/client${path}.br`).length / 1000,
  0,
)
addRow('Script of the home page, brotli', ourScript, bareScript, 'kB', 'at most 111 kB')

const browser = await chromium.launch({ executablePath: findBrowser() ?? undefined, args: BROWSER_ARGS })
const visits: Record<string, Awaited<ReturnType<typeof visit>>[]> = { home: [], plates: [], bare: [] }
for (let run = -1; run < VISITS; run++) {
  for (const [name, address] of [
    ['home', `${site.address}/`],
    ['plates', `${site.address}/plates`],
    ['bare', bare.address + sameSize],
  ] as const) {
    const figures = await visit(browser, address)
    if (run >= 0) visits[name]?.push(figures)
  }
}
await browser.close()
const of = (name: string, key: 'paintedMs' | 'blockedMs' | 'shift') =>
  median(visits[name]?.map((one) => one[key]) ?? [])
for (const name of ['home', 'plates']) {
  addRow(
    `${name}: largest paint, slow 4G, 4x`,
    of(name, 'paintedMs'),
    of('bare', 'paintedMs'),
    'ms',
    'at most 900 ms',
  )
  addRow(
    `${name}: blocking time, slow 4G, 4x`,
    of(name, 'blockedMs'),
    of('bare', 'blockedMs'),
    'ms',
    'at most 100 ms',
  )
  rows.push([`${name}: layout shift`, String(of(name, 'shift')), String(of('bare', 'shift')), '', 'none'])
}
await site.stop()
bare.stop()

const starts: number[] = []
const bareStarts: number[] = []
process.setMaxListeners(50)
for (let run = 0; run < STARTS; run++) {
  const one = await startServer()
  starts.push(one.startedInMs)
  await one.stop()
  const other = await startBare()
  bareStarts.push(other.startedInMs)
  other.stop()
}
addRow('Start to the first 200', median(starts), median(bareStarts), 'ms', 'at most 400 ms')

const widths = [46, 13, 13, 8]
console.log(['', 'ours', 'bare', 'ratio'].map((head, at) => head.padStart(widths[at] ?? 0)).join(''))
for (const [what = '', own = '', other = '', ratio = '', target = ''] of rows)
  console.log(
    `${what.padEnd(46)}${own.padStart(13)}${other.padStart(13)}${ratio.padStart(8)}   ${target}`.trimEnd(),
  )

async function startBare(environment: Record<string, string> = {}) {
  const began = performance.now()
  const child: ChildProcess = spawn(process.execPath, [`${BARE}/server.mjs`], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  process.once('exit', () => child.kill('SIGKILL'))
  const address = await new Promise<string>((resolve) => {
    child.stdout?.on('data', (chunk) => resolve(/open at (\S+)/.exec(String(chunk))?.[1] ?? ''))
  })
  await (await fetch(address)).text()
  return { address, startedInMs: performance.now() - began, stop: () => child.kill('SIGTERM') }
}

async function rate(url: string, path: (n: number) => string): Promise<number> {
  let client = 0
  const options = {
    url,
    connections: 16,
    setupClient: (connection: { setRequests(requests: { path: string }[]): void }) => {
      const first = client++ * ADDRESSES
      connection.setRequests(Array.from({ length: ADDRESSES }, (_, n) => ({ path: path(first + n) })))
    },
  }
  await autocannon({ ...options, duration: 1 })
  const { requests, non2xx } = await autocannon({ ...options, duration: SECONDS })
  if (non2xx > 0) throw new Error(`${non2xx} answers of ${url} were not 200`)
  return requests.average
}

/** A first visit on slow 4G (1.6 Mbit/s, 150 ms round trip) with four times CPU throttling. */
async function visit(browser: Browser, address: string) {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
  })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: (1.6 * 1e6) / 8,
    uploadThroughput: (0.75 * 1e6) / 8,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.addInitScript(() => {
    const metrics = {
      firstMs: 0,
      paintedMs: 0,
      shift: 0,
      tasks: [] as { beganMs: number; endedMs: number }[],
    }
    Reflect.set(window, 'metrics', metrics)
    const watch = (type: string, note: (entry: PerformanceEntry) => void) =>
      new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
    watch('paint', (entry) => {
      if (entry.name === 'first-contentful-paint') metrics.firstMs = entry.startTime
    })
    watch('largest-contentful-paint', (entry) => {
      metrics.paintedMs = entry.startTime
    })
    watch('longtask', ({ startTime, duration }) => {
      metrics.tasks.push({ beganMs: startTime, endedMs: startTime + duration })
    })
    watch('layout-shift', (entry) => {
      metrics.shift += Number(Reflect.get(entry, 'value'))
    })
  })
  await page.goto(address, { waitUntil: 'load' })
  await page.waitForTimeout(2_500)
  const { firstMs, paintedMs, shift, tasks } = await page.evaluate(
    () => Reflect.get(window, 'metrics') as Metrics,
  )
  await context.close()
  // Total blocking time: each task's time over 50 ms after the first paint.
  const blockedMs = tasks.reduce(
    (sum, { beganMs, endedMs }) => sum + Math.max(0, endedMs - Math.max(beganMs, firstMs) - 50),
    0,
  )
  return { paintedMs, blockedMs, shift }
}

interface Metrics {
  firstMs: number
  paintedMs: number
  shift: number
  tasks: { beganMs: number; endedMs: number }[]
}

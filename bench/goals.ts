// The figures that visitors and the machine notice, each beside the bare thing (React Router's own server with a page of
// the same elements in bench/baseline-react-router, or node:http) in the same run, with its goal.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { chromium } from '@playwright/test'
// @ts-expect-error: the package has no types
import autocannon from 'autocannon'
import { openBackend } from '#db/embedded.ts'
import { BROWSER_ARGS, findBrowser } from '#scripts/browser.mjs'
import { residentMegabytes } from '#test/site-process.ts'
import { withData } from '#test/with-data.ts'
import { BARE, buildBare, startBare, startProcess } from './bare-router.ts'
import { elementsOf } from './elements.ts'
import { visit } from './first-visit.ts'
import { joinDesk } from './join-desk.ts'
import { describeMachine } from './machine.ts'
import { cpuMsOf } from './process-cpu.ts'
import { type BenchServer, startServer } from './start-site.ts'
import { median } from './statistics.ts'

const ROUNDS = 3
const STARTS = 9
const VISITS = 7
const KEPT_PAGES = 20_000
const RENDERED_PAGES = 400
const PAGE_VIEWS = 10_000
const REGISTRATIONS = 3_000
const COMMANDS = 7
const BROTLI = { 'accept-encoding': 'br' }
const SCRIPTS: [what: string, path: string, goalKb: number][] = [
  ['home', '/', 111],
  ['plates', '/plates', 112],
  ['explorer', '/sales-explorer', 120],
  ['registration', '/registration/AB12%20CDE', 116],
  ['find', '/find?q=sam', 116],
]

/** Prints the CPU seconds of a process at its end. */
const REPORT_CPU = `data:text/javascript,${encodeURIComponent(
  "process.on('exit',()=>{const {userCPUTime,systemCPUTime}=process.resourceUsage();process.stderr.write('CPU '+(userCPUTime+systemCPUTime)/1e6)})",
)}`

/** Answers each request with the same compressed page. */
const BARE_HTTP = `const { createServer } = require('node:http')
const body = require('node:zlib').brotliCompressSync(require('node:fs').readFileSync(process.env.PAGE))
const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Encoding': 'br', 'Content-Length': body.length }
const server = createServer((request, response) => response.writeHead(200, headers).end(body))
server.listen(0, '127.0.0.1', () => console.log('open at http://127.0.0.1:' + server.address().port))`

const DECIMALS: Readonly<Record<string, number>> = { kB: 1, s: 2, 'of 1': 4 }

interface Row {
  what: string
  ours: number
  unit: string
  bare?: number
  /** A share where the goal is one of the bare thing's. */
  goal: number
  isGoalOfBare?: boolean
  isLeast?: boolean
}
const rows: Row[] = []

process.setMaxListeners(100)
buildBare()

await starts()
const site = await startServer()
const plates = await (await fetch(`${site.address}/plates`)).text()
const same = join(mkdtempSync(join(tmpdir(), 'plateworthy-bench-')), 'elements.json')
writeFileSync(same, JSON.stringify(elementsOf(plates)))
const data = plates.slice(plates.indexOf('streamController.enqueue')).length
const bare = await startBare({ SAME_ELEMENTS: same, SAME_CHARACTERS: String(data) })
await rendered()
await cachedPage()
await scripts()
await firstVisits()
await site.stop()
bare.stop()
await memory()
commands()
await desk()
print()

async function starts() {
  const ours: number[] = []
  const theirs: number[] = []
  for (let run = 0; run < STARTS; run++) {
    const one = await startServer()
    ours.push(one.startedInMs)
    await one.stop()
    const other = await startBare()
    theirs.push(other.startedInMs)
    other.stop()
  }
  rows.push({
    what: 'Start to the first 200',
    ours: median(ours),
    bare: median(theirs),
    unit: 'ms',
    goal: 2.3,
    isGoalOfBare: true,
  })
}

/** Pages a second of one process, by its CPU time, so that the load generator and other programs do not count. */
async function pagesPerCpuSecond(
  { address, pid }: { address: string; pid: number },
  amount: number,
  path: (n: number) => string,
  headers: Record<string, string> = {},
): Promise<number> {
  const ask = async (first: number, count: number) => {
    const requests = Array.from({ length: Math.min(count, 2_000) }, (_, n) => ({ path: path(first + n) }))
    const { non2xx } = await autocannon({ url: address, connections: 1, amount: count, headers, requests })
    if (non2xx > 0) throw new Error(`${non2xx} answers of ${address}${path(0)} were not 200`)
  }
  await ask(0, Math.ceil(amount / 4))
  const before = cpuMsOf(pid)
  await ask(amount, amount)
  return amount / ((cpuMsOf(pid) - before) / 1000)
}

async function rendered() {
  const ours: number[] = []
  const theirs: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(await pagesPerCpuSecond(site, RENDERED_PAGES, (n) => `/plates?n=${round}${n}`))
    theirs.push(await pagesPerCpuSecond(bare, RENDERED_PAGES, (n) => `/same?n=${round}${n}`))
  }
  rows.push({
    what: '/plates rendered, against the very same elements',
    ours: median(ours),
    bare: median(theirs),
    unit: '/s',
    goal: 0.33,
    isGoalOfBare: true,
    isLeast: true,
  })
}

async function cachedPage() {
  const page = join(mkdtempSync(join(tmpdir(), 'plateworthy-bench-')), 'plates.html')
  writeFileSync(page, plates)
  const http = await startProcess(['-e', BARE_HTTP], { PAGE: page })
  const ours: number[] = []
  const theirs: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(await pagesPerCpuSecond(site, KEPT_PAGES, () => '/plates', BROTLI))
    theirs.push(await pagesPerCpuSecond(http, KEPT_PAGES, () => '/plates', BROTLI))
  }
  http.stop()
  rows.push({
    what: 'A cached page, brotli, against node:http',
    ours: median(ours),
    bare: median(theirs),
    unit: '/s',
    goal: 0.43,
    isGoalOfBare: true,
    isLeast: true,
  })
}

async function memory() {
  const fresh = await startServer()
  const row = (what: string, goal: number) =>
    rows.push({ what, ours: residentMegabytes(fresh.pid), unit: 'MB', goal })
  row('Memory after the start', 140)
  const common = ['/', '/plates', '/plate/1%20KP', '/plate/H34%20VEN', '/about', '/no/such/page']
  await load(fresh, PAGE_VIEWS, (n) => common[n % common.length] ?? '/')
  row(`Memory after ${PAGE_VIEWS} pages`, 200)
  const letters = 'ABCDEFGHJKLMNOPRSTUVWXY'
  const letter = (n: number) => letters[n % letters.length]
  const registration = (n: number) =>
    `${letter(n)}${letter(n * 7)}${51 + (n % 20)}${letter(n >> 3)}${letter(n >> 5)}${letter(n + 4)}`
  await load(fresh, REGISTRATIONS, (n) => `/registration/${registration(n)}`)
  row(`Memory after ${REGISTRATIONS} registrations`, 300)
  await fresh.stop()
}

function load(server: BenchServer, amount: number, path: (n: number) => string) {
  return autocannon({
    url: server.address,
    connections: 8,
    amount,
    headers: BROTLI,
    requests: Array.from({ length: Math.min(amount, REGISTRATIONS) }, (_, n) => ({ path: path(n) })),
  })
}

async function scripts() {
  const bareFiles = readdirSync(`${BARE}/build/client/assets`).filter((name) => name.endsWith('.js'))
  const bareKb = bareFiles.reduce((kb, name) => kb + brotliKb(`${BARE}/build/client/assets/${name}`), 0)
  for (const [what, path, goal] of SCRIPTS) {
    const files = scriptsOf(await (await fetch(site.address + path)).text())
    rows.push({ what: `Script: ${what}`, ours: kilobytes(files), bare: bareKb, unit: 'kB', goal })
    if (what === 'registration')
      rows.push({ what: 'Script files of a registration', ours: files.length, unit: '', goal: 10 })
  }
}

function scriptsOf(html: string): string[] {
  return [...new Set(html.match(/(?:\/desk)?\/assets\/[\w.-]+\.js/g))]
}

function kilobytes(paths: string[]): number {
  return paths.reduce((kb, path) => {
    const file = path.startsWith('/desk') ? `build/desk/client${path.slice(5)}` : `build/client${path}`
    return kb + readFileSync(`${file}.br`).length / 1000
  }, 0)
}

function brotliKb(file: string): number {
  return brotliCompressSync(readFileSync(file)).length / 1000
}

async function firstVisits() {
  const browser = await chromium.launch({ executablePath: findBrowser() ?? undefined, args: BROWSER_ARGS })
  const visits: Record<string, Awaited<ReturnType<typeof visit>>[]> = { home: [], plates: [], bare: [] }
  for (let run = -1; run < VISITS; run++)
    for (const [name, address] of [
      ['home', `${site.address}/`],
      ['plates', `${site.address}/plates`],
      ['bare', `${bare.address}/same`],
    ] as const) {
      const figures = await visit(browser, address)
      if (run >= 0) visits[name]?.push(figures)
    }
  await browser.close()
  const of = (name: string, key: 'paintedMs' | 'blockedMs' | 'shift') =>
    median(visits[name]?.map((one) => one[key]) ?? [])
  for (const [name, goal] of [
    ['home', 1.9],
    ['plates', 1.4],
  ] as const) {
    const row = (what: string, key: 'paintedMs' | 'blockedMs' | 'shift', unit: string) => ({
      what: `${what} of ${name}, slow 4G, slow phone`,
      ours: of(name, key),
      bare: of('bare', key),
      unit,
    })
    rows.push({ ...row('Largest paint', 'paintedMs', 'ms'), goal, isGoalOfBare: true })
    rows.push({ ...row('Blocking time', 'blockedMs', 'ms'), goal: 100 })
    rows.push({ ...row('Layout shift', 'shift', 'of 1'), goal: 0.001 })
  }
}

function commands() {
  const dataDir = mkdtempSync(join(tmpdir(), 'plateworthy-bench-'))
  openBackend({ dataDir }).close()
  const seconds: number[] = []
  for (let run = 0; run < COMMANDS; run++) {
    const { stderr } = spawnSync(process.execPath, ['--import', REPORT_CPU, 'office.mjs', 'doctor'], {
      env: { PATH: process.env.PATH, DATA_DIR: dataDir },
      encoding: 'utf8',
    })
    seconds.push(Number(stderr.match(/CPU ([\d.]+)/)?.[1] ?? Number.NaN))
  }
  rmSync(dataDir, { recursive: true })
  rows.push({ what: 'A command (office doctor), CPU', ours: median(seconds), unit: 's', goal: 0.45 })
}

/** In a browser, since the page of an article loads its editor by itself. */
async function desk() {
  const server = await startServer()
  const visitor = await withData(server.dataDir, (database) => joinDesk(database, server.address))
  const article = await visitor.submit('/desk/articles/new', { section: 'news', title: 'A sale' })
  const browser = await chromium.launch({ executablePath: findBrowser() ?? undefined, args: BROWSER_ARGS })
  const context = await browser.newContext()
  const { address: url } = server
  await context.addCookies([...visitor.cookies].map(([name, value]) => ({ name, value, url })))
  for (const [what, path, goal] of [
    ['Today', '/desk', 105],
    ['an article', article.headers.get('Location') ?? '', 200],
  ] as const) {
    const page = await context.newPage()
    const scripts = new Set<string>()
    page.on('response', (response) => scripts.add(new URL(response.url()).pathname))
    const response = await page.goto(url + path, { waitUntil: 'networkidle' })
    if (response?.status() !== 200) throw new Error(`${path} answered ${response?.status()}`)
    const ours = kilobytes([...scripts].filter((name) => name.endsWith('.js')))
    rows.push({ what: `Script of the desk: ${what}`, ours, unit: 'kB', goal })
    await page.close()
  }
  await browser.close()
  await server.stop()
}

function print() {
  const show = (value: number, unit: string) => `${value.toFixed(DECIMALS[unit] ?? 0)} ${unit}`.trim()
  let missed = 0
  console.log(`${describeMachine()}\n`)
  console.log(`${''.padEnd(52)}${'ours'.padStart(10)}${'bare'.padStart(10)}${'ratio'.padStart(8)}   goal`)
  for (const { what, ours, bare: theirs, unit, goal, isGoalOfBare, isLeast } of rows) {
    const ratio = theirs ? ours / theirs : Number.NaN
    const value = isGoalOfBare ? ratio : ours
    const isMissed = isLeast ? value < goal : value > goal
    if (isMissed) missed++
    const columns = [
      show(ours, unit).padStart(10),
      (theirs === undefined ? '' : show(theirs, unit)).padStart(10),
      (theirs ? ratio.toFixed(2) : '').padStart(8),
    ]
    const bound = `${isLeast ? 'at least' : 'at most'} ${isGoalOfBare ? `${goal} of bare` : show(goal, unit)}`
    console.log(`${what.padEnd(52)}${columns.join('')}   ${bound}${isMissed ? ', MISSED' : ''}`)
  }
  console.log(`\n${rows.length - missed} of ${rows.length} goals are met.`)
}

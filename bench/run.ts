import { readFileSync } from 'node:fs'
// @ts-expect-error: the package has no types
import autocannon from 'autocannon'
import { residentMegabytes } from '#test/site-process.ts'
import { describeMachine } from './machine.ts'
import { startServer } from './start-site.ts'
import { median } from './statistics.ts'

const WARM_UP_SECONDS = 2
const SECONDS = 5
const PAGE_VIEWS = 10_000
const CONNECTIONS = 16
const MORE_PAGES_THAN_CACHED = 2_000

const rows: [what: string, figure: string, target: string][] = []

await coldStart()
const site = await startServer()
await firstLoadScript()
rows.push(['Resident memory after the start', `${residentMegabytes(site.pid)} MB`, ''])
await pageViews()
await rate('/plates, rendered each time (40 plates)', '/plates', {}, MORE_PAGES_THAN_CACHED)
await rate('/plates, cached', '/plates')
const key = (await (await fetch(site.address)).text()).match(/data-backend-key="([^"]+)"/)?.[1] ?? ''
await rate(
  'REST read of 50 rows',
  '/rest/v1/sales?select=*&order=total_price.desc.nullslast,id.asc&limit=50',
  {
    apikey: key,
  },
)
site.stop()

console.log(`\n${describeMachine()}, load from the same machine\n`)
for (const [what, figure, target] of rows) console.log(`${what.padEnd(44)}${figure.padStart(16)}   ${target}`)

async function coldStart() {
  const times: number[] = []
  for (let run = 0; run < 9; run++) {
    const { startedInMs, stop } = await startServer()
    times.push(startedInMs)
    await stop()
  }
  rows.push(['Cold start to the first 200, median of 9', `${Math.round(median(times))} ms`, 'at most 400 ms'])
}

async function firstLoadScript() {
  const html = await (await fetch(site.address)).text()
  const scripts = new Set(html.match(/\/assets\/[\w.-]+\.js/g))
  let bytes = 0
  for (const script of scripts) bytes += readFileSync(`build/client${script}.br`).length
  rows.push([
    `First-load script of the home page (${scripts.size} files)`,
    `${(bytes / 1000).toFixed(1)} kB`,
    'at most 111 kB',
  ])
}

async function pageViews() {
  const paths = ['/', '/plates', '/plate/1%20KP', '/plate/H34%20VEN', '/about', '/no/such/page']
  await autocannon({
    url: site.address,
    connections: 16,
    amount: PAGE_VIEWS,
    requests: paths.map((path) => ({ path, headers: { 'accept-encoding': 'br' } })),
  })
  rows.push([
    `Resident memory after ${PAGE_VIEWS.toLocaleString('en-GB')} page views`,
    `${residentMegabytes(site.pid)} MB`,
    'under 250 MB',
  ])
}

async function rate(what: string, path: string, headers: Record<string, string> = {}, variants = 0) {
  let client = 0
  const options = {
    url: site.address + path,
    connections: CONNECTIONS,
    headers: { 'accept-encoding': 'br', ...headers },
    // Distinct pages per connection, or sixteen would share one render.
    setupClient: (connection: { setRequests(requests: { path: string }[]): void }) => {
      const first = (client++ % CONNECTIONS) * variants
      if (variants)
        connection.setRequests(
          Array.from({ length: variants }, (_, n) => ({ path: `${path}?n=${first + n}` })),
        )
    },
  }
  await autocannon({ ...options, duration: WARM_UP_SECONDS })
  const { requests, latency, non2xx } = await autocannon({ ...options, duration: SECONDS })
  rows.push([
    what,
    `${Math.round(requests.average).toLocaleString('en-GB')}/s`,
    `p99 ${latency.p99} ms${non2xx ? `, ${non2xx} NOT 200` : ''}`,
  ])
}

// The embedded backend against PostgREST and PostgreSQL: the same reads of the same rows over HTTP.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
// @ts-expect-error: the package has no types
import autocannon from 'autocannon'
import { openPostgres } from '#data/open-postgres.ts'
import type { Database } from '#data/tables.ts'
import { openData } from '#db/embedded.ts'
import { startPostgrest } from '#test/postgrest.ts'
import { addRows, deleteRows } from '#test/rows.ts'
import { residentMegabytes } from '#test/site-process.ts'
import { describeMachine } from './machine.ts'
import { startServer } from './start-site.ts'
import { median } from './statistics.ts'

/** From 5,000 sales on, reads run in the worker pool: see ROWS=100000. */
const ROWS = Number(process.env.ROWS ?? 2_000)
const CONNECTIONS = 16
const SECONDS = 4
const ROUNDS = 3

const order = 'order=total_price.desc.nullslast,id'
const reads = {
  '50 rows, sorted': `sales?select=*&${order}&limit=50`,
  '50 rows, filtered and counted': `sales?select=*&where_sold=in.(Seller 1,Seller 2)&sale_year=gte.2010&${order}&limit=50`,
  '1,000 rows': `sales?select=*&${order}&limit=1000`,
  'one row by its registration': 'sales?select=*&plate_number=eq.A 77&limit=1',
}
const counted = new Set(['50 rows, filtered and counted'])

interface Side {
  name: string
  url: string
  key: string
  memory(): string
}

const embedded = await startServer()
const keys = JSON.parse(readFileSync(join(embedded.dataDir, 'keys.json'), 'utf8'))
const postgrest = await startPostgrest()
const sides: Side[] = [
  {
    name: 'embedded',
    url: `${embedded.address}/rest/v1`,
    key: keys.anonKey,
    memory: () => `${residentMegabytes(embedded.pid)} MB (the whole site)`,
  },
  {
    name: 'PostgREST',
    url: postgrest.url,
    key: postgrest.anonKey,
    memory: () =>
      `${residentMegabytes(postgrest.postgrestPid)} MB and ${proportionalMegabytes(postgrest.postgresPid)} MB of PostgreSQL`,
  },
]

try {
  await fill(openData(embedded.dataDir))
  await fill(openPostgres(postgrest.databaseUrl))
  await postgrest.sql('VACUUM ANALYZE')

  console.log(`${describeMachine()}, ${postgrest.versions}, load from the same machine`)
  console.log(
    `${ROWS.toLocaleString('en-GB')} sales, ${CONNECTIONS} connections, median of ${ROUNDS} runs of ${SECONDS} s, in turns\n`,
  )
  console.log(
    `${'requests/s (p99 ms)'.padEnd(34)}${sides.map(({ name }) => name.padStart(20)).join('')}     ratio`,
  )
  for (const [what, path] of Object.entries(reads)) {
    const rates: number[][] = sides.map(() => [])
    const latencies: number[][] = sides.map(() => [])
    for (let round = 0; round < ROUNDS; round++)
      for (const [index, side] of sides.entries()) {
        const { rate, p99 } = await load(side, path, counted.has(what))
        rates[index]?.push(rate)
        latencies[index]?.push(p99)
      }
    const middle = rates.map(median)
    const cells = middle.map((rate, index) =>
      `${Math.round(rate).toLocaleString('en-GB')} (${median(latencies[index] ?? [])})`.padStart(20),
    )
    console.log(
      `${what.padEnd(34)}${cells.join('')}${((middle[0] ?? 0) / (middle[1] ?? 1)).toFixed(1).padStart(10)}`,
    )
  }
  console.log(`\nresident memory: ${sides.map(({ name, memory }) => `${name} ${memory()}`).join('; ')}`)
} finally {
  await postgrest.close()
  await embedded.stop()
}

async function fill(database: Database) {
  await deleteRows(database, 'sales')
  const rows = Array.from({ length: ROWS }, (_, n) => ({
    plate_number: `A ${n}`,
    where_sold: `Seller ${n % 7}`,
    category: `Category ${n % 11}`,
    type: 'Letters First',
    sale_year: 2000 + (n % 25),
    sale_month: 1 + (n % 12),
    hammer_price: (n * 7919) % 100_000,
    total_price: (n * 7907) % 130_000,
    price_basis: 'both',
    source_url: `https://example.org/sales/${n}`,
    note: 'A sale like any other, with a note of ordinary length beside it',
  }))
  for (let from = 0; from < ROWS; from += 1_000)
    await addRows(database, 'sales', rows.slice(from, from + 1_000))
  await database.destroy()
}

async function load(
  { url, key }: Side,
  path: string,
  isCounted: boolean,
): Promise<{ rate: number; p99: number }> {
  const options = {
    url: `${url}/${path.replaceAll(' ', '%20')}`,
    connections: CONNECTIONS,
    headers: { apikey: key, authorization: `Bearer ${key}`, ...(isCounted ? { prefer: 'count=exact' } : {}) },
  }
  await autocannon({ ...options, duration: 1 })
  const { requests, latency, non2xx } = await autocannon({ ...options, duration: SECONDS })
  if (non2xx) throw new Error(`${non2xx} answers of ${url} were not 200`)
  return { rate: requests.average, p99: latency.p99 }
}

/** Memory of all PostgreSQL processes, with shared pages counted once. */
function proportionalMegabytes(pid: number): number {
  const kilobytes = [pid, ...childrenOf(pid)].map((process) => {
    try {
      const [, share = '0'] =
        /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${process}/smaps_rollup`, 'utf8')) ?? []
      return Number(share)
    } catch {
      return 0
    }
  })
  return Math.round(kilobytes.reduce((sum, share) => sum + share, 0) / 1024)
}

function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((process) => {
      try {
        return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${process}/stat`, 'utf8'))?.[1]) === pid
      } catch {
        return false
      }
    })
}

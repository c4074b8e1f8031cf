// Comparable sales of a registration among a million sales of every system. Arguments: [sales [hosted [sales]]]
import { rmSync } from 'node:fs'
import { loadavg } from 'node:os'
import { similarSales } from '#app/features/sales/similar-sales/similar-sales.ts'
import { openBackend } from '#db/embedded.ts'
import { type BackendClient, createBackendClient } from '#shared/data/client.ts'
import { postgrestMissingReason, startPostgrest } from '#test/postgrest.ts'
import { makeStock } from '#test/synthetic-stock.ts'
import { describeMachine } from './machine.ts'
import { quantile } from './statistics.ts'
import { COLUMNS, makeSales, sale } from './synthetic-sales.ts'

const MANY = Number(process.argv[2] ?? 1_000_000)
const HOSTED = process.argv[3] === 'hosted' ? Number(process.argv[4] ?? 100_000) : 0
const ASKED = 400
const WARM_UP = 20

/**
 * Letters sold thousands of times, so that the limits of the queries matter: every fifth dated registration has one of
 * them.
 */
const NAMES = 'SAM TOM BEN DAN MAX JON LEE KAY AMY ANN RAY ROY PAM SUE KEN RON DEB PAT DES HAL'.split(' ')

/** Each registration is sold about three times. */
function registrations(count: number, seed: number): string[] {
  return makeStock(count, seed).map(({ registration }, at) => {
    const name = NAMES[Math.floor(at / 5) % NAMES.length] ?? ''
    return at % 5 === 0
      ? registration.replace(/(?<=\d )[A-Z]{3}$|^[A-Z]{3}(?= \d+[A-Z]$)/, name)
      : registration
  })
}

const rows: [what: string, median: string, p95: string, target: string][] = []
if (MANY > 0) await embedded()
if (HOSTED > 0) await hosted()
console.log(`\n${describeMachine()}, load ${loadavg()[0]?.toFixed(1)}\n`)
console.log(`${''.padEnd(64)}${'median'.padStart(11)}${'p95'.padStart(11)}`)
for (const [what, median, p95, target] of rows)
  console.log(`${what.padEnd(64)}${median.padStart(11)}${p95.padStart(11)}   ${target}`)

async function embedded() {
  const sold = registrations(Math.ceil(MANY / 3), 1)
  const dataDir = makeSales(MANY, (n) => sold[n % sold.length] ?? '')
  const backend = openBackend({ dataDir, seed: false })
  const client = createBackendClient(
    { url: 'http://embedded/rest/v1', key: backend.anonKey },
    (input, init) => backend.fetch(new Request(input, init)),
  )
  await measure(`${MANY.toLocaleString('en-GB')} sales`, client)
  backend.close()
  rmSync(dataDir, { recursive: true })
}

async function hosted() {
  const missing = postgrestMissingReason()
  if (missing) return console.log(`PostgreSQL was not measured: ${missing}.`)
  const postgrest = await startPostgrest()
  const sold = registrations(Math.ceil(HOSTED / 3), 1)
  const AT_ONCE = 5_000
  for (let first = 0; first < HOSTED; first += AT_ONCE) {
    const values = Array.from({ length: Math.min(AT_ONCE, HOSTED - first) }, (_, n) =>
      literal(sale(first + n, sold[(first + n) % sold.length])),
    )
    await postgrest.sql(`INSERT INTO sales (${COLUMNS}) VALUES ${values.join()} ON CONFLICT DO NOTHING`)
  }
  await postgrest.sql('VACUUM ANALYZE')
  await measure(
    `${HOSTED.toLocaleString('en-GB')} in ${postgrest.versions}`,
    createBackendClient({ url: postgrest.url, key: postgrest.anonKey }),
  )
  await postgrest.close()
}

async function measure(what: string, client: BackendClient) {
  const asked = registrations(ASKED + WARM_UP, 2)
  const times: number[] = []
  let withSome = 0
  for (const [at, registration] of asked.entries()) {
    const began = performance.now()
    const similar = await similarSales(client, registration)
    if (at < WARM_UP) continue
    times.push(performance.now() - began)
    if (similar.length > 0) withSome += 1
  }
  const ms = (time: number) => `${time.toFixed(1)} ms`
  rows.push([
    `${what}: comparables (${Math.round((100 * withSome) / ASKED)} % have some)`,
    ms(quantile(times, 0.5)),
    ms(quantile(times, 0.95)),
    'p95 at most 100 ms',
  ])
}

function literal(values: (string | number | null)[]): string {
  const message = values.map((value) =>
    typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : value,
  )
  return `(${message.map((value) => value ?? 'NULL').join()})`
}

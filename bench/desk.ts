// The reads of the desk's stock list at 10,000 plates, and one change of all of them, on both backends.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { openPostgres } from '#data/open-postgres.ts'
import type { Database } from '#data/tables.ts'
import { openBackend, openData } from '#db/embedded.ts'
import type { Actor } from '#services/audit/actor.ts'
import type { PlateStatus } from '#services/stock/plate-status.ts'
import type { StockChange } from '#services/stock/stock-types.ts'
import {
  countStock,
  findStockPlate,
  listStock,
  plateHistory,
  readWholeStock,
} from '#services/stock/stored-plates.ts'
import { changePlates } from '#test/change-rows.ts'
import { postgrestMissingReason, startPostgrest } from '#test/postgrest.ts'
import { makeStock } from '#test/synthetic-stock.ts'
import { describeMachine } from './machine.ts'
import { median, quantile } from './statistics.ts'

const PLATES = Number(process.env.PLATES ?? 10_000)
const RUNS = 100

const actor: Actor = { person: 'Ann', via: 'desk' }
const stock = makeStock(PLATES)
const STATUSES: PlateStatus[] = ['for_sale', 'for_sale', 'for_sale', 'sold', 'draft', 'reserved', 'withdrawn']

const reads: Record<string, (database: Database, run: number) => Promise<unknown>> = {
  'page of 100 by registration': (database) => listStock(database),
  'page of 100 for sale': (database) => listStock(database, { statuses: ['for_sale'] }),
  'page of 100 sold, page 10': (database) => listStock(database, { statuses: ['sold'], offset: 900 }),
  'dearest first': (database) => listStock(database, { order: 'price', descending: true }),
  'cheapest first, for sale': (database) => listStock(database, { order: 'price', statuses: ['for_sale'] }),
  'latest changes first': (database) => listStock(database, { order: 'updated', descending: true }),
  'search by two letters': (database) => listStock(database, { letters: 'SA' }),
  'search by a registration': (database, run) =>
    listStock(database, { letters: stock[run % PLATES]?.registration ?? '' }),
  'documents that expire': (database) => listStock(database, { documentExpiresBefore: '2026-03-01' }),
  'count by status': (database) => countStock(database),
  'one plate': (database, run) =>
    findStockPlate(database, { registration: stock[run % PLATES]?.registration ?? '' }),
  'latest 100 changes': (database) => plateHistory.latest(database),
}

console.log(`${describeMachine()}\n${PLATES.toLocaleString('en-GB')} plates, ${RUNS} reads of each kind\n`)
await measureEmbedded()
const missing = postgrestMissingReason()
if (missing) console.log(`\nPostgREST is not measured: ${missing}`)
else await measureHosted()

async function measureEmbedded() {
  const dataDir = mkdtempSync(join(tmpdir(), 'plateworthy-bench-desk-'))
  const backend = openBackend({ dataDir, seed: false })
  backend.close()
  const database = openData(dataDir)
  try {
    console.log('embedded')
    await measure(database)
  } finally {
    await database.destroy()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function measureHosted() {
  const postgrest = await startPostgrest()
  try {
    console.log(`\n${postgrest.versions}`)
    const database = openPostgres(postgrest.databaseUrl)
    await measure(database, () => postgrest.sql('VACUUM ANALYZE'))
    await database.destroy()
  } finally {
    await postgrest.close()
  }
}

async function measure(database: Database, settle: () => Promise<unknown> = async () => {}) {
  await change(database, 'insert all', stock.map(toInsert))
  const all: StockChange[] = []
  for await (const { id, updatedAt, priceGbp } of readWholeStock(database))
    all.push({ id, seenAt: updatedAt, plate: { priceGbp: (priceGbp ?? 0) + 50 } })
  await change(database, 'reprice all', all)
  await settle()
  for (const [name, read] of Object.entries(reads)) {
    const times: number[] = []
    for (let run = -5; run < RUNS; run++) {
      const began = performance.now()
      await read(database, Math.max(run, 0))
      if (run >= 0) times.push(performance.now() - began)
    }
    report(name, `p50 ${format(median(times))}, p95 ${format(quantile(times, 0.95))}`)
  }
}

function toInsert(
  { registration, priceGbp, description }: (typeof stock)[number],
  index: number,
): StockChange {
  const status = STATUSES[index % STATUSES.length] as PlateStatus
  return {
    id: null,
    plate: { registration, priceGbp, description, isAvailable: status === 'for_sale' },
    details: {
      status,
      costGbp: Math.round(priceGbp / 2),
      documentExpiresOn: `2026-${String(1 + (index % 12)).padStart(2, '0')}-28`,
      notes: 'Bought at the spring auction; the certificate is in the blue folder.',
    },
  }
}

async function change(database: Database, name: string, changes: StockChange[]) {
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const began = performance.now()
  await changePlates(database, { actor, action: name, change: name, changes })
  const seconds = (performance.now() - began) / 1000
  await new Promise((resolve) => setTimeout(resolve, 20)) // the last delay is noted at the next tick
  delay.disable()
  report(name, `${seconds.toFixed(1)} s, the event loop held up for ${format(delay.max / 1e6)} at most`)
}

function report(name: string, figures: string) {
  console.log(`  ${name.padEnd(30)}${figures}`)
}

function format(milliseconds: number): string {
  return `${milliseconds.toFixed(milliseconds < 10 ? 1 : 0)} ms`
}

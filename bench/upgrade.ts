/**
 * How long the upgrade of a large shop takes by a migration that adds a column to its plates and builds a table anew, and how
 * long a visitor waits meanwhile. `node bench/upgrade.ts [SALES] [PLATES]`
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { migratePostgres } from '#data/migrate-postgres.ts'
import { openPostgres } from '#data/open-postgres.ts'
import { openDatabase } from '#db/embedded.ts'
import { readHostedFiles, readHostedState } from '#services/backend-migrations.ts'
import { nextSql, writeHostedFiles } from '#test/next-migration.ts'
import { postgrestMissingReason, startPostgrest } from '#test/postgrest.ts'
import { describeMachine } from './machine.ts'
import { fillEmbedded, fillHosted } from './realistic-sales.ts'

const [sales = 1_000_000, plates = 100_000] = process.argv.slice(2).map(Number)
const folder = mkdtempSync(join(tmpdir(), 'plateworthy-upgrade-'))
const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`

console.info(`${describeMachine()}\n${sales} sales, ${plates} plates`)
try {
  await embedded(join(folder, 'var'))
  if (postgrestMissingReason() === null) await hosted(join(folder, 'supabase'))
} finally {
  rmSync(folder, { recursive: true })
}

/** The site migrates when it starts, so that it is away for as long. */
async function embedded(dataDir: string): Promise<void> {
  fillEmbedded(dataDir, sales, plates)
  const began = performance.now()
  openDatabase(dataDir, [...nextSql.migrations], nextSql.current).close()
  console.info(`embedded: upgraded in ${seconds(performance.now() - began)}, while the site is away`)
}

/** Sites go on: what is measured is the longest that a read of the stock waits. */
async function hosted(files: string): Promise<void> {
  const postgres = await startPostgrest({
    isAlone: true,
    settings: '-c shared_buffers=512MB -c max_wal_size=4GB',
  })
  const visitors = openPostgres(postgres.databaseUrl, { connections: 1 })
  try {
    await fillHosted(postgres, sales, plates)
    writeHostedFiles(files)
    let [isDone, longest] = [false, 0]
    const reading = (async () => {
      for (; !isDone; await sleep(5)) {
        const began = performance.now()
        await visitors.selectFrom('plates').select('id').limit(1).execute()
        longest = Math.max(longest, performance.now() - began)
      }
    })()
    const began = performance.now()
    const next = readHostedFiles(pathToFileURL(`${files}/`))
    await migratePostgres(postgres.ownerUrl, { state: readHostedState(), files: next })
    const took = performance.now() - began
    isDone = true
    await reading
    console.info(`PostgreSQL: upgraded in ${seconds(took)}; a read waits for at most ${seconds(longest)}`)
  } finally {
    await visitors.destroy()
    await postgres.close()
  }
}

/**
 * Makes what the tests upgrade from this version (`npm run release:fixture`, a part of `npm version`): a row in every table, as
 * `office backup` copies it, and as pg_dump writes it. Every later version is tested with them.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { makeBackup } from '#cli/backup/make.ts'
import { openPostgres } from '#data/open-postgres.ts'
import { openBackend, openData } from '#db/embedded.ts'
import { fillEveryTable } from '#test/fill-every-table.ts'
import { preferDebianPostgres, startPostgrest } from '#test/postgrest.ts'

const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
const folder = join('test/fixtures/releases', version)
const programs = preferDebianPostgres()
if (!programs || !existsSync(join(programs, 'pg_dump'))) {
  process.stderr.write('A release needs PostgreSQL and its pg_dump: sudo apt install postgresql\n')
  process.exit(1)
}
const work = mkdtempSync(join(tmpdir(), 'plateworthy-fixture-'))
try {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'plateworthy.db.gz'), gzipSync(await embedded(), { level: 9 }))
  writeFileSync(join(folder, 'plateworthy.sql.gz'), gzipSync(await hosted(programs), { level: 9 }))
  process.stdout.write(`Made ${folder}.\n`)
} finally {
  rmSync(work, { recursive: true })
}

async function embedded(): Promise<Buffer> {
  const dataDir = join(work, 'var')
  openBackend({ dataDir, seed: false }).close()
  const database = openData(dataDir)
  await fillEveryTable(database).finally(() => database.destroy())
  const file = join(work, 'backup.db')
  await makeBackup(dataDir, file)
  return readFileSync(file)
}

async function hosted(programs: string): Promise<string> {
  const postgres = await startPostgrest({ isAlone: true, database: 'plateworthy' })
  try {
    const database = openPostgres(postgres.databaseUrl)
    await fillEveryTable(database).finally(() => database.destroy())
    const { status, stdout, stderr } = spawnSync(
      join(programs, 'pg_dump'),
      ['--inserts', '-h', postgres.socketFolder, '-U', 'postgres', 'plateworthy'],
      { encoding: 'utf8', maxBuffer: 2 ** 26 },
    )
    if (status !== 0) throw new Error(stderr)
    // Without the commands of psql, and a setting that older versions of PostgreSQL do not know.
    return stdout.replace(/^(?:\\|SET transaction_timeout).*\n/gm, '')
  } finally {
    await postgres.close()
  }
}

/** Every release's data are upgraded in place: by this version, and by one with another migration (next-migration.ts). */
import { spawnSync } from 'node:child_process'
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { expect, it, onTestFinished } from 'vitest'
import { type MigrationFile, migratePostgres } from '#data/migrate-postgres.ts'
import { openDatabase } from '#db/embedded.ts'
import { DATABASE_NAME } from '#packages/sqlite-rest/database.ts'
import { readHostedFiles, readHostedState } from '#services/backend-migrations.ts'
import { openTestCli } from './cli/open-cli.ts'
import { COMPILE_CACHE } from './compile-cache.ts'
import { HOSTED_MIGRATION, nextSql, writeHostedFiles } from './next-migration.ts'
import { postgrestMissingReason, startPostgrest } from './postgrest.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { readHostedRows, readRows, withoutRestore } from './upgrade-rows.ts'

/** Made by scripts/release-fixture.ts of each release. */
const RELEASES = 'test/fixtures/releases'
const releases = readdirSync(RELEASES)
const PLACES = 10

function unpack(release: string): string {
  const dataDir = temporaryFolder()
  const content = gunzipSync(readFileSync(join(RELEASES, release, 'plateworthy.db.gz')))
  writeFileSync(join(dataDir, DATABASE_NAME), content)
  return dataDir
}

const openNext = (dataDir: string) => openDatabase(dataDir, [...nextSql.migrations], nextSql.current)

it.each(releases)(
  'a data folder and a backup of %s are upgraded with every row of every table',
  async (release) => {
    const dataDir = unpack(release)
    const file = join(dataDir, DATABASE_NAME)
    const before = readRows(file)
    for (const [table, rows] of Object.entries(before)) expect([table, rows]).not.toEqual([table, []])
    const elsewhere = openTestCli({ DATA_DIR: temporaryFolder() })
    expect(await elsewhere.run('restore', file, '--yes')).toMatchObject({ code: 0 })
    for (const open of [openDatabase, openNext]) {
      for (const folder of [dataDir, elsewhere.environment.DATA_DIR ?? '']) open(folder).close()
      expect(readRows(file, before)).toEqual(before)
      const restored = readRows(join(elsewhere.environment.DATA_DIR ?? '', DATABASE_NAME), before)
      expect(withoutRestore(restored)).toEqual(withoutRestore(before))
    }
    expect(() => openDatabase(dataDir)).toThrow('was made by a newer version of the site')
  },
)

it('a migration that is killed at any of ten places leaves the old database, which the next start upgrades', () => {
  const dataDir = unpack(releases.at(-1) ?? '')
  const file = join(dataDir, DATABASE_NAME)
  const sql = join(temporaryFolder(), 'sql.json')
  // The views and triggers of the next release follow from its tables.
  const next = temporaryFolder()
  copyFileSync(file, join(next, DATABASE_NAME))
  const opened = openNext(next)
  writeFileSync(sql, JSON.stringify({ ...nextSql, current: nextSql.current(opened.writer) }))
  opened.close()
  const before = readRows(file)
  const migrate = (folder: string, place = 0) =>
    spawnSync(process.execPath, ['test/crash-migration.ts', folder, sql, String(place)], {
      encoding: 'utf8',
      env: { ...process.env, ...COMPILE_CACHE },
    })
  const whole = temporaryFolder()
  copyFileSync(file, join(whole, DATABASE_NAME))
  const actions = Number(migrate(whole).stdout)
  expect(actions).toBeGreaterThan(100)
  for (let place = 1; place <= PLACES; place++) {
    expect(migrate(dataDir, Math.floor((actions * place) / PLACES)).signal).toBe('SIGKILL')
    openDatabase(dataDir).close()
    expect(readRows(file)).toEqual(before)
  }
  expect(migrate(dataDir).status).toBe(0)
  expect(readRows(file, before)).toEqual(before)
  expect(() => openDatabase(dataDir)).toThrow('was made by a newer version of the site')
})

const missing = postgrestMissingReason()

it.skipIf(missing)(
  'a PostgreSQL of each release is upgraded with every row of every table, and a migration that loses its connection changes nothing',
  async () => {
    const postgres = await startPostgrest({ isAlone: true })
    onTestFinished(() => postgres.close())
    const folder = temporaryFolder()
    writeHostedFiles(folder)
    const next = readHostedFiles(pathToFileURL(`${folder}/`))
    for (const [index, release] of releases.entries()) {
      const name = `release_${index}`
      await postgres.sql(`CREATE DATABASE ${name}`)
      const sql = (text: string) => postgres.sql(text, 'postgres', name)
      await sql(gunzipSync(readFileSync(join(RELEASES, release, 'plateworthy.sql.gz'))).toString())
      const before = await readHostedRows(sql)
      for (const [table, rows] of Object.entries(before)) expect([table, rows]).not.toEqual([table, []])
      const url = postgres.ownerUrl.replace('/postgres?', `/${name}?`)
      const migrate = (files: readonly MigrationFile[]) =>
        migratePostgres(url, { state: readHostedState(), files })
      await migrate(readHostedFiles())
      expect(await readHostedRows(sql, before)).toEqual(before)
      const files = () => sql('SELECT name, digest FROM plateworthy.files ORDER BY name')
      const known = await files()
      for (const killed of index === releases.length - 1 ? withEnds(next) : []) {
        await expect(migrate(killed)).rejects.toThrow('terminating connection')
        expect(await files()).toEqual(known)
      }
      expect(await readHostedRows(sql, before)).toEqual(before)
      await migrate(next)
      expect(await readHostedRows(sql, before)).toEqual(before)
      await expect(migrate(readHostedFiles())).rejects.toThrow('migrations that this version lacks')
    }
  },
)

/** The files with an end of the connection after each statement of the new migration, and after all of them. */
function withEnds(next: readonly MigrationFile[]): MigrationFile[][] {
  const end = 'SELECT pg_terminate_backend(pg_backend_pid())'
  const statements = next.find(({ name }) => name === HOSTED_MIGRATION)?.sql.split(/;\n/) ?? []
  const ended = statements.map((_, index) =>
    next.map((file) =>
      file.name === HOSTED_MIGRATION
        ? { ...file, sql: [...statements.slice(0, index), end].join(';\n') }
        : file,
    ),
  )
  return [...ended, [...next, { name: 'last.sql', digest: '', sql: end }]]
}

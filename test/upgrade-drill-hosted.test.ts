/**
 * The upgrade of a site on PostgreSQL from the previous release, and the downgrade, by the commands of the manual. The
 * rows are those of the same backup as on the embedded backend.
 */
import { existsSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { findMissingMigrations } from '#services/backend-migrations.ts'
import { createBackendClient } from '#shared/data/client.ts'
import { blocksOf } from './manual.ts'
import { openManualServer } from './manual-server.ts'
import {
  findPostgres,
  listHostedMigrations,
  type Postgrest,
  postgrestMissingReason,
  startPostgrest,
} from './postgrest.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { unpackBackup } from './upgrade-backup.ts'
import { type Row, type Rows, readRows } from './upgrade-rows.ts'

const SCHEMA = 19
const NEWEST = '20261207000000_imports.sql'
const [, backUp = '', restore = ''] =
  /^(.*plateworthy\.dump\n)([\s\S]*)$/m.exec(blocksOf('hosted.md', '### Backups', '## Moving')[0] ?? '') ?? []

// npm's PostgreSQL has no pg_dump and psql; Debian's has them beside its initdb.
const debian = ['18', '17', '16', '15']
  .map((version) => `/usr/lib/postgresql/${version}/bin`)
  .find(existsSync)
if (debian) process.env.PLATEWORTHY_POSTGRES ??= debian
const programs = findPostgres() ?? ''
const missing =
  postgrestMissingReason() ?? (existsSync(join(programs, 'pg_dump')) ? null : 'there is no pg_dump')

const quote = (text: string) => `'${text.replaceAll("'", "''")}'`

/** The rows of the backup, as the previous release would have written them. */
async function load(postgrest: Postgrest, rows: Rows): Promise<void> {
  for (const [table, list] of Object.entries(rows)) {
    if (list.length === 0) continue
    const columns = await postgrest.sql(
      `SELECT column_name AS name, data_type AS type FROM information_schema.columns WHERE table_name = ${quote(table)} AND is_generated = 'NEVER'`,
    )
    const known = columns.filter(({ name }) => String(name) in (list[0] ?? {}))
    const names = known.map(({ name }) => `"${name}"`).join()
    const typed = list.map((row) =>
      Object.fromEntries(
        known.map(({ name, type }) => {
          const value = row[String(name)]
          return [name, type === 'boolean' && value !== null ? value === 1 : value]
        }),
      ),
    )
    // Without the triggers, which would record these rows as changes.
    await postgrest.sql(
      `SET session_replication_role = replica; INSERT INTO ${table} (${names}) SELECT ${names} FROM json_populate_recordset(NULL::${table}, ${quote(JSON.stringify(typed))})`,
    )
  }
}

async function readHosted(postgrest: Postgrest, like: Rows): Promise<Rows> {
  const rows: Rows = {}
  for (const [table, [first]] of Object.entries(like)) {
    const found = await postgrest.sql(`SELECT to_json(t) AS row FROM ${table} t ORDER BY id`)
    rows[table] = found.map(({ row }) =>
      Object.fromEntries(Object.entries(row as Row).filter(([name]) => !first || name in first)),
    )
  }
  return rows
}

it.skipIf(missing)(
  'an upgrade over PostgreSQL by the manual keeps every row, and the manual’s way back too',
  async () => {
    const files = listHostedMigrations()
    const old = files.slice(0, files.indexOf(NEWEST) + 1)
    expect(old).toHaveLength(SCHEMA)
    const postgrest = await startPostgrest({ migrations: old, database: 'plateworthy' })
    onTestFinished(() => postgrest.close())
    await postgrest.sql(
      `CREATE SCHEMA plateworthy; CREATE TABLE plateworthy.migrations (name text PRIMARY KEY, applied_at timestamptz DEFAULT now());
       INSERT INTO plateworthy.migrations VALUES ${old.map((name) => `(${quote(name)})`).join()}`,
    )
    const file = join(temporaryFolder(), 'backup.db')
    writeFileSync(file, unpackBackup(SCHEMA))
    const fixtureRows = readRows(file)
    await load(postgrest, fixtureRows)
    const before = await readHosted(postgrest, fixtureRows)
    for (const [table, rows] of Object.entries(before)) expect([table, rows]).not.toEqual([table, []])

    const server = await openManualServer(
      async (_, [, what = '']) => {
        if (what === 'up') return ''
        // Revokes PostgREST's access to the database, as if it were stopped.
        for (const statement of [
          'ALTER DATABASE plateworthy ALLOW_CONNECTIONS false',
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'plateworthy'",
        ])
          await postgrest.sql(statement, 'postgres', 'postgres')
        return ''
      },
      {
        programs,
        environment: { PGHOST: postgrest.socketFolder },
      },
    )
    await server.run(backUp)
    await server.run(
      `PGUSER=postgres PGDATABASE=plateworthy MIGRATIONS='${resolve('supabase/migrations')}' sh '${resolve('deploy/migrate.sh')}'`,
    )
    await postgrest.sql("NOTIFY pgrst, 'reload schema'")
    const client = createBackendClient({ url: postgrest.url, key: postgrest.serviceKey })
    await expect.poll(() => findMissingMigrations(client)).toEqual([])
    expect(await readHosted(postgrest, before)).toEqual(before)

    await server.run(restore)
    await expect.poll(() => findMissingMigrations(client)).toEqual(files.slice(SCHEMA))
    expect(await readHosted(postgrest, before)).toEqual(before)
  },
)

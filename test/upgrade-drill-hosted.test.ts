/**
 * The upgrade of a site on PostgreSQL to a release with one more migration, and the way back from its backup, by the
 * commands of the manual.
 */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { findMissingMigrations, MIGRATIONS } from '#services/backend-migrations.ts'
import { createBackendClient } from '#shared/data/client.ts'
import { fillEveryTable } from './fill-every-table.ts'
import { blocksOf } from './manual.ts'
import { openManualServer } from './manual-server.ts'
import { HOSTED_MIGRATION, writeHostedMigrations } from './next-release.ts'
import {
  findPostgres,
  listHostedMigrations,
  type Postgrest,
  postgrestMissingReason,
  startPostgrest,
} from './postgrest.ts'
import { temporaryFolder } from './temporary-folder.ts'
import type { Row, Rows } from './upgrade-rows.ts'

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

/** Every row of every table; with the columns of `like`, if it is given. */
async function readHosted(postgrest: Postgrest, like?: Rows): Promise<Rows> {
  const tables = await postgrest.sql("SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1")
  const rows: Rows = {}
  for (const { tablename } of tables) {
    const name = String(tablename)
    const found = await postgrest.sql(`SELECT to_json(t) AS row FROM ${name} t ORDER BY to_json(t)::text`)
    const [first] = like?.[name] ?? []
    rows[name] = found.map(({ row }) =>
      Object.fromEntries(Object.entries(row as Row).filter(([column]) => !first || column in first)),
    )
  }
  return rows
}

it.skipIf(missing)(
  'an upgrade over PostgreSQL by the manual keeps every row, and the manual’s way back too',
  async () => {
    const files = listHostedMigrations()
    const postgrest = await startPostgrest({ database: 'plateworthy' })
    onTestFinished(() => postgrest.close())
    await postgrest.sql(
      `CREATE SCHEMA plateworthy; CREATE TABLE plateworthy.migrations (name text PRIMARY KEY, applied_at timestamptz DEFAULT now());
       INSERT INTO plateworthy.migrations VALUES ${files.map((name) => `(${quote(name)})`).join()}`,
    )
    const client = createBackendClient({ url: postgrest.url, key: postgrest.serviceKey })
    await fillEveryTable(client)
    const before = await readHosted(postgrest)
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
    const next = temporaryFolder()
    writeHostedMigrations(next)
    const migrate = `PGUSER=postgres PGDATABASE=plateworthy MIGRATIONS='${next}' sh '${resolve('deploy/migrate.sh')}'`
    expect(await server.run(migrate)).toContain(`Applying ${HOSTED_MIGRATION}`)
    expect(await server.run(migrate)).not.toContain('Applying')
    const findMissing = () =>
      findMissingMigrations(client, [...MIGRATIONS, [HOSTED_MIGRATION, ['plates', 'lot']]])
    await expect.poll(findMissing).toEqual([])
    expect(await readHosted(postgrest, before)).toEqual(before)

    await server.run(restore)
    await expect.poll(findMissing).toEqual([HOSTED_MIGRATION])
    expect(await readHosted(postgrest)).toEqual(before)
  },
)

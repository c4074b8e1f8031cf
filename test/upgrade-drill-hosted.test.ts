/**
 * The upgrade of a site on PostgreSQL to a release with one more migration, and the way back from its backup, by the
 * commands of the manual.
 */
import { existsSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { findMissingFiles, readHostedFiles } from '#services/backend-migrations.ts'
import { createBackendClient } from '#shared/data/client.ts'
import { fillEveryTable, IDS } from './fill-every-table.ts'
import { blocksOf } from './manual.ts'
import { openManualServer } from './manual-server.ts'
import { HOSTED_MIGRATION, HOSTED_VIEW, writeHostedFiles } from './next-release.ts'
import { findPostgres, type Postgrest, postgrestMissingReason, startPostgrest } from './postgrest.ts'
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
    const postgrest = await startPostgrest({ database: 'plateworthy' })
    onTestFinished(() => postgrest.close())
    // What the dealer has made beside it stays as it is.
    await postgrest.sql(`CREATE TABLE recipes AS SELECT 'Bread' AS name, now() AS updated_at;
      GRANT SELECT ON recipes TO anon; CREATE VIEW dear AS SELECT name FROM recipes;
      CREATE FUNCTION twice(n integer) RETURNS integer LANGUAGE sql RETURN 2 * n`)
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
    writeHostedFiles(next)
    const migrate = (folder: string, what = '') =>
      server.run(
        `PGUSER=postgres PGDATABASE=plateworthy SUPABASE='${resolve(folder)}' sh '${resolve('deploy/migrate.sh')}' ${what}`,
      )
    const idsOf = async (...views: string[]) => {
      const rows = await postgrest.sql("SELECT oid, relname FROM pg_class WHERE relkind = 'v' ORDER BY oid")
      return rows.filter(({ relname }) => views.includes(String(relname))).map(({ oid }) => oid)
    }
    const others = await idsOf('dear')
    expect(await migrate(next)).toContain(`Applying ${HOSTED_MIGRATION}`)
    const made = await idsOf('stock', 'lots')
    expect(await migrate(next)).not.toContain('Applying')
    expect(await idsOf('stock', 'lots')).toEqual(made)
    const nextFiles = readHostedFiles(pathToFileURL(`${next}/`))
    const findMissing = () => findMissingFiles(client, nextFiles)
    await expect.poll(findMissing).toEqual([])
    expect(await readHosted(postgrest, before)).toEqual(before)

    // View and function have the new column without being changed themselves.
    const add = { id: null, plate: { plate_number: 'L 1', price: 5 }, details: { cost: 1 } }
    const move = { id: IDS.plate, plate: { lot: '7' } }
    const change = { person: 'Ann', action: 'edit', change: 'lots', batch: null }
    expect((await client.rpc('change_stock', { ...change, changes: [add, move] })).error).toBeNull()
    const lots = await client.from('stock').select('id,lot').in('lot', ['7', 'none']).order('lot')
    expect(lots.data).toEqual([
      { id: IDS.plate, lot: '7' },
      { id: expect.anything(), lot: 'none' },
    ])

    rmSync(join(next, HOSTED_VIEW))
    await migrate(next)
    expect(await idsOf('lots')).toEqual([])
    await migrate(next, 'again')
    expect(await idsOf('dear')).toEqual(others)
    expect(
      await postgrest.sql("SELECT has_table_privilege('anon', 'recipes', 'SELECT') AS may, twice(2)"),
    ).toEqual([{ may: true, twice: 4 }])
    expect(await postgrest.sql("SELECT FROM pg_trigger WHERE tgrelid = 'recipes'::regclass")).toEqual([])
    await expect(migrate('supabase')).rejects.toThrow(HOSTED_MIGRATION)
    await postgrest.sql('CREATE VIEW priced AS SELECT price FROM stock')
    await expect(migrate(next, 'again')).rejects.toThrow('view priced depends on view stock')
    await postgrest.sql('DROP VIEW priced')

    await server.run(restore)
    await expect.poll(findMissing).toEqual([HOSTED_MIGRATION, HOSTED_VIEW])
    expect(await readHosted(postgrest)).toEqual(before)
  },
)

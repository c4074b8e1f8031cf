import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { migratePostgres } from '#data/migrate-postgres.ts'
import { openPostgres } from '#data/open-postgres.ts'
import { findMissingFiles, readHostedFiles, readHostedState } from '#services/backend-migrations.ts'
import { fillEveryTable, IDS } from './fill-every-table.ts'
import { blocksOf } from './manual.ts'
import { openManualServer } from './manual-server.ts'
import { HOSTED_MIGRATION, HOSTED_VIEW, writeHostedFiles } from './next-migration.ts'
import { postgrestMissingReason, preferDebianPostgres, startPostgrest } from './postgrest.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { readHostedRows } from './upgrade-rows.ts'

const [, backUp = '', restore = ''] =
  /^(.*plateworthy\.dump\n)([\s\S]*)$/m.exec(blocksOf('hosted.md', '### Backups', '## Moving')[0] ?? '') ?? []

const programs = preferDebianPostgres() ?? ''
const missing =
  postgrestMissingReason() ?? (existsSync(join(programs, 'pg_dump')) ? null : 'there is no pg_dump')

it.skipIf(missing)(
  'an upgrade over PostgreSQL by the manual keeps every row, and the manual’s way back too',
  async () => {
    const postgrest = await startPostgrest({ database: 'plateworthy' })
    onTestFinished(() => postgrest.close())
    const site = openPostgres(postgrest.databaseUrl)
    await fillEveryTable(site).finally(() => site.destroy())
    const before = await readHostedRows(postgrest.sql)
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
    const nextFiles = readHostedFiles(pathToFileURL(`${next}/`))
    const migrate = () => migratePostgres(postgrest.ownerUrl, { state: readHostedState(), files: nextFiles })
    expect(await migrate()).toEqual([HOSTED_MIGRATION])
    expect(await migrate()).toEqual([])
    const findMissing = async () => {
      const database = openPostgres(postgrest.databaseUrl, { connections: 1 })
      return findMissingFiles(database, nextFiles).finally(() => database.destroy())
    }
    await expect.poll(findMissing).toEqual([])
    expect(await readHostedRows(postgrest.sql, before)).toEqual(before)

    // The view includes the new column although its text has not changed.
    await postgrest.sql("INSERT INTO plates (plate_number, price) VALUES ('L 1', 5)")
    await postgrest.sql(`UPDATE plates SET lot = '7' WHERE id = '${IDS.plate}'`)
    expect(await postgrest.sql("SELECT id, lot FROM stock WHERE lot IN ('7', 'none') ORDER BY lot")).toEqual([
      { id: IDS.plate, lot: '7' },
      { id: expect.anything(), lot: 'none' },
    ])

    await server.run(restore)
    await expect.poll(findMissing).toEqual([HOSTED_MIGRATION, HOSTED_VIEW])
    expect(await readHostedRows(postgrest.sql)).toEqual(before)
  },
)

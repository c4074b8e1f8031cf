import { expect, it, onTestFinished } from 'vitest'
import { findMissingFiles, readHostedFiles } from '#services/backend-migrations.ts'
import { openHostedCli, openTestCli } from './cli/open-cli.ts'
import { hostedSql, postgrestMissingReason, startPostgrest } from './postgrest.ts'

const missing = postgrestMissingReason()

const ROLES = `CREATE ROLE plateworthy_site LOGIN; CREATE ROLE anon NOLOGIN; CREATE ROLE service_role NOLOGIN BYPASSRLS;
  CREATE ROLE authenticator LOGIN NOINHERIT; GRANT anon, service_role TO authenticator`

it.skipIf(missing)(
  'the files that a hosted backend lacks are named in order: by the doctor, too, and a move to it is refused',
  async () => {
    const postgrest = await startPostgrest({ isEmpty: true, prepare: ROLES })
    onTestFinished(() => postgrest.close())
    const hosted = openHostedCli(postgrest)
    const files = readHostedFiles()
    const names = files.map(({ name }) => name)
    const [baseline] = files
    expect(await hosted.withData((database) => findMissingFiles(database))).toEqual(names)
    expect((await hosted.run('doctor')).all).toContain(names.join('\n           '))
    const source = openTestCli({ TARGET_DATABASE_URL: postgrest.databaseUrl }, { seed: false })
    const { code, all } = await source.run('move', '--to-database')
    expect([code, all]).toEqual([1, expect.stringContaining(`which applies ${names.join(', ')}.`)])

    // As by a program that knows nothing of supabase/access.sql, without which everybody could read the tables.
    await expect(postgrest.sql(baseline?.sql ?? '')).rejects.toThrow('Run deploy/migrate.sh')
    await postgrest.sql(hostedSql())
    await expect.poll(() => hosted.withData((database) => findMissingFiles(database))).toEqual([])
    const next = files.map((file) =>
      file.name === 'current/stock.sql' ? { ...file, digest: 'other' } : file,
    )
    const added = { name: 'migrations/20270101000000_lots.sql', digest: 'new' }
    expect(await hosted.withData((database) => findMissingFiles(database, [...next, added]))).toEqual([
      'current/stock.sql',
      added.name,
    ])
    // As over the tables of before the first release.
    await expect(postgrest.sql(hostedSql())).rejects.toThrow('has the tables of the site already')
  },
)

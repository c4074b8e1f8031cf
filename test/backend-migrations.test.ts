import { pathToFileURL } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { type MigrationFile, migratePostgres } from '#data/migrate-postgres.ts'
import { findMissingFiles, readHostedFiles, readHostedState } from '#services/backend-migrations.ts'
import { openHostedCli, openTestCli } from './cli/open-cli.ts'
import { HOSTED_MIGRATION, HOSTED_VIEW, writeHostedFiles } from './next-migration.ts'
import { postgrestMissingReason, startPostgrest } from './postgrest.ts'
import { temporaryFolder } from './temporary-folder.ts'

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
    hosted.environment.OWNER_DATABASE_URL = postgrest.ownerUrl
    hosted.environment.SITE_PASSWORD = "it's"
    const applied = names.filter((name) => name.startsWith('migrations/')).map((name) => `Applied ${name}`)
    const done = 'The database is up to date.'
    expect(await hosted.run('migrate')).toMatchObject({ code: 0, out: [...applied, done], notes: [] })
    expect(await hosted.run('migrate')).toMatchObject({ code: 0, out: [done], notes: [] })
    const [role] = await postgrest.sql("SELECT rolpassword FROM pg_authid WHERE rolname = 'plateworthy_site'")
    expect(role?.rolpassword).toMatch(/^SCRAM/)
    await expect.poll(() => hosted.withData((database) => findMissingFiles(database))).toEqual([])
    const next = files.map((file) =>
      file.name === 'current/stock.sql' ? { ...file, digest: 'other' } : file,
    )
    const added = { name: 'migrations/20270101000000_lots.sql', digest: 'new' }
    expect(await hosted.withData((database) => findMissingFiles(database, [...next, added]))).toEqual([
      'current/stock.sql',
      added.name,
    ])
    // As by an edited migration, or a later version.
    for (const change of [
      `UPDATE plateworthy.files SET digest = 'other' WHERE name = '${baseline?.name}'`,
      `UPDATE plateworthy.files SET digest = '${baseline?.digest}' WHERE name = '${baseline?.name}';
        INSERT INTO plateworthy.files VALUES ('${added.name}', '${added.digest}')`,
    ]) {
      await postgrest.sql(change)
      for (const { code, all } of [
        await hosted.run('migrate'),
        await hosted.run('doctor'),
        await source.run('move', '--to-database'),
      ])
        expect([code, all]).toEqual([
          1,
          expect.stringContaining('migrations that this version lacks, or has with another text: use'),
        ])
    }
    // As over the tables of before the first release.
    await postgrest.sql('DELETE FROM plateworthy.files')
    expect(await hosted.run('migrate')).toMatchObject({
      code: 1,
      all: expect.stringMatching(/^Nothing has been changed: .*has the tables of the site already/),
    })
  },
)

/** A database that a test migrates to files of its own. */
async function openMigrated() {
  const postgrest = await startPostgrest()
  onTestFinished(() => postgrest.close())
  const told: string[] = []
  const migrate = (files: readonly MigrationFile[], isAgain = false) =>
    migratePostgres(postgrest.ownerUrl, {
      state: readHostedState(),
      files,
      isAgain,
      tell: (line) => void told.push(line),
    })
  const viewsNow = async () => {
    const rows = await postgrest.sql(
      "SELECT relname, oid FROM pg_class WHERE relname IN ('dear', 'lots', 'stock')",
    )
    return Object.fromEntries(rows.map(({ relname, oid }) => [relname, oid]))
  }
  return { ...postgrest, told, migrate, viewsNow }
}

function nextFiles(): readonly MigrationFile[] {
  const folder = temporaryFolder()
  writeHostedFiles(folder)
  return readHostedFiles(pathToFileURL(`${folder}/`))
}

it.skipIf(missing)(
  'a migration makes views, functions and rights again when a file has changed, and leaves what others have made',
  async () => {
    const { sql, migrate, viewsNow } = await openMigrated()
    const [files, next] = [readHostedFiles(), nextFiles()]
    await sql(`CREATE TABLE recipes AS SELECT 'Bread' AS name, now() AS updated_at; GRANT SELECT ON recipes TO anon;
      CREATE VIEW dear AS SELECT name FROM recipes; CREATE FUNCTION twice(n integer) RETURNS integer LANGUAGE sql RETURN 2 * n`)
    const first = await viewsNow()
    expect(await migrate(files)).toEqual([])
    expect(await viewsNow()).toEqual(first)

    expect(await migrate(next)).toEqual([HOSTED_MIGRATION])
    const second = await viewsNow()
    expect(second).toEqual({ dear: first.dear, lots: expect.anything(), stock: expect.anything() })
    expect(second.stock).not.toBe(first.stock)
    const withoutView = next.filter(({ name }) => name !== HOSTED_VIEW)
    expect(await migrate(withoutView)).toEqual([])
    expect(await viewsNow()).toEqual({ dear: first.dear, stock: expect.anything() })

    const mayRead = async (table: string) => {
      const [row] = await sql(`SELECT has_table_privilege('anon', '${table}', 'SELECT') AS may`)
      return row?.may
    }
    await sql('GRANT SELECT ON plate_details TO anon')
    await migrate(withoutView, true)
    expect([await mayRead('plates'), await mayRead('plate_details'), await mayRead('recipes')]).toEqual([
      true,
      false,
      true,
    ])
    expect(
      await sql(
        "SELECT twice(2), (SELECT count(*)::int FROM pg_trigger WHERE tgrelid = 'recipes'::regclass)",
      ),
    ).toEqual([{ twice: 4, count: 0 }])

    await expect(migrate(files)).rejects.toThrow(HOSTED_MIGRATION)
    await sql('CREATE VIEW priced AS SELECT price FROM stock')
    await expect(migrate(next, true)).rejects.toMatchObject({
      detail: expect.stringContaining('view priced depends on view stock'),
    })
  },
)

it.skipIf(missing)('a migration that fails changes nothing, and names its file', async () => {
  const { sql, migrate, viewsNow } = await openMigrated()
  const digests = () => sql('SELECT name, digest FROM plateworthy.files ORDER BY name')
  const [before, views] = [await digests(), await viewsNow()]
  const wrong = { name: 'current/wrong.sql', digest: 'wrong', sql: 'SELECT nothing FROM nowhere' }
  await expect(migrate([...nextFiles(), wrong])).rejects.toThrow(
    'supabase/current/wrong.sql: relation "nowhere" does not exist',
  )
  expect(await digests()).toEqual(before)
  expect(await viewsNow()).toEqual(views)
  expect(await sql("SELECT column_name FROM information_schema.columns WHERE column_name = 'lot'")).toEqual(
    [],
  )
})

it.skipIf(missing)(
  'a migration lets those go on who hold what it changes, and tries again, as after a deadlock',
  async () => {
    const { ownerUrl, sql, told, migrate } = await openMigrated()
    const { default: pg } = await import('pg')
    const other = new pg.Client(ownerUrl)
    await other.connect()
    onTestFinished(() => other.end())
    await other.query('BEGIN; SELECT FROM plates')
    // A sequence counts on although its transaction is undone.
    await sql('CREATE SEQUENCE plateworthy.attempts')
    const once = {
      name: 'current/once.sql',
      digest: 'once',
      sql: `DO $$ BEGIN IF nextval('plateworthy.attempts') = 1 THEN
        RAISE EXCEPTION 'deadlock detected' USING ERRCODE = '40P01'; END IF; END $$`,
    }
    const migrated = migrate([...nextFiles(), once])
    await expect.poll(() => told).toHaveLength(1)
    // Nobody waits behind it for long.
    expect(await sql('SELECT count(*)::int AS plates FROM plates')).toEqual([{ plates: 0 }])
    await other.query('COMMIT')
    expect(await migrated).toEqual([HOSTED_MIGRATION])
    // The second time it is the deadlock.
    expect(await sql('SELECT last_value::int FROM plateworthy.attempts')).toEqual([{ last_value: 2 }])
  },
)

it('an embedded database is brought to this version by the same command', async () => {
  const { run } = openTestCli()
  expect(await run('migrate')).toMatchObject({ code: 0, all: 'The database is up to date.' })
  const without = openTestCli({ DATA_DIR: temporaryFolder() })
  expect(await without.run('migrate')).toMatchObject({
    code: 1,
    all: expect.stringContaining('There is no database'),
  })
})

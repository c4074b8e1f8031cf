import { readdirSync, readFileSync } from 'node:fs'
import { expect, it, onTestFinished } from 'vitest'
import { findMissingMigrations, MIGRATIONS } from '#services/backend-migrations.ts'
import { openHostedCli, openTestCli } from './cli/open-cli.ts'
import { postgrestMissingReason, startPostgrest } from './postgrest.ts'

const missing = postgrestMissingReason()
const FOLDER = 'supabase/migrations'
const files = readdirSync(FOLDER).sort()

it('every file of supabase/migrations is known, in order', () => {
  expect(MIGRATIONS.map(([file]) => file)).toEqual(files)
})

const ROLES = `CREATE ROLE anon NOLOGIN; CREATE ROLE service_role NOLOGIN BYPASSRLS;
  CREATE ROLE authenticator LOGIN NOINHERIT; GRANT anon, service_role TO authenticator`
const NEXT = [
  ['20270101000000_index.sql', null],
  ['20270102000000_lots.sql', ['plates', 'lot']],
] as const

it.skipIf(missing)(
  'the files that a hosted backend lacks are named in order: by the doctor, too, and a move to it is refused',
  async () => {
    const postgrest = await startPostgrest({ migrations: [], prepare: ROLES })
    onTestFinished(() => postgrest.close())
    const hosted = await openHostedCli({ postgrest })
    expect(await findMissingMigrations(hosted.client)).toEqual(files)
    expect((await hosted.run('doctor')).all).toContain(files[0])
    const source = openTestCli({ TARGET_SERVICE_KEY: postgrest.serviceKey }, { seed: false })
    const { code, all } = await source.run('move', '--to', hosted.url)
    expect([code, all]).toEqual([1, expect.stringContaining(`in this order: ${files.join(', ')}.`)])

    const apply = async () => {
      for (const file of files) await postgrest.sql(readFileSync(`${FOLDER}/${file}`, 'utf8'))
    }
    await apply()
    // What only adds indexes or functions is detected together with the next one.
    await expect
      .poll(() => findMissingMigrations(hosted.client, [...MIGRATIONS, ...NEXT]))
      .toEqual(NEXT.map(([file]) => file))
    // As over the tables of before the first release.
    await expect(apply()).rejects.toThrow('has the tables of the site already')
  },
)

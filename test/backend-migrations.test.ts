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

it.skipIf(missing)(
  'after each file, those that are still missing are named in order: by the doctor, too, and a move to such a backend is refused',
  async () => {
    const postgrest = await startPostgrest({ migrations: files.slice(0, 1) })
    onTestFinished(() => postgrest.close())
    const hosted = await openHostedCli({ postgrest })
    const source = openTestCli({ TARGET_SERVICE_KEY: postgrest.serviceKey }, { seed: false })
    for (const [index, file] of files.entries()) {
      if (index > 0) await postgrest.sql(readFileSync(`${FOLDER}/${file}`, 'utf8'))
      // A migration that only adds indexes or functions is detected together with the next one.
      const unseen = MIGRATIONS[index]?.[1] === null ? [file] : []
      const lacking = [...unseen, ...files.slice(index + 1)]
      await postgrest.sql("NOTIFY pgrst, 'reload schema'")
      await expect.poll(() => findMissingMigrations(hosted.client), { message: file }).toEqual(lacking)
      if (index !== files.length - 2) continue
      expect((await hosted.run('doctor')).all).toMatch(
        new RegExp(`in this order:\\s.*${lacking.join('\\s.*')}`),
      )
      const { code, all } = await source.run('move', '--to', hosted.url)
      expect([code, all]).toEqual([1, expect.stringContaining(`in this order: ${lacking.join(', ')}.`)])
      expect(await hosted.rows('plates')).toEqual([])
    }
  },
)

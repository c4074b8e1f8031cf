/**
 * The upgrade of a site in use to a release with one more migration, and the way back from its backup, by the commands
 * of the manual.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, realpathSync, symlinkSync } from 'node:fs'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { openBackend, openDatabase } from '#db/embedded.ts'
import { COMPILE_CACHE } from './compile-cache.ts'
import { asContact } from './enquiries/messages.ts'
import { fillEveryTable } from './fill-every-table.ts'
import { blocksOf } from './manual.ts'
import { openManualServer } from './manual-server.ts'
import { nextSql } from './next-migration.ts'
import { makeNextRelease } from './next-release.ts'
import { SiteProcess } from './site-process.ts'
import { temporaryDataDir, temporaryFolder } from './temporary-folder.ts'
import { type Rows, readRows, withoutRestore } from './upgrade-rows.ts'
import { withData } from './with-data.ts'

const SITE_URL = 'https://plates.test'
const BACKUP = '/var/backups/plateworthy/plateworthy-2026-11-21T03-00-00Z.db'
const EARLIER = '/srv/releases/2026-11-21'
const NEXT = '/srv/releases/2026-12-01'

/** What only the dealer changes. The site sends, expires and removes rows of the other tables while it runs. */
const DEALERS_OWN = [
  'articles',
  'article_versions',
  'corrections',
  'jersey_sales',
  'passkeys',
  'people',
  'pictures',
  'picture_files',
  'plate_details',
  'plates',
  'sales',
  'settings',
]

const [, , switchOver = ''] = blocksOf('upgrade.md', '## Prepare the new version', '## Go back')
const [restore = ''] = blocksOf('backup.md', '## Restore', '\n- ')

/** A DATA_DIR with rows in every table. */
async function fillDataDir(): Promise<string> {
  const dataDir = temporaryDataDir()
  openBackend({ dataDir }).close()
  await withData(dataDir, fillEveryTable)
  return dataDir
}

/** Confirms prompts like a person at the terminal. */
function office(release: string, dataDir: string, args: string[]): string {
  const agreed = args[0] === 'restore' ? ['--yes'] : []
  const { status, stdout, stderr } = spawnSync(process.execPath, ['office.mjs', ...args, ...agreed], {
    cwd: release,
    env: { PATH: process.env.PATH, ...COMPILE_CACHE, DATA_DIR: dataDir, SITE_URL },
    encoding: 'utf8',
  })
  // The doctor reports that the firm's details are still samples.
  if (status !== 0 && args[0] !== 'doctor') throw new Error(stdout + stderr)
  return stdout
}

/** The server on which this release runs, with its data, and on which the next one lies ready. */
async function openServer(dataDir: string) {
  let site: SiteProcess | undefined
  const server = await openManualServer(async (command, args) => {
    const [first = '', ...others] = args
    if (command === 'curl') return (await fetch(site?.address + first.slice('localhost:3000'.length))).text()
    if (first === 'systemctl') return control(others.join(' '))
    if (first.endsWith('deploy/office')) return office(release(), dataDir, others)
    throw new Error(`Nobody knows ${command} ${args.join(' ')}`)
  })
  const { path } = server
  const isEarlier = () => basename(realpathSync(path('/srv/plateworthy'))) === basename(EARLIER)
  const release = () => (isEarlier() ? '.' : path(NEXT))

  async function control(what: string): Promise<string> {
    if (what === 'start plateworthy-backup')
      office(release(), dataDir, ['backup', `${path('/var/backups/plateworthy')}/`, '--keep', '14'])
    else if (what === 'stop plateworthy') await site?.stop()
    else if (/^(re)?start plateworthy$/.test(what)) {
      await site?.stop()
      // The first step of a start is enough of this release, whose site other tests start.
      if (isEarlier()) openDatabase(dataDir).close()
      else {
        site = new SiteProcess({ DATA_DIR: dataDir, SITE_URL }, [], path(NEXT))
        await site.start()
      }
    }
    return ''
  }

  mkdirSync(path(EARLIER), { recursive: true })
  makeNextRelease(path('/srv/releases/plateworthy-linux-x64.tar.gz'))
  symlinkSync(path(EARLIER), path('/srv/plateworthy'))
  onTestFinished(() => void site?.stop())
  return {
    ...server,
    ask: (page: string, init?: RequestInit) => fetch(`${site?.address}${page}`, init),
    faults: () => site?.faults ?? [],
  }
}

const dealersOwn = (rows: Rows) => Object.fromEntries(DEALERS_OWN.map((table) => [table, rows[table]]))

it('an upgrade by the manual keeps every row, and so do a restore by the new version and the downgrade', async () => {
  const dataDir = await fillDataDir()
  const { path, run, ask, faults } = await openServer(dataDir)
  const file = join(dataDir, 'plateworthy.db')
  const before = readRows(file)
  for (const [table, rows] of Object.entries(before)) expect([table, rows]).not.toEqual([table, []])

  const said = await run(switchOver.replaceAll('#', ' #'))
  expect(said).toContain('ready')
  expect(dealersOwn(readRows(file, before))).toEqual(dealersOwn(before))
  expect((await ask('/plate/AB%201')).status).toBe(200)
  const sent = await ask('/functions/v1/send-email', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(asContact({ subject: 'After the upgrade' })),
  })
  const { reference } = (await sent.json()) as { reference: string }
  expect(faults()).toEqual([])

  // A restore by the new version upgrades the backup of before.
  const [backup = ''] = readdirSync(path('/var/backups/plateworthy'))
  const elsewhere = temporaryFolder()
  const restored = office(path(NEXT), elsewhere, ['restore', join(path('/var/backups/plateworthy'), backup)])
  expect(restored).toContain(
    `from an older version (schema ${nextSql.migrations.length - 1}) and is upgraded to schema ${nextSql.migrations.length}`,
  )
  expect(withoutRestore(readRows(join(elsewhere, 'plateworthy.db'), before))).toEqual(withoutRestore(before))
  expectUpgraded(join(elsewhere, 'plateworthy.db'))

  // The downgrade: a list of the enquiries since, and the backup under the earlier version.
  const list = '/var/lib/since.csv'
  await run(`sudo /srv/plateworthy/deploy/office enquiries export ${list}`)
  expect(readFileSync(path(list), 'utf8')).toContain(reference)
  const back = `sudo ln -sfn ${EARLIER} /srv/plateworthy && sudo systemctl restart plateworthy`
  await expect(run(back)).rejects.toThrow(/newer/)
  await run(restore.replace(BACKUP, `/var/backups/plateworthy/${backup}`))
  expect(withoutRestore(readRows(file, before))).toEqual(withoutRestore(before))
})

/** The migration has run over the rows, and what triggers and the search index hold agrees with them. */
function expectUpgraded(file: string): void {
  const database = new DatabaseSync(file, { readOnly: true })
  const get = (sql: string) => Object.values(database.prepare(sql).get() ?? {})
  const plates = get('SELECT count(*) FROM plates')
  expect(get("SELECT count(*) FROM plates WHERE lot = 'none'")).toEqual(plates)
  expect(get('SELECT count(*) FROM lots')).toEqual(plates)
  expect(get('SELECT sum(sales) FROM sales_counts')).toEqual(get('SELECT count(*) FROM sales'))
  const found = get(`SELECT count(*) FROM sales_trigrams WHERE sales_trigrams MATCH '"SAM"'`)
  expect(found).toEqual(get("SELECT count(*) FROM sales WHERE plate_folded LIKE '%SAM%'"))
  expect(found).not.toEqual([0])
  database.close()
}

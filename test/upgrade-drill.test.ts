/**
 * The upgrade from the previous release, for a site in use (scripts/make-upgrade-fixture.ts), and the downgrade from
 * its backup, by the commands of the manual: on SQLite, and on PostgreSQL if available.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openDatabase, readMigrations } from '#db/embedded.ts'
import { openTestCli } from './cli/open-cli.ts'
import { COMPILE_CACHE } from './compile-cache.ts'
import { asContact } from './enquiries/messages.ts'
import { blocksOf } from './manual.ts'
import { openManualServer } from './manual-server.ts'
import { SiteProcess } from './site-process.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { unpackBackup } from './upgrade-backup.ts'
import { findRelease, readUpgradeFixture } from './upgrade-fixture.ts'
import { type Rows, readRows, withoutDelivery } from './upgrade-rows.ts'
import { expectDeskOpens, expectSamePages } from './upgraded-site.ts'

const SCHEMA = 19
const fixture = readUpgradeFixture(SCHEMA)
const BACKUP = '/var/backups/plateworthy/plateworthy-2026-11-21T03-00-00Z.db'
const EARLIER = '/srv/releases/2026-11-21'
const NEXT = '/srv/releases/2026-12-01'

const [, , switchOver = ''] = blocksOf('upgrade.md', '## Prepare the new version', '## Go back')
const [restore = ''] = blocksOf('backup.md', '## Restore', '\n- ')

/**
 * The previous release itself, if this checkout has its history. It is not built: its commands run, its site does not.
 */
function unpackEarlierRelease(folder: string): boolean {
  mkdirSync(join(folder, 'build/client/assets'), { recursive: true })
  writeFileSync(join(folder, 'build/client/assets/earlier.js'), '')
  const release = findRelease(SCHEMA)
  if (!release) return false
  execFileSync('sh', ['-c', `git archive ${release} | tar -x -C '${folder}'`])
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  return true
}

/** The server on which the previous release runs, with its data. */
async function openServer() {
  let site: SiteProcess | undefined
  const server = await openManualServer(async (command, args) => {
    const [first = '', ...others] = args
    if (command === 'curl') return (await fetch(site?.address + first.slice('localhost:3000'.length))).text()
    if (first === 'systemctl') return control(others.join(' '))
    if (first.endsWith('deploy/office')) return office(others)
    throw new Error(`Nobody knows ${command} ${args.join(' ')}`)
  })
  const { path } = server
  const dataDir = path('/var/lib/plateworthy')
  const isEarlier = () => basename(realpathSync(path('/srv/plateworthy'))) === basename(EARLIER)
  const earlierMigrations = readMigrations().slice(0, SCHEMA)

  async function control(what: string): Promise<string> {
    if (what === 'start plateworthy-backup') {
      if (hasEarlier) office(['backup', `${path('/var/backups/plateworthy')}/`, '--keep', '14'])
      else writeFileSync(path(BACKUP), unpackBackup(SCHEMA))
    } else if (what === 'stop plateworthy') await site?.stop()
    else if (/^(re)?start plateworthy$/.test(what)) {
      await site?.stop()
      // The first steps of a start of the previous release, which is not built here.
      if (isEarlier()) openDatabase(dataDir, earlierMigrations).close()
      else {
        site = new SiteProcess({ DATA_DIR: dataDir, SITE_URL: fixture.siteUrl })
        await site.start()
      }
    }
    return ''
  }

  /** Confirms prompts like a person at the terminal. */
  function office(args: string[]): string {
    const folder = isEarlier() && hasEarlier ? path(EARLIER) : '.'
    if (isEarlier() && !hasEarlier) {
      copyFileSync(args[1] ?? '', join(dataDir, 'plateworthy.db'))
      return ''
    }
    const agreed = args[0] === 'restore' ? ['--yes'] : []
    const { status, stdout, stderr } = spawnSync(process.execPath, ['cli/main.ts', ...args, ...agreed], {
      cwd: folder,
      env: { PATH: process.env.PATH, ...COMPILE_CACHE, DATA_DIR: dataDir, SITE_URL: fixture.siteUrl },
      encoding: 'utf8',
    })
    // The doctor reports that the firm's details are still samples.
    if (status !== 0 && args[0] !== 'doctor') throw new Error(stdout + stderr)
    return stdout
  }

  const hasEarlier = unpackEarlierRelease(path(EARLIER))
  mkdirSync(join(path(NEXT), 'build/superseded/assets'), { recursive: true })
  symlinkSync(path(EARLIER), path('/srv/plateworthy'))
  writeFileSync(join(dataDir, 'plateworthy.db'), unpackBackup(SCHEMA))
  onTestFinished(() => void site?.stop())
  return {
    ...server,
    dataDir,
    ask: (page: string, init?: RequestInit) => fetch(`${site?.address}${page}`, init),
    faults: () => site?.faults ?? [],
  }
}

it('an upgrade by the manual keeps every row, page and sign-in method, and so does the downgrade', async () => {
  const server = await openServer()
  const { path, dataDir, ask } = server
  const file = join(dataDir, 'plateworthy.db')
  const before = readRows(file)
  for (const [table, rows] of Object.entries(before)) expect([table, rows]).not.toEqual([table, []])

  const said = await server.run(switchOver.replaceAll('#', ' #'), path(NEXT))
  expect(said).toContain('ready')
  expect(existsSync(join(path(NEXT), 'build/superseded/assets/earlier.js'))).toBe(true)
  const [backup = ''] = readdirSync(path('/var/backups/plateworthy'))
  await expectSamePages(fixture, ask)
  expect(withoutDelivery(readRows(file, before), before)).toEqual(withoutDelivery(before, before))
  await expectDeskOpens(fixture, ask)
  const sent = await ask('/functions/v1/send-email', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(asContact({ subject: 'After the upgrade' })),
  })
  const { reference } = (await sent.json()) as { reference: string }
  expect(server.faults()).toEqual([])

  // The downgrade: a list of the enquiries since, and the backup under the previous version.
  const list = '/var/lib/since.csv'
  await server.run(`sudo /srv/plateworthy/deploy/office enquiries export ${list}`)
  expect(readFileSync(path(list), 'utf8')).toContain(reference)
  const back = `sudo ln -sfn ${EARLIER} /srv/plateworthy && sudo systemctl restart plateworthy`
  await expect(server.run(back)).rejects.toThrow(/newer/)
  await server.run(restore.replace(BACKUP, `/var/backups/plateworthy/${backup}`))
  expect(withoutRestore(readRows(file, before))).toEqual(withoutRestore(before))
})

/** The rows that a restore adds and removes. */
function withoutRestore({ invitations: _, sessions: __, ...rows }: Rows): Rows {
  return { ...rows, audit: (rows.audit ?? []).filter(({ command }) => command !== 'restore') }
}

it.each([12, SCHEMA])('a backup of schema %i restored by this version has every row', async (schema) => {
  const file = join(temporaryFolder(), 'backup.db')
  writeFileSync(file, unpackBackup(schema))
  const before = readRows(file)
  const dataDir = temporaryFolder()
  const { code, all } = await openTestCli({ DATA_DIR: dataDir }).run('restore', file)
  expect([code, all]).toEqual([0, expect.stringContaining(`from an older version (schema ${schema})`)])
  const after = withoutRestore(readRows(join(dataDir, 'plateworthy.db'), before))
  // Until schema 16 a price of 0 meant no price; a plate without a price is not for sale.
  const plates = before.plates?.map((row) =>
    row.price === 0 ? { ...row, price: null, is_available: 0 } : row,
  )
  expect(after).toEqual({ ...withoutRestore(before), plates })
})

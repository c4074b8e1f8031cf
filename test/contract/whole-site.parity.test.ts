import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { openPostgres } from '#data/open-postgres.ts'
import { openBackend } from '#db/embedded.ts'
import { parseEnv } from '#env.ts'
import { signToken } from '#packages/sqlite-rest/auth.ts'
import { connectBackend } from '#server/connect-backend.ts'
import { Counters } from '#server/metrics/counters.ts'
import { EXPLORER_LIST } from '#shared/sales/explorers.ts'
import { openTestSite, textOf } from '../open-test-site.ts'
import { addRows, deleteRows, editRows, findRows } from '../rows.ts'
import { temporaryDataDir } from '../temporary-folder.ts'
import { withData } from '../with-data.ts'
import { openHostedServer } from './open-contract.ts'

const { secret, databaseUrl, environment } = openHostedServer()

beforeAll(async () => {
  const database = openPostgres(databaseUrl)
  const dataDir = mkdtempSync(join(tmpdir(), 'plateworthy-seed-'))
  openBackend({ dataDir }).close()
  await withData(dataDir, async (seeded) => {
    for (const table of ['plates', 'sales', 'jersey_sales'] as const)
      await addRows(database, table, await findRows(seeded, table, '*'))
  })
  await database.destroy()
  rmSync(dataDir, { recursive: true })
})

it.each([
  '/',
  '/plates',
  '/plates?q=singh&to=5000',
  '/find?q=singh',
  '/plate/H34%20VEN',
  '/sales-explorer',
  '/jersey/sales-explorer',
  '/sitemap',
  '/contact?plate=1%20KP&type=purchase',
])('%s has the same text', async (path) => {
  const [hosted, embedded] = [await openTestSite(environment), await openTestSite()]
  const text = textOf(await hosted.read(path))
  expect(text).toBe(textOf(await embedded.read(path)))
  expect(text.length).toBeGreaterThan(500)
  expect([hosted.faults, embedded.faults]).toEqual([[], []])
})

it('the version of the sales changes with every change but one of the stock, unless that is a demonstration plate', async () => {
  const database = openPostgres(databaseUrl)
  onTestFinished(() => database.destroy())
  const of = { plate_number: 'VER 510N' }
  const versions = async () => {
    const latest = sql<{
      version: string
      salesVersion: string
    }>`SELECT version, sales_version FROM latest_change`
    const [row] = (await latest.execute(database)).rows
    return [row?.version, row?.salesVersion]
  }
  for (const [change, isSeen] of [
    [() => addRows(database, 'plates', { ...of, price: 500 }), false],
    [() => editRows(database, 'plates', of, { price: 400 }), false],
    [() => editRows(database, 'plates', of, { is_demonstration: true }), true],
    [() => deleteRows(database, 'plates', of), true],
    ...EXPLORER_LIST.map(
      ({ table }) =>
        [() => editRows(database, table, { plate_number: '1 D' }, { note: null }), true] as const,
    ),
  ] as const) {
    const [all, sales] = await versions()
    await change()
    const [allThen, salesThen] = await versions()
    expect([String(change), all !== allThen, sales !== salesThen]).toEqual([String(change), true, isSeen])
  }
})

it('a change of this server is noticed at once, and not with the next question of each second', async () => {
  const timers = vi.spyOn(globalThis, 'setInterval').mockReturnValue(setTimeout(() => {}))
  const env = parseEnv({ ...environment, DATA_DIR: temporaryDataDir() })
  const log = { error: vi.fn(), info() {}, request() {} }
  const backend = connectBackend(env, log, { counters: new Counters(), pageReads: undefined })
  // Of transactions, and not of the clock.
  await vi.waitUntil(() => backend.dataVersion()?.includes('.'))
  const before = backend.dataVersion()
  const { database } = backend
  await addRows(database, 'plates', { plate_number: 'NOT 1CED', price: 500 })
  await vi.waitUntil(() => backend.dataVersion() !== before)
  await deleteRows(database, 'plates', { plate_number: 'NOT 1CED' })
  timers.mockRestore()
  await backend.close()
  expect(log.error).not.toHaveBeenCalled()
})

it('the sitemap has the same URLs', async () => {
  const locations = async (given?: Record<string, string>) =>
    [...(await (await openTestSite(given)).read('/sitemap.xml')).matchAll(/<loc>(.*?)<\/loc>/g)].map(
      ([, loc]) => loc,
    )
  const embedded = await locations()
  expect((await locations(environment)).sort()).toEqual(embedded.sort())
  expect(embedded.length).toBeGreaterThan(100)
})

it('a withdrawn plate and an unknown one are not found', async () => {
  const site = await openTestSite(environment)
  for (const path of ['/plate/62%20P', '/plate/NOPE']) expect((await site.ask(path)).status).toBe(404)
})

it('the site answers the contract itself, with one public key on all servers, and browsers ask nobody else', async () => {
  const [site, other] = [await openTestSite(environment), await openTestSite(environment)]
  expect((await site.ask('/readyz')).status).toBe(200)
  const page = await site.ask('/plates')
  expect(page.headers.get('content-security-policy')).toMatch(/connect-src 'self'(?:;|$)/)
  const html = await page.text()
  expect(html).not.toContain(secret)
  const [, apikey = ''] = /data-backend-key="([^"]+)"/.exec(html) ?? []
  const path = '/rest/v1/plates?select=plate_number&order=id&limit=2'
  const answers = await Promise.all([site, other].map((server) => server.ask(path, { headers: { apikey } })))
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(await answers[0]?.json()).toHaveLength(2)
  expect((await site.ask(path)).status).toBe(401)
  expect((await site.ask('/rest/v1/', { method: 'HEAD', headers: { apikey } })).status).toBe(200)
})

it('a key that was signed with the secret of before is accepted until that is removed', async () => {
  const apikey = signToken({ role: 'anon' }, secret)
  const answer = async (secrets: string) => {
    const site = await openTestSite({ ...environment, PUBLIC_KEY_SECRET: secrets })
    return (await site.ask('/rest/v1/plates?limit=1', { headers: { apikey } })).status
  }
  const next = 'n'.repeat(40)
  expect([await answer(`${next},${secret}`), await answer(next)]).toEqual([200, 401])
})

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
import { CIRCUIT_TIMES } from '#server/resilience/circuit-breaker.ts'
import { EXPLORER_LIST } from '#shared/sales/explorers.ts'
import { openTestSite, textOf } from '../open-test-site.ts'
import { addRows, deleteRows, editRows, findRows } from '../rows.ts'
import { temporaryDataDir } from '../temporary-folder.ts'
import { withData } from '../with-data.ts'
import { openHostedServer } from './open-contract.ts'

const { url, secret, databaseUrl } = openHostedServer()
const anonKey = signToken({ role: 'anon' }, secret)
// The trailing slash: this PostgREST has no /rest/v1 before its tables.
const environment = { BACKEND_URL: `${url}/`, BACKEND_ANON_KEY: anonKey }

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
  const env = parseEnv({ ...environment, DATABASE_URL: databaseUrl, DATA_DIR: temporaryDataDir() })
  const log = { error: vi.fn(), info() {}, request() {} }
  const backend = connectBackend(env, log, { times: CIRCUIT_TIMES, counters: undefined })
  // Of transactions, and not of the clock.
  await vi.waitUntil(() => backend.dataVersion()?.includes('.'))
  const before = backend.dataVersion()
  const { database } = backend
  if (!database) throw new Error('There is no database')
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

it('a hosted site is ready, gives the browser the backend’s URL, and serves no REST API of its own', async () => {
  const site = await openTestSite({ ...environment, DATABASE_URL: databaseUrl })
  expect((await site.ask('/readyz')).status).toBe(200)
  const page = await site.ask('/plates')
  expect(page.headers.get('content-security-policy')).toContain(`connect-src 'self' ${url}`)
  const html = await page.text()
  expect(html).toContain(`data-backend-url="${url}"`)
  expect((await site.ask('/rest/v1/plates')).status).toBe(404)
})

it('the server reads from a private URL and sends browsers to the public one', async () => {
  const site = await openTestSite({
    BACKEND_URL: 'https://data.plates.test/api',
    BACKEND_PRIVATE_URL: `${url}/`,
    BACKEND_ANON_KEY: anonKey,
  })
  const page = await site.ask('/plates')
  expect(page.headers.get('content-security-policy')).toContain(
    "connect-src 'self' https://data.plates.test;",
  )
  const html = await page.text()
  expect(html).toContain('H34 VEN')
  expect(html).toContain('data-backend-url="https://data.plates.test/api"')
  expect(html).not.toContain(new URL(url).host)
  expect(site.faults).toEqual([])
})

it('the browser may read the backend from another origin', async () => {
  const response = await fetch(`${url}/plates?select=id`, {
    method: 'OPTIONS',
    headers: {
      Origin: 'https://plates.test',
      'Access-Control-Request-Method': 'GET',
      'Access-Control-Request-Headers': 'apikey,authorization',
    },
  })
  expect(response.headers.get('access-control-allow-origin')).toMatch(/^\*$|^https:\/\/plates\.test$/)
})

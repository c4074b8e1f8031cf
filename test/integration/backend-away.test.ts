import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { PLATES_UNAVAILABLE } from '#app/features/plates/plates-unavailable.tsx'
import { BACKEND_UNAVAILABLE, SESSION_UNREADABLE } from '#server/desk-handler.ts'
import { SNAPSHOT_NOT_PUBLISHED } from '#server/first-snapshot.ts'
import { NOT_RESPONDING, RESPONDING_AGAIN } from '#server/resilience/circuit-breaker.ts'
import { archivedDataDir } from '../archived-data-dir.ts'
import { AWAY, BROKEN, startBrokenBackend } from '../broken-backend.ts'
import { openTestData } from '../open-test-data.ts'
import { openTestSite, textOf } from '../open-test-site.ts'
import { deleteRows } from '../rows.ts'
import { JERSEY_SALES, SALES } from '../seed-sales.ts'
import { temporaryDataDir } from '../temporary-folder.ts'

async function openSiteWithoutBackend() {
  return openTestSite({ DATA_DIR: await archivedDataDir(), ...AWAY })
}

it('every page that does not need the backend answers while it is away', async () => {
  const site = await openSiteWithoutBackend()
  for (const path of [
    '/',
    '/news',
    '/info',
    '/valuations',
    '/contact',
    '/about',
    '/plate-stories',
    '/sales-explorer',
  ])
    expect([path, (await site.ask(path)).status]).toEqual([path, 200])
})

it('the desk says that the backend is away to people with a session, and shows its sign-in to others', async () => {
  const site = await openTestSite(AWAY)
  expect((await site.ask('/desk/sign-in')).status).toBe(200)
  const headers = { Cookie: `__Host-desk_session=${'a'.repeat(43)}` }
  const away = await site.ask('/desk/stock', { headers })
  expect([away.status, away.headers.get('Retry-After')]).toEqual([503, '10'])
  expect(await away.text()).toBe(BACKEND_UNAVAILABLE)
  expect(site.faults.map(({ message }) => message)).toContain(SESSION_UNREADABLE)
})

it('the static exports are served while the backend is away', async () => {
  const site = await openSiteWithoutBackend()
  for (const [path, totalRecords] of [
    ['/data/sales.json', SALES],
    ['/data/jersey-sales.json', JERSEY_SALES],
  ] as const)
    expect(JSON.parse(await site.read(path))).toMatchObject({ totalRecords })
})

/** Shorter than in production, with room for a busy machine. */
const QUICK = {
  readTimeoutMs: 400,
  slowAfterMs: 40,
  checkTimeoutMs: 80,
  checkEveryMs: 40,
  staleAfterMs: 10_000,
}

/** So that a busy machine is not mistaken for a backend that hangs. */
const UNHURRIED = { ...QUICK, readTimeoutMs: 9_000, slowAfterMs: 9_000, checkTimeoutMs: 9_000 }

async function openBreakableSite(times = QUICK) {
  const backend = await startBrokenBackend(temporaryDataDir())
  onTestFinished(() => backend.close())
  const site = await openTestSite(
    { DATA_DIR: await archivedDataDir(), BACKEND_URL: backend.url, BACKEND_ANON_KEY: backend.anonKey },
    times,
  )
  return { backend, site, reads: () => backend.asked.filter((line) => line.startsWith('GET ')).length }
}

function skip(ms: number) {
  const { now } = performance
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + ms)
  onTestFinished(() => clock.mockRestore())
}

describe.each(BROKEN)('a hosted backend that %s', (mood) => {
  it('a broken backend degrades pages, and never makes them wrong', async () => {
    const { backend, site } = await openBreakableSite()
    backend.mood = mood
    backend.probeMood = 'well'
    const [list, plate, explorer, news] = await Promise.all(
      ['/plates', '/plate/1%20KP', '/sales-explorer', '/news'].map((path) => site.ask(path)),
    )
    expect([list?.status, plate?.status, explorer?.status, news?.status]).toEqual([200, 503, 200, 200])
    expect(textOf((await list?.text()) ?? '')).toContain(PLATES_UNAVAILABLE)
    expect(textOf((await explorer?.text()) ?? '')).toMatch(
      new RegExp(`You're viewing archived data .* of ${SALES} sales`),
    )
    for (const response of [list, plate, explorer])
      expect(response?.headers.get('Cache-Control')).toBe('no-store')
  })
})

it('one visitor waits for a backend that hangs on reads, and later ones do not', async () => {
  const { backend, site, reads } = await openBreakableSite()
  backend.mood = 'silent'
  backend.probeMood = 'well'
  await site.ask('/plate/1%20KP')
  expect(site.faults.map(({ message }) => message)).toContain(NOT_RESPONDING)
  const asked = reads()
  const began = performance.now()
  const pages = await Promise.all(['/plate/A%201', '/plates', '/'].map((path) => site.ask(path)))
  expect(pages.map(({ status }) => status)).toEqual([503, 200, 200])
  // Only the health check reaches the backend.
  expect(reads() - asked).toBeLessThanOrEqual(1 + (performance.now() - began) / QUICK.checkEveryMs)
})

it('the recovery of a backend that hangs on reads is noticed', async () => {
  const { backend, site } = await openBreakableSite()
  backend.mood = 'silent'
  expect(textOf(await site.read('/plates'))).toContain(PLATES_UNAVAILABLE)
  backend.mood = 'well'
  await expect.poll(async () => textOf(await site.read('/plates'))).toContain('118,000')
  expect(site.faults.map(({ message }) => message)).toContain(RESPONDING_AGAIN)
})

it('cached pages replace new ones while a backend hangs on reads, and the archive replaces the sales', async () => {
  const times = { ...UNHURRIED }
  const { backend, site } = await openBreakableSite(times)
  for (const path of ['/', '/plates', '/plate/1%20KP', '/sales-explorer']) await site.read(path)
  Object.assign(times, QUICK)
  backend.mood = 'silent'
  skip(61_000)
  expect(textOf(await site.read('/plates'))).toContain('118,000')
  expect(textOf(await site.read('/plate/1%20KP'))).toContain('118,000')
  expect(textOf(await site.read('/'))).toContain('118,000')
  expect(textOf(await site.read('/sales-explorer'))).toContain("You're viewing archived data")
})

it('one slow read of a backend does not open the circuit', async () => {
  const { backend, site } = await openBreakableSite({ ...UNHURRIED, slowAfterMs: QUICK.slowAfterMs })
  backend.mood = 'dawdles'
  backend.dawdleMs = QUICK.slowAfterMs * 2
  expect(textOf(await site.read('/plates'))).toContain('118,000')
  expect(site.faults).toEqual([])
})

it('the first start publishes the static exports, and the next one does not change them', async () => {
  const site = await openTestSite()
  expect((await site.ask('/data/sales.json')).status).toBe(503)
  await site.publishFirstSnapshot()
  const published = await site.read('/data/sales.json')
  expect(JSON.parse(published)).toMatchObject({ totalRecords: SALES })
  await site.publishFirstSnapshot()
  expect(await site.read('/data/sales.json')).toBe(published)
  expect(site.faults).toEqual([])
})

it('a sale that is recorded while the site runs is in the static exports a minute later', async () => {
  const site = await openTestSite()
  await site.publishFirstSnapshot()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  site.startOutbox()
  const database = openTestData(site.dataDir)
  await deleteRows(database, 'sales', { plate_number: 'JB 1' })
  await vi.advanceTimersByTimeAsync(60_000)
  vi.useRealTimers()
  await expect.poll(() => site.read('/data/sales.json')).not.toContain('"JB 1"')
})

it('the first start with an unavailable hosted backend logs the failure, and shows the sales that ship', async () => {
  const site = await openTestSite(AWAY)
  await site.publishFirstSnapshot()
  expect(site.faults.map(({ message }) => message)).toContain(SNAPSHOT_NOT_PUBLISHED)
  expect(JSON.parse(await site.read('/data/sales.json'))).toMatchObject({ totalRecords: SALES })
  for (const explorer of ['/sales-explorer', '/jersey/sales-explorer'])
    expect(textOf(await site.read(explorer))).toContain('archived data from 22 November 2026')
})

import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { PLATES_UNAVAILABLE } from '#app/features/plates/plates-unavailable.tsx'
import { openBackend } from '#db/embedded.ts'
import { BACKEND_UNAVAILABLE, SESSION_UNREADABLE } from '#server/desk-handler.ts'
import { SNAPSHOT_NOT_PUBLISHED } from '#server/first-snapshot.ts'
import { archivedDataDir } from '../archived-data-dir.ts'
import { AWAY } from '../broken-backend.ts'
import { openTestData } from '../open-test-data.ts'
import { openTestSite, textOf } from '../open-test-site.ts'
import { deleteRows } from '../rows.ts'
import { JERSEY_SALES, SALES } from '../seed-sales.ts'

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

type Mood = 'well' | 'fails' | 'is away' | 'throws' | 'mixes up rows'

const BROKEN: Mood[] = ['fails', 'is away', 'throws', 'mixes up rows']

async function openBreakableSite() {
  const dataDir = await archivedDataDir()
  const backend = openBackend({ dataDir })
  onTestFinished(() => backend.close())
  const state = { mood: 'well' as Mood }
  async function pageReads(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
    // The probe succeeds, which is the worse case.
    if (state.mood === 'well' || init?.method === 'HEAD') return backend.fetch(new Request(input, init))
    switch (state.mood) {
      case 'fails':
        return Response.json({ code: 'XX000', message: 'out of luck' }, { status: 500 })
      case 'is away':
        return Response.json({ code: 'PGRST001', message: 'away' }, { status: 503 })
      case 'throws':
        throw new TypeError('out of luck')
      case 'mixes up rows':
        return Response.json([{ id: 7, plate_number: 7, price: 'dear' }, [], null, 'x'])
    }
  }
  return { state, site: await openTestSite({ DATA_DIR: dataDir }, { pageReads }) }
}

describe.each(BROKEN)('a database that %s', (mood) => {
  it('a broken backend degrades pages, and never makes them wrong', async () => {
    const { state, site } = await openBreakableSite()
    state.mood = mood
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
    state.mood = 'well'
    expect(textOf(await site.read('/plates'))).toContain('118,000')
  })
})

it('cached pages replace new ones while reads fail, and the archive replaces the sales', async () => {
  const { state, site } = await openBreakableSite()
  const paths = ['/', '/plates', '/plate/1%20KP', '/sales-explorer']
  for (const path of paths) await site.read(path)
  const database = openTestData(site.dataDir)
  await deleteRows(database, 'sales', { plate_number: 'JB 1' })
  state.mood = 'fails'
  const pages = await Promise.all(paths.map(async (path) => textOf(await site.read(path))))
  for (const page of pages.slice(0, 3)) expect(page).toContain('118,000')
  expect(pages[3]).toContain("You're viewing archived data")
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

import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { embeddedClient, openBackend } from '#db/embedded.ts'
import { createBackendClient } from '#shared/data/client.ts'
import { EXPLORER_LIST } from '#shared/sales/explorers.ts'
import { addManySales } from '#test/fill-sales.ts'
import { openTestBackend } from '#test/open-test-backend.ts'
import { openTestData } from '#test/open-test-data.ts'
import { addRows, deleteRows, editRows } from '#test/rows.ts'
import { JERSEY_SALES, SALES } from '#test/seed-sales.ts'
import { temporaryDataDir } from '#test/temporary-folder.ts'
import { createSalesFollower, SNAPSHOT_NOT_RENEWED } from './follow-sales.ts'
import { publishSnapshot } from './publish.ts'
import { loadSnapshot } from './snapshot.ts'

const EVERY_MS = 60_000
const LONG_AGO = new Date('2026-01-01T00:00:00Z')

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

async function openFollowed({ published = true } = {}) {
  const dataDir = temporaryDataDir()
  const backend = openBackend({ dataDir })
  onTestFinished(() => backend.close())
  const state = { isAway: false }
  const client = createBackendClient(
    { url: 'http://backend.invalid/rest/v1', key: backend.anonKey },
    async (input, init) =>
      state.isAway ? new Response('', { status: 503 }) : backend.fetch(new Request(input, init)),
  )
  if (published) await publishSnapshot(client, dataDir, LONG_AGO)
  const faults: string[] = []
  const follower = createSalesFollower({
    client,
    dataDir,
    current: () => loadSnapshot(dataDir),
    salesVersion: () => String(backend.salesVersion()),
    log: { error: (message) => void faults.push(message) },
    everyMs: EVERY_MS,
  })
  follower.start()
  onTestFinished(() => follower.stop())
  return {
    database: openTestData(dataDir),
    dataDir,
    faults,
    state,
    /** What is published after the next run. */
    async next() {
      await vi.advanceTimersByTimeAsync(EVERY_MS)
      await follower.stop()
      follower.start()
      const snapshot = await loadSnapshot(dataDir)
      return {
        isOld: snapshot?.exportedAt === LONG_AGO.toISOString(),
        sales: EXPLORER_LIST.map(({ archive }) => snapshot?.exports[archive].totalRecords),
      }
    },
  }
}

const NEW = {
  sales: {
    plate_number: 'AB 12',
    where_sold: 'Bonhams',
    sale_year: 2026,
    total_price: 900,
    price_basis: 'total',
    selection: 'own',
  },
  jersey_sales: {
    plate_number: 'J 12',
    sale_year: 2026,
    total_price: 900,
    price_basis: 'total',
    selection: 'own',
  },
}

it('the static exports have each change of the sales after the next minute', async () => {
  const { database, next, faults } = await openFollowed()
  expect(await next()).toEqual({ isOld: true, sales: [SALES, JERSEY_SALES] })
  await addRows(database, 'sales', NEW.sales)
  expect(await next()).toEqual({ isOld: false, sales: [SALES + 1, JERSEY_SALES] })
  await addRows(database, 'jersey_sales', NEW.jersey_sales)
  expect(await next()).toMatchObject({ sales: [SALES + 1, JERSEY_SALES + 1] })
  await deleteRows(database, 'sales', { plate_number: 'AB 12' })
  expect(await next()).toMatchObject({ sales: [SALES, JERSEY_SALES + 1] })
  expect(faults).toEqual([])
})

it('the static exports have a correction that changes no number of sales', async () => {
  const { database, next } = await openFollowed()
  await next()
  await editRows(database, 'sales', { plate_number: 'JB 1' }, { note: 'Checked' })
  expect((await next()).isOld).toBe(false)
})

it('the static exports stay as they are while no sale changes, whatever else does', async () => {
  const { database, next } = await openFollowed()
  await next()
  await editRows(database, 'plates', { plate_number: '7 W' }, { price: 1 })
  await addRows(database, 'settings', { name: 'name', value: '"Ann"', person: 'Ann' })
  expect((await next()).isOld).toBe(true)
})

it('the static exports of before a restart or a restore are renewed', async () => {
  const { dataDir, next } = await openFollowed({ published: false })
  const others = openTestBackend()
  await deleteRows(openTestData(others.dataDir), 'sales', { plate_number: 'JB 1' })
  await publishSnapshot(embeddedClient(others.backend), dataDir, LONG_AGO)
  expect(await next()).toEqual({ isOld: false, sales: [SALES, JERSEY_SALES] })
})

it('the static exports follow once the backend can be read again, and the failure is logged once', async () => {
  const { database, next, state, faults } = await openFollowed()
  await next()
  await addRows(database, 'sales', NEW.sales)
  state.isAway = true
  expect((await next()).isOld).toBe(true)
  expect((await next()).isOld).toBe(true)
  expect(faults).toEqual([SNAPSHOT_NOT_RENEWED])
  state.isAway = false
  expect(await next()).toMatchObject({ sales: [SALES + 1, JERSEY_SALES] })
})

it.each(EXPLORER_LIST.map(({ table }) => table))(
  'the static exports of more than 5,000 rows of %s are left to the timer',
  async (table) => {
    const { dataDir, next, faults } = await openFollowed()
    addManySales(dataDir, table)
    expect([(await next()).isOld, faults]).toEqual([true, []])
  },
)

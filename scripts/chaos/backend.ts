import { setTimeout as sleep } from 'node:timers/promises'
import { startDatabaseProxy } from '#test/database-proxy.ts'
import { startPostgrest } from '#test/postgrest.ts'
import { residentMegabytes } from '#test/site-process.ts'
import { enquire, type Observation, request, withSite } from './fixtures.ts'

/** The server asks a silent database once more after three seconds; the rest allows for a busy machine. */
const LONGEST_MS = 7_000
const ARCHIVED = /viewing archived data/

export async function* breakBackend(): AsyncGenerator<Observation> {
  const postgres = await startPostgrest({ isAlone: true })
  await postgres.sql("INSERT INTO plates (plate_number, price) VALUES ('1 KP', 118000), ('A 1', 500)")
  await postgres.sql(
    "INSERT INTO sales (plate_number, sale_year, where_sold, price_basis, selection) VALUES ('JB 1', 2025, 'Bonhams', 'hammer', 'sample')",
  )
  const proxy = await startDatabaseProxy(postgres.socketFolder)
  const environment = proxy.environmentOf('postgres', postgres.secret)
  const observe = (work: (site: Broken) => Promise<Observation>) =>
    withSite(async (site) => {
      while ((await request(site, '/data/sales.json')).status !== 200) await sleep(50)
      return work(Object.assign(site, { proxy }))
    }, environment)
  try {
    for (const mood of ['frozen', 'gone'] as const) yield await observe((site) => observeMood(site, mood))
    yield await observe(observeCachedPages)
  } finally {
    proxy.close()
    await postgres.close()
  }
}

type Broken = Parameters<Parameters<typeof withSite>[0]>[0] & {
  proxy: Awaited<ReturnType<typeof startDatabaseProxy>>
}

async function observeMood(site: Broken, mood: 'frozen' | 'gone'): Promise<Observation> {
  const { proxy } = site
  proxy.turn(mood)
  const [plate, explorer] = await Promise.all([
    request(site, '/plate/1%20KP'),
    request(site, '/sales-explorer'),
  ])
  const next = await Promise.all(
    ['/plates', '/plate/A%201', '/sales-explorer?q=jb'].map((path) => request(site, path)),
  )
  const enquiry = await enquire(site)
  const megabytes = residentMegabytes(site.pid)
  const recoveredAt = performance.now()
  proxy.turn('well')
  while (!(await request(site, `/plates?n=${performance.now()}`)).text.includes('118,000')) await sleep(50)
  const backMs = Math.round(performance.now() - recoveredAt)
  const first = Math.max(plate.ms, explorer.ms)
  const later = Math.max(...next.map(({ ms }) => ms))
  return {
    scenario: `PostgreSQL that is ${mood}`,
    observed: `first pages ${first} ms, later ones ${later} ms; plate ${plate.status}, explorer ${explorer.status}${ARCHIVED.test(explorer.text) ? ' archived' : ''}, enquiry ${enquiry.status} in ${enquiry.ms} ms; ${megabytes} MB; recovered after ${backMs} ms`,
    isOk:
      first < LONGEST_MS &&
      later < 2_000 &&
      plate.status === 503 &&
      ARCHIVED.test(explorer.text) &&
      enquiry.status === 503 &&
      backMs < 9_000,
  }
}

async function observeCachedPages(site: Broken): Promise<Observation> {
  const paths = ['/', '/plates', '/plate/1%20KP']
  for (const path of paths) await request(site, path)
  site.proxy.turn('frozen')
  await sleep(61_000) // until the cached pages are stale
  const pages = await Promise.all(paths.map((path) => request(site, path)))
  const slowest = Math.max(...pages.map(({ ms }) => ms))
  const again = Math.max(...(await Promise.all(paths.map((path) => request(site, path)))).map(({ ms }) => ms))
  const areComplete = pages.every(({ status, text }) => status === 200 && text.includes('118,000'))
  site.proxy.turn('well')
  return {
    scenario: 'PostgreSQL frozen for a minute, cached pages',
    observed: `${areComplete ? 'all complete' : 'INCOMPLETE'}: first ${slowest} ms, then ${again} ms`,
    isOk: areComplete && slowest < 2_000 && again < 500,
  }
}

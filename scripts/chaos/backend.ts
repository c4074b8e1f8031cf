import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type BackendMood, BROKEN, startBrokenBackend } from '#test/broken-backend.ts'
import { residentMegabytes } from '#test/site-process.ts'
import { enquire, type Observation, request, withSite } from './fixtures.ts'

const MOODS: BackendMood[] = [...BROKEN, 'dawdles']
const ARCHIVED = /viewing archived data/
/** The circuit breaker opens after three seconds; the rest allows for a busy machine. */
const LONGEST_MS = 4_000

export async function* breakBackend(): AsyncGenerator<Observation> {
  for (const mood of MOODS) yield await withBroken((site) => observeMood(site, mood))
  yield await withBroken(observeCachedPages)
}

type Broken = Parameters<Parameters<typeof withSite>[0]>[0] & {
  backend: Awaited<ReturnType<typeof startBrokenBackend>>
}

async function withBroken(work: (site: Broken) => Promise<Observation>): Promise<Observation> {
  const folder = mkdtempSync(join(tmpdir(), 'plateworthy-backend-'))
  const backend = await startBrokenBackend(folder)
  const environment = {
    BACKEND_URL: backend.url,
    BACKEND_ANON_KEY: backend.anonKey,
    DATABASE_URL: backend.databaseUrl,
  }
  try {
    return await withSite(async (site) => {
      while ((await request(site, '/data/sales.json')).status !== 200) await sleep(50)
      return work(Object.assign(site, { backend }))
    }, environment)
  } finally {
    await backend.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The health check keeps succeeding, which is the worse case. */
async function observeMood(site: Broken, mood: BackendMood): Promise<Observation> {
  const { backend } = site
  backend.mood = mood
  backend.probeMood = 'well'
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
  backend.mood = 'well'
  while (!(await request(site, `/plates?n=${performance.now()}`)).text.includes('118,000')) await sleep(50)
  const backMs = Math.round(performance.now() - recoveredAt)
  const first = Math.max(plate.ms, explorer.ms)
  const later = Math.max(...next.map(({ ms }) => ms))
  return {
    scenario: `Backend that ${mood}, probe answered`,
    observed: `first pages ${first} ms, later ones ${later} ms; plate ${plate.status}, explorer ${explorer.status}${ARCHIVED.test(explorer.text) ? ' archived' : ''}, enquiry ${enquiry.status} in ${enquiry.ms} ms; ${megabytes} MB; recovered after ${backMs} ms`,
    isOk:
      first < LONGEST_MS &&
      later < 1_000 &&
      plate.status === 503 &&
      ARCHIVED.test(explorer.text) &&
      enquiry.status === 503 &&
      backMs < 9_000,
  }
}

async function observeCachedPages(site: Broken): Promise<Observation> {
  const { backend } = site
  const paths = ['/', '/plates', '/plate/1%20KP']
  for (const path of paths) await request(site, path)
  backend.mood = 'silent'
  await sleep(61_000) // until the cached pages are stale
  const pages = await Promise.all(paths.map((path) => request(site, path)))
  const slowest = Math.max(...pages.map(({ ms }) => ms))
  const again = Math.max(...(await Promise.all(paths.map((path) => request(site, path)))).map(({ ms }) => ms))
  const areComplete = pages.every(({ status, text }) => status === 200 && text.includes('118,000'))
  return {
    scenario: 'Backend that is silent, pages of a minute ago',
    observed: `${areComplete ? 'all complete' : 'INCOMPLETE'}: first ${slowest} ms, then ${again} ms`,
    isOk: areComplete && slowest < 2_000 && again < 500,
  }
}

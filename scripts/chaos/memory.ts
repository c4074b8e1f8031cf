import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { asContact } from '#test/enquiries/messages.ts'
import { type Asked, newLoadCounts, visit } from '#test/load.ts'
import { residentMegabytes } from '#test/site-process.ts'
import { type Observation, publicKey, withSite } from './fixtures.ts'

const REQUESTS = 200_000
const SAMPLE_EVERY = 10_000
/** The page cache is full by then. */
const WARM_AFTER = 100_000
const VISITORS = 16
const REPORT_MEMORY = fileURLToPath(new URL('./report-memory.mjs', import.meta.url))

const PAGES = [
  '/',
  '/plates',
  '/plate/1%20KP',
  '/plate/H34%20VEN',
  '/sales-explorer',
  '/news',
  '/about',
  '/info',
]

interface Sample {
  requests: number
  rss: number
  heap: number
  external: number
}

export async function* mixRequests(): AsyncGenerator<Observation> {
  yield await withSite(
    async (site) => {
      const key = await publicKey(site)
      const assets = readdirSync('build/client/assets').filter((name) => /\.(js|css)$/.test(name))
      const samples: Sample[] = []
      const counts = newLoadCounts()
      const began = performance.now()
      for (let done = 0; done < REQUESTS; done += SAMPLE_EVERY) {
        let sent = done
        const next = () => (sent < done + SAMPLE_EVERY ? mixed(sent++, key, assets) : null)
        await Promise.all(Array.from({ length: VISITORS }, () => visit(site.address, next, counts)))
        const { heapUsed, external } = (await site.ask('memory')) as NodeJS.MemoryUsage
        samples.push({
          requests: done + SAMPLE_EVERY,
          rss: residentMegabytes(site.pid),
          heap: Math.round(heapUsed / 104_857.6) / 10,
          external: Math.round(external / 104_857.6) / 10,
        })
        console.error(JSON.stringify(samples.at(-1)))
      }
      const seconds = Math.round((performance.now() - began) / 1_000)
      const warm = samples.filter(({ requests }) => requests >= WARM_AFTER)
      const [rss, heap] = [slope(warm, 'rss'), slope(warm, 'heap')]
      const last = samples.at(-1) as Sample
      const most = Math.max(...samples.map((sample) => sample.rss))
      return {
        scenario: `${REQUESTS.toLocaleString('en-GB')} mixed requests`,
        observed: `${seconds} s, ${counts.lost.length} lost, statuses ${JSON.stringify(counts.statuses)}; resident ${last.rss} MB at the end, ${most} at most; heap ${last.heap} MB; after the first ${WARM_AFTER.toLocaleString('en-GB')} requests ${rss} MB resident and ${heap} MB heap per 100,000`,
        isOk: counts.lost.length === 0 && Math.abs(heap) < 3 && rss < 15,
      }
    },
    { ENQUIRIES_PER_MINUTE: '60' },
    ['--expose-gc', '--import', REPORT_MEMORY],
  )
}

/** Cached pages, REST, built files, and what clients can vary without limit: URLs, filters, client IPs. */
function mixed(number: number, key: string, assets: string[]): Asked {
  const visitor = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`
  switch (number % 20) {
    case 0:
      return { path: `/no/such/page/${number}` }
    case 1:
      return { path: `/plates?q=${number}&n=${number}` }
    case 2:
      return { path: `/registration/${prefixRegistration(number / 20)}` }
    case 3:
      return {
        path: '/functions/v1/send-email',
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': visitor },
        // Half are invalid, and the rest exceed the rate limit.
        body: JSON.stringify(asContact(number % 40 === 3 ? { email: 'nobody' } : { message: `${number}` })),
      }
    case 4:
    case 5:
      return { path: `/rest/v1/plates?select=*&price=gt.${number}&limit=10`, headers: { apikey: key } }
    case 6:
      return { path: `/rest/v1/sales?plate_number=eq.${number}`, headers: { apikey: `wrong ${number}` } }
    case 7:
    case 8:
      return {
        path: '/rest/v1/sales?select=*&order=total_price.desc.nullslast,id.asc&limit=50',
        headers: { apikey: key },
      }
    case 9:
    case 10:
    case 11:
      return { path: `/assets/${assets[number % assets.length]}`, headers: { 'Accept-Encoding': 'br' } }
    case 12:
      return { path: `/assets/no-such-file-${number}.js` }
    default:
      return { path: PAGES[number % PAGES.length] ?? '/', headers: { 'Accept-Encoding': 'br' } }
  }
}

/** A different address for each integer up to seven million. */
function prefixRegistration(number: number): string {
  const whole = Math.floor(number)
  const letters = [0, 1, 2].map((place) =>
    'ABCDEFGHJKLMNPRSTVWX'.charAt(Math.floor(whole / 999 / 20 ** place) % 20),
  )
  return `A${(whole % 999) + 1}${letters.join('')}`
}

/** Least squares, in megabytes per 100,000 requests. */
function slope(samples: readonly Sample[], of: 'rss' | 'heap'): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [x, y] = [mean(samples.map(({ requests }) => requests)), mean(samples.map((sample) => sample[of]))]
  const above = samples.reduce((sum, sample) => sum + (sample.requests - x) * (sample[of] - y), 0)
  const below = samples.reduce((sum, sample) => sum + (sample.requests - x) ** 2, 0)
  return Math.round((above / below) * 1_000_000) / 10
}

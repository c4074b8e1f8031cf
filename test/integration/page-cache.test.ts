import { describe, expect, test, vi } from 'vitest'
import { PageCache, type Rendering } from '#server/page-cache.ts'
import { AWAY } from '../broken-backend.ts'
import { openTestSite, readTestSite } from '../open-test-site.ts'

const page = (body: string, status = 200) => ({
  status,
  headers: [['Content-Type', 'text/html']] as [string, string][],
  body: Buffer.from(body),
})
const ask = (headers: Record<string, string> = {}, method = 'GET') =>
  new Request('https://plates.test/', { headers, method })

function keeper(maxBytes?: number) {
  const state = { version: '1', rendered: 0 }
  const cache = new PageCache({ version: () => state.version, maxBytes })
  const get = async (key: string, body = key, isCacheable = true, request = ask()) => {
    const response = await cache.get(key, request, async () => {
      state.rendered++
      await new Promise((resolve) => setTimeout(resolve, 5))
      return { page: page(body), isCacheable }
    })
    return response.text()
  }
  return { state, cache, get }
}

test('a cached page is rendered once, and again when the data change', async () => {
  const { state, get } = keeper()
  expect(await get('/a', 'one')).toBe('one')
  expect(await get('/a', 'two')).toBe('one')
  state.version = '2'
  expect(await get('/a', 'two')).toBe('two')
  expect(state.rendered).toBe(2)
})

test('a cached page is rendered once for concurrent requests', async () => {
  const { state, get } = keeper()
  expect(await Promise.all([get('/a'), get('/a'), get('/a'), get('/b')])).toEqual(['/a', '/a', '/a', '/b'])
  expect(state.rendered).toBe(2)
})

test('a cached page is not cached if it is not cacheable or fails to render', async () => {
  const { state, cache, get } = keeper()
  await get('/a', 'one', false)
  expect(await get('/a', 'two')).toBe('two')
  await expect(
    cache.get('/c', ask(), async () => {
      throw new Error('no page')
    }),
  ).rejects.toThrow('no page')
  expect(await get('/c')).toBe('/c')
  expect(state.rendered).toBe(3)
})

test('a cached page is evicted when the cache is full, least recently used first', async () => {
  const { state, get } = keeper(40_000)
  const body = 'x'.repeat(5_000)
  for (const key of ['/a', '/b', '/c']) await get(key, body)
  await get('/a', body) // now /b is the least recently used
  for (const key of ['/d', '/e']) await get(key, body)
  const before = state.rendered
  await get('/a', body)
  expect(state.rendered).toBe(before)
  await get('/b', body)
  expect(state.rendered).toBe(before + 1)
})

test('a cached page is compressed tightly once it is asked for often, and not before', async () => {
  const { cache } = keeper()
  const body = Array.from({ length: 2_000 }, (_, n) => `plate ${(n * n) % 997}`).join()
  const lengthOf = async (key: string) => {
    const response = await cache.get(key, ask({ 'accept-encoding': 'br' }), async () => ({
      page: page(body),
      isCacheable: true,
    }))
    return (await response.arrayBuffer()).byteLength
  }
  const first = await lengthOf('/seldom')
  for (let hits = 1; hits < 5; hits++) await lengthOf('/seldom')
  // Pages are compressed one after the other.
  await vi.waitFor(async () => expect(await lengthOf('/often')).toBeLessThan(first))
  expect(await lengthOf('/seldom')).toBe(first)
})

test('a cached page is sent in an accepted encoding, with a separate ETag for each', async () => {
  const { cache } = keeper()
  const get = (headers: Record<string, string>, method?: string) =>
    cache.get('/a', ask(headers, method), async () => ({
      page: page('words '.repeat(500)),
      isCacheable: true,
    }))
  const tags = new Set<string | null>()
  for (const [accepted, encoding] of [
    ['br, gzip', 'br'],
    ['gzip;q=1.0, br;q=0', 'gzip'],
    ['identity', null],
    ['gzip;q=0', null],
  ] as const) {
    const response = await get({ 'Accept-Encoding': accepted })
    expect([accepted, response.headers.get('Content-Encoding')]).toEqual([accepted, encoding])
    expect(response.headers.get('Vary')).toBe('Accept-Encoding')
    const tag = response.headers.get('ETag') ?? ''
    tags.add(tag)
    const again = await get({ 'Accept-Encoding': accepted, 'If-None-Match': tag })
    expect([again.status, await again.text()]).toEqual([304, ''])
  }
  expect(tags.size).toBe(3)
  const head = await get({}, 'HEAD')
  expect([head.headers.get('Content-Length'), await head.text()]).toEqual(['3000', ''])
})

describe('a stale page', () => {
  const MINUTE = 60_000
  const DAY = 86_400_000

  async function keeperOfOne(staleAfterMs?: number) {
    const state = { version: '1' as string | null, now: 0, rendered: 0 }
    const cache = new PageCache({ version: () => state.version, staleAfterMs, now: () => state.now })
    const get = async (render: () => Promise<Rendering>) => {
      const response = await cache.get('/a', ask(), () => {
        state.rendered++
        return render()
      })
      return response.text()
    }
    const good = async () => ({ page: page('new'), isCacheable: true })
    const poor = async () => ({ page: page('poor'), isCacheable: false, isDegraded: true })
    const failing = () => Promise.reject(new Error('no page'))
    const slow = () => new Promise<Rendering>((resolve) => setTimeout(() => resolve(good()), 100))
    await get(async () => ({ page: page('old'), isCacheable: true }))
    state.version = '2'
    return { state, get, good, poor, failing, slow }
  }

  test('a stale page replaces one that is degraded or fails to render', async () => {
    const { state, get, good, poor, failing } = await keeperOfOne()
    expect(await get(poor)).toBe('old')
    expect(await get(poor)).toBe('old')
    expect(state.rendered).toBe(2) // and no further visitor triggers another
    state.now += 5_000
    expect(await get(failing)).toBe('old')
    state.now += 5_000
    expect(await get(good)).toBe('new')
  })

  test('a stale page is used for up to a day', async () => {
    const { state, get, poor } = await keeperOfOne()
    state.now = DAY - 1
    expect(await get(poor)).toBe('old')
    state.now = DAY + 5_000
    expect(await get(poor)).toBe('poor')
  })

  test('a stale page is served while a slow new one is rendered, if it is some minutes old', async () => {
    const { state, get, slow, good } = await keeperOfOne(10)
    state.now = 10 * MINUTE
    expect(await get(slow)).toBe('old')
    await new Promise((resolve) => setTimeout(resolve, 150))
    expect(await get(good)).toBe('new')
    expect(state.rendered).toBe(2)
    state.version = '3'
    state.now = 30 * MINUTE
    expect(await get(slow)).toBe('new')
  })

  test('a stale page is served if the data version is unknown', async () => {
    const { state, get, poor } = await keeperOfOne()
    state.version = null
    expect(await get(poor)).toBe('old')
    expect(state.rendered).toBe(1)
    state.now = DAY
    expect(await get(poor)).toBe('poor')
  })
})

test('a page that was rendered while a read failed is never cached', async () => {
  const site = await openTestSite(AWAY)
  const response = await site.ask('/plates')
  expect(response.headers.get('Cache-Control')).toBe('no-store')
  await site.ask('/plates')
  expect(site.faults.filter(({ message }) => message === 'Error fetching plates')).toHaveLength(2)
})

test('a page may be served by a shared cache, which follows a change within 15 seconds', async () => {
  const site = await readTestSite()
  const response = await site.ask('/plates')
  expect(response.headers.get('Cache-Control')).toBe(
    'public, max-age=0, s-maxage=5, stale-while-revalidate=10, stale-if-error=86400',
  )
})

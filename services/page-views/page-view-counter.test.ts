import { expect, test, vi } from 'vitest'
import { createPageViewCounter, type PageRequest } from './page-view-counter.ts'
import type { addPageViews } from './page-view-store.ts'

const BROWSER =
  'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'

const request = (
  url: string,
  headers: Record<string, string> = {},
  given: Partial<PageRequest> = {},
): PageRequest => ({
  method: 'GET',
  url,
  status: 200,
  header: (name) => ({ 'user-agent': BROWSER, host: 'plates.test', ...headers })[name],
  ...given,
})

/** A database that accepts or refuses every insertion. */
function openBackend() {
  const backend = { isDown: false, rows: [] as string[] }
  const store = async (counts: Parameters<typeof addPageViews>[1]) => {
    if (backend.isDown) throw new Error('The database is away')
    backend.rows.push(...counts.map(({ path, views }) => `${path} ${views}`))
  }
  return { backend, store }
}

test('page views are flushed together once a minute', async () => {
  vi.useFakeTimers()
  const { backend, store } = openBackend()
  const counter = createPageViewCounter(store, { error() {} })
  for (const url of ['/plates?q=a', '/plates', '/plate/AB%201', '/plates.data']) counter.count(request(url))
  await vi.advanceTimersByTimeAsync(59_000)
  expect(backend.rows).toEqual([])
  await vi.advanceTimersByTimeAsync(2_000)
  expect(backend.rows).toEqual(['/plate/AB 1 1', '/plates 3'])
  vi.useRealTimers()
})

test.each<[string, PageRequest]>([
  ['a form', request('/contact', {}, { method: 'POST' })],
  ['a look at the head', request('/', {}, { method: 'HEAD' })],
  ['a page that is not there', request('/plate/NO', {}, { status: 404 })],
  ['a redirect', request('/plates', {}, { status: 301 })],
  ['a failure', request('/plates', {}, { status: 500 })],
  ['a crawler', request('/', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' })],
  ['a program', request('/', { 'user-agent': 'curl/8.5.0' })],
  ['a client without a name', request('/', { 'user-agent': '' })],
  ['a prefetch', request('/', { 'sec-purpose': 'prefetch;prerender' })],
  ['an older prefetch', request('/', { purpose: 'prefetch' })],
  ['somebody who asks not to be tracked', request('/', { dnt: '1' })],
  ['somebody with Global Privacy Control', request('/', { 'sec-gpc': '1' })],
  ['the desk', request('/desk/stock')],
  ['the next page of a list', request('/plates?page=2', { referer: 'https://plates.test/plates?q=a' })],
])('%s is not counted as a page view', async (_, asked) => {
  const { backend, store } = openBackend()
  const counter = createPageViewCounter(store, { error() {} })
  counter.count(asked)
  await counter.stop()
  expect(backend.rows).toEqual([])
})

test.each<[string, PageRequest]>([
  ['a page that the browser has already', request('/', {}, { status: 304 })],
  ['a visit from a search engine', request('/', { referer: 'https://www.google.com/' })],
  ['a visit from another page of ours', request('/', { referer: 'https://plates.test/plates' })],
  ['a referrer that is no address', request('/', { referer: 'android-app:x' })],
])('%s is counted as a page view', async (_, asked) => {
  const { backend, store } = openBackend()
  const counter = createPageViewCounter(store, { error() {} })
  counter.count(asked)
  await counter.stop()
  expect(backend.rows).toEqual(['/ 1'])
})

test('a server stores at most 1,000 paths a day, and further ones by kind', async () => {
  const { backend, store } = openBackend()
  const counter = createPageViewCounter(store, { error() {} })
  for (let index = 0; index < 1_500; index++) counter.count(request(`/registration/A${index}`))
  counter.count(request('/plates'))
  counter.count(request('/registration/A7'))
  await counter.stop()
  expect(backend.rows).toHaveLength(1_002)
  expect(backend.rows).toEqual(
    expect.arrayContaining(['/registration/* 500', '/registration/A7 2', '/plates 1']),
  )
})

test('while the backend is unavailable page views wait, the error is logged once, and nothing is lost', async () => {
  const { backend, store } = openBackend()
  const faults: unknown[] = []
  const counter = createPageViewCounter(store, { error: (message) => faults.push(message) })
  backend.isDown = true
  counter.count(request('/plates'))
  await counter.flush()
  counter.count(request('/plates'))
  await counter.flush()
  expect(faults).toHaveLength(1)
  backend.isDown = false
  await counter.stop()
  expect(backend.rows).toEqual(['/plates 2'])
})

import { createHash } from 'node:crypto'
import { parse } from 'node-html-parser'
import { expect, test } from 'vitest'
import { AWAY } from '../broken-backend.ts'
import { openTestSite, readTestSite } from '../open-test-site.ts'

test('an unknown URL offers what it may have meant, a search, and home, stock and contact', async () => {
  const site = await readTestSite()
  const response = await site.ask('/guides/auction-fees-explained')
  expect(response.status).toBe(404)
  const page = parse(await response.text())
  const targets = page.querySelectorAll('main a').map((link) => link.getAttribute('href'))
  expect(targets).toEqual(['/info/auction-fees-explained', '/', '/plates', '/contact'])
  const form = page.querySelector('main form')
  expect([form?.getAttribute('action'), form?.querySelector('input')?.getAttribute('name')]).toEqual([
    '/search',
    'q',
  ])
})

test('every request gets a page or a clear 4xx', async () => {
  const site = await openTestSite()
  const strange = [
    '/%zz',
    '/plate/%zz',
    '/plate/%00',
    '/%00',
    '/plate/..%2f..%2fetc%2fpasswd',
    '/assets/..%2f..%2fpackage.json',
    '/assets/../../package.json',
    '/assets/nothing.js',
    '/.env',
    '/package.json',
    `/${'a/'.repeat(2000)}`,
    `/plate/${'%F0%9F%9A%97'.repeat(1000)}`,
    '/plates?page=-1&sort=;drop table plates',
    `/contact?plate=${'x'.repeat(5000)}&type=${'%00'}`,
    '/share/plate/%00.png',
    '/plates/%0d%0aSet-Cookie:x',
    '//evil.example/',
    '/\\evil.example/',
    '/plates//',
    '/__manifest?p=/&version=x',
    '/plate/1%20KP.data',
    '/_.data',
    '/rest/v1/plates?select=*',
    '/rest/v1/../../etc/passwd',
  ]
  for (const path of strange) {
    const response = await site.ask(path)
    expect([path, response.status < 500]).toEqual([path, true])
    expect([path, response.headers.get('Location') ?? '/']).toEqual([
      path,
      expect.stringMatching(/^\/(?![/\\])/),
    ])
    await response.text()
  }
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    const response = await site.ask('/plates', { method, body: method === 'OPTIONS' ? undefined : 'x' })
    expect([method, response.status < 500]).toEqual([method, true])
  }
  const head = await site.ask('/plates', { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
  expect(head.headers.get('Content-Type')).toMatch(/^text\/html/)
  expect(site.faults).toEqual([])
})

test('a trailing slash redirects to the URL without it', async () => {
  const site = await readTestSite()
  const response = await site.ask('/plates/?a=1')
  expect([response.status, response.headers.get('Location')]).toEqual([301, '/plates?a=1'])
})

test('built assets are immutable and compressed', async () => {
  const site = await readTestSite()
  const script = (await site.read('/')).match(/\/assets\/entry\.client-[\w-]+\.js/)?.[0] ?? ''
  const response = await site.ask(script, { headers: { 'Accept-Encoding': 'br' } })
  expect(response.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
  expect(response.headers.get('Content-Encoding')).toBe('br')
  expect(response.headers.get('Content-Type')).toMatch(/javascript/)
})

test('a document allows only its own scripts and styles', async () => {
  const site = await readTestSite()
  const response = await site.ask('/plates')
  const policy = response.headers.get('Content-Security-Policy') ?? ''
  expect(policy).not.toContain('unsafe')
  const html = await response.text()
  const scripts = [...html.matchAll(/<script(?![^>]*application\/(?:ld\+)?json)[^>]*>([\s\S]+?)<\/script>/g)]
  const styles = [...html.matchAll(/<style[^>]*>([\s\S]+?)<\/style>/g)]
  expect(scripts.length).toBeGreaterThan(2)
  expect(styles).toHaveLength(1)
  const inline = [...scripts, ...styles]
  for (const [, text = ''] of inline)
    expect(policy).toContain(`'sha256-${createHash('sha256').update(text).digest('base64')}'`)
  expect(policy.match(/'sha256-/g)).toHaveLength(inline.length)
  expect(html).not.toContain(' nonce="')
  expect(html).not.toContain(' style="')
})

test('each request is logged with the id that the response has', async () => {
  const site = await readTestSite()
  const response = await site.ask('/plates?q=secret')
  expect(site.requests).toEqual([
    {
      requestId: response.headers.get('X-Request-Id'),
      method: 'GET',
      path: '/plates',
      status: 200,
      ms: expect.any(Number),
    },
  ])
})

test('health checks report that the process is alive, and whether its backend answers and stores enquiries', async () => {
  const site = await readTestSite()
  expect((await site.ask('/healthz')).status).toBe(200)
  expect((await site.ask('/readyz')).status).toBe(200)
  const away = await openTestSite(AWAY)
  expect((await away.ask('/healthz')).status).toBe(200)
  expect((await away.ask('/readyz')).status).toBe(503)
})

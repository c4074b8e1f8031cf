import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { AWAY } from '../broken-backend.ts'
import { openTestSite, textOf } from '../open-test-site.ts'

type Site = Awaited<ReturnType<typeof openTestSite>>

const post = (site: Site, path: string, fields: Record<string, string>, headers = {}) =>
  site.ask(path, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual', headers })

const database = (site: Site) => new DatabaseSync(join(site.dataDir, 'plateworthy.db'), { timeout: 2000 })

async function request(site: Site, fields: Record<string, string> = {}) {
  return post(site, '/alerts', {
    q: 'sam',
    to: '5000',
    frequency: 'at-once',
    email: 'ann@visitor.example',
    website: '',
    ...fields,
  })
}

function keyOf(site: Site): string {
  const rows = database(site).prepare('SELECT token FROM alerts ORDER BY created_at DESC').all()
  return String(rows[0]?.token)
}

test('an alert is created, confirmed, changed and stopped without script', async () => {
  const site = await openTestSite()
  expect(await site.read('/alerts?q=sam&to=5000')).toContain('value="sam"')
  const asked = await request(site)
  expect([asked.status, asked.headers.get('Location')]).toEqual([
    303,
    '/alerts?q=sam&to=5000&sent=yes#outcome',
  ])
  expect(await site.read('/alerts?q=sam&to=5000&sent=yes')).toContain('Check your e-mail.')
  const key = keyOf(site)
  const page = `/alerts/manage?key=${key}`
  const first = await site.ask(page)
  expect(first.headers.get('Cache-Control')).toBe('no-store')
  const text = await first.text()
  expect(text).toContain('Start this alert')
  expect(text).toContain('noindex')
  expect(text).not.toContain('ann@visitor.example')
  expect((await post(site, page, { intent: 'start' })).status).toBe(303)
  expect(await site.read(page)).toContain('Stop this alert')
  expect((await post(site, page, { intent: 'change', frequency: 'weekly' })).status).toBe(303)
  expect(database(site).prepare('SELECT frequency FROM alerts').all()).toEqual([{ frequency: 'weekly' }])
  const stopped = await post(site, page, { intent: 'stop' })
  expect(stopped.headers.get('Location')).toBe('/alerts/manage?key=&done=stop#outcome')
  expect((await site.ask(page)).status).toBe(404)
  expect(site.requests.some(({ path }) => path.includes(key))).toBe(false)
})

test('an alert on a list keeps the filters of the list that its form has no field for', async () => {
  const site = await openTestSite()
  const page = await site.read('/alerts?q=sam&from=20000&featured=yes')
  expect(page).toContain('<input type="hidden" name="from" value="20000"/>')
  expect(page).toContain('<input type="hidden" name="featured" value="yes"/>')
  expect(textOf(page)).toContain('With the filters: From £20,000, Featured.')
  const asked = await request(site, { from: '20000', to: '', featured: 'yes' })
  expect(asked.headers.get('Location')).toBe('/alerts?q=sam&from=20000&featured=yes&sent=yes#outcome')
  expect(database(site).prepare('SELECT criteria FROM alerts').all()).toEqual([
    { criteria: 'q=sam&from=20000&featured=yes' },
  ])
})

test('a mail program stops an alert with one request, and repeating it is harmless', async () => {
  const site = await openTestSite()
  await request(site)
  const path = `/alerts/unsubscribe?key=${keyOf(site)}`
  expect((await site.ask(path, { redirect: 'manual' })).status).toBe(303)
  expect(database(site).prepare('SELECT 1 AS n FROM alerts').all()).toHaveLength(1)
  for (let count = 0; count < 2; count++)
    expect((await post(site, path, { 'List-Unsubscribe': 'One-Click' })).status).toBe(200)
  expect(database(site).prepare('SELECT 1 AS n FROM alerts').all()).toEqual([])
})

test.each([
  [{ q: '', to: '' }, 'Tell us what to look for'],
  [{ email: '<script>alert(1)</script>' }, 'Enter an e-mail address'],
])('a form for an alert with %j is refused with the words “%s”', async (fields, words) => {
  const site = await openTestSite()
  const answer = await request(site, fields)
  expect(answer.status).toBe(400)
  const page = await answer.text()
  expect(page).toContain(words)
  expect(page).not.toContain('<script>alert')
  expect(database(site).prepare('SELECT 1 AS n FROM alerts').all()).toEqual([])
})

test('an alert whose hidden field is filled in is held for the dealer, and its visitor is not told that it was sent', async () => {
  const site = await openTestSite()
  const answer = await request(site, { website: 'https://spam.example' })
  expect([answer.status, answer.headers.get('Location')]).toEqual([
    303,
    '/alerts?q=sam&to=5000&sent=held#outcome',
  ])
  expect(database(site).prepare('SELECT 1 AS n FROM alerts').all()).toEqual([])
  expect(database(site).prepare('SELECT 1 AS n FROM mails').all()).toEqual([])
  expect(database(site).prepare('SELECT delivery, email FROM enquiries').all()).toEqual([
    { delivery: 'quarantined', email: 'ann@visitor.example' },
  ])
  expect((await request(site, { website: 'x', email: 'ann' })).status).toBe(400)
})

test('a page with another key says that there is no alert', async () => {
  const site = await openTestSite()
  const page = `/alerts/manage?key=${'a'.repeat(43)}`
  const answer = await site.ask(page)
  expect([answer.status, await answer.text()]).toEqual([
    404,
    expect.stringContaining('This link no longer leads to an alert'),
  ])
  expect((await post(site, page, { intent: 'start' })).status).toBe(303)
})

test('an alert that expired before its form was sent is not said to have started', async () => {
  const site = await openTestSite()
  await request(site)
  const page = `/alerts/manage?key=${keyOf(site)}`
  database(site).exec("UPDATE alerts SET created_at = '2026-01-01T00:00:00+00:00'")
  const answer = await post(site, page, { intent: 'start' })
  const shown = await (await site.ask(String(answer.headers.get('Location')).split('#')[0] ?? '')).text()
  expect(shown).toContain('This link no longer leads to an alert')
  expect(shown).not.toContain('has started')
})

test('an alert that goes on is not said to have stopped', async () => {
  const site = await openTestSite()
  await request(site)
  const page = `/alerts/manage?key=${keyOf(site)}`
  await post(site, page, { intent: 'start' })
  expect(await site.read(`${page}&done=start`)).toContain('Your alert has started.')
  expect(await site.read(`${page}&done=stop`)).not.toContain('has been stopped')
})

test('while the backend is unavailable, people and mail programs that open an alert are asked to retry', async () => {
  const site = await openTestSite(AWAY)
  const key = 'a'.repeat(43)
  expect((await request(site)).status).toBe(503)
  const page = await site.ask(`/alerts/manage?key=${key}`)
  expect([page.status, await page.text()]).toEqual([
    503,
    expect.stringContaining('We can’t open your alert just now'),
  ])
  expect((await post(site, `/alerts/manage?key=${key}`, { intent: 'stop' })).status).toBe(503)
  expect((await post(site, `/alerts/unsubscribe?key=${key}`, {})).status).toBe(503)
  expect((await site.ask('/plates.xml')).status).toBe(503)
})

test('another site cannot stop an alert', async () => {
  const site = await openTestSite()
  const answer = await post(
    site,
    '/alerts/manage?key=x',
    { intent: 'stop' },
    { Origin: 'https://evil.example' },
  )
  expect(answer.status).toBe(403)
})

test('a search has a feed of the matching plates, newest first', async () => {
  const site = await openTestSite()
  const all = await site.ask('/plates.xml')
  expect(all.headers.get('Content-Type')).toBe('application/rss+xml; charset=utf-8')
  const plates = database(site)
  plates.exec(
    "INSERT INTO plates (plate_number, price, description, created_at) VALUES ('5AM 777', 900, 'A <b>&', '2030-01-01T00:00:00+00:00'), ('SAM 778', 9000, NULL, '2031-01-01T00:00:00+00:00')",
  )
  const feed = await site.read('/plates.xml?q=sam&to=5000&page=7')
  expect(feed).toContain('<link>https://plates.test/plates?q=sam&amp;to=5000</link>')
  expect(feed).toContain('<title>5AM 777, £900</title>')
  expect(feed).toContain('A &lt;b&gt;&amp;')
  expect(feed).not.toContain('SAM 778')
  const both = await site.read('/plates.xml?q=sam')
  expect(both.indexOf('SAM 778')).toBeLessThan(both.indexOf('5AM 777'))
})

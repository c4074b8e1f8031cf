import { expect, test } from 'vitest'
import { openTestServer, openTestSite, readTestSite, textOf } from '../open-test-site.ts'
import { queryRows } from '../query-rows.ts'

const BROWSER =
  'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
const CRAWLER = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'

const report = (address: string, form: Record<string, string>, headers: Record<string, string> = {}) => ({
  method: 'POST',
  headers: { 'User-Agent': BROWSER, 'X-Forwarded-For': address, ...headers },
  body: new URLSearchParams(form),
})

test('the site counts a search that found nothing, per day and without visitor data, and stores the counts when it stops', async () => {
  const { site, dataDir } = await openTestServer({ TRUST_PROXY: '1' })
  const send = async (...given: Parameters<typeof report>) => {
    const request = new Request('https://plates.test/functions/v1/unmet-search', report(...given))
    return (await site.fetch(request)).status
  }
  const sophie = { list: 'stock', term: 'so phie' }
  expect(await send('192.0.2.1', sophie)).toBe(204)
  expect(await send('192.0.2.1', sophie)).toBe(204) // and not counted again
  expect(await send('192.0.2.2', sophie)).toBe(204)
  expect(await send('192.0.2.3', sophie, { 'User-Agent': CRAWLER })).toBe(204)
  expect(await send('192.0.2.4', sophie, { Origin: 'https://evil.example' })).toBe(403)
  expect(await send('192.0.2.5', { list: 'stock', term: 'ann@visitor.example' })).toBe(400)
  expect(await send('192.0.2.5', { list: 'nowhere', term: 'SOPHIE' })).toBe(400)
  await site.close()
  expect(queryRows(dataDir, 'SELECT * FROM unmet_searches')).toEqual([
    {
      id: expect.any(String),
      day: new Date().toISOString().slice(0, 10),
      list: 'stock',
      term: 'SOPHIE',
      searches: 2,
    },
  ])
})

test('a report is a small form that is posted', async () => {
  const site = await openTestSite()
  const path = '/functions/v1/unmet-search'
  expect((await site.ask(path)).status).toBe(405)
  const body = JSON.stringify({ list: 'stock', term: 'SOPHIE' })
  const json = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body }
  expect((await site.ask(path, json)).status).toBe(415)
  const long = report('192.0.2.1', { list: 'stock', term: 'S'.repeat(600) })
  expect((await site.ask(path, long)).status).toBe(413)
})

test('the privacy page says what is counted of a search, and for how long', async () => {
  const site = await readTestSite()
  const text = textOf(await site.read('/privacy'))
  for (const promise of ['letters and digits', 'three', '13 months']) expect(text).toContain(promise)
})

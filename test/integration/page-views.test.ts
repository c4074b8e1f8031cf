import { expect, test } from 'vitest'
import { openTestServer, readTestSite, textOf } from '../open-test-site.ts'
import { queryRows } from '../query-rows.ts'

const headers = {
  'User-Agent':
    'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
}

test('the site counts the pages that it serves, including cached ones, and stores the counts when it stops', async () => {
  const { address, site, dataDir } = await openTestServer()
  const ask = async (path: string, given: Record<string, string> = {}) => {
    const response = await fetch(address + path, { headers: { ...headers, ...given }, redirect: 'manual' })
    await response.arrayBuffer()
    return response.status
  }
  for (let time = 0; time < 3; time++) expect(await ask('/plates')).toBe(200) // rendered once, cached twice
  expect(await ask('/plates', { 'User-Agent': 'Googlebot/2.1' })).toBe(200)
  expect(await ask('/plates', { DNT: '1' })).toBe(200)
  expect(await ask('/plate/1%20KP')).toBe(200)
  expect(await ask('/plate/NOT%20OURS')).toBe(404)
  expect(await ask('/about/')).toBe(301)
  expect(await ask('/registration/AB12CDE.data')).toBe(200)
  expect(await ask('/desk/sign-in')).toBe(200)
  expect(await ask('/robots.txt')).toBe(200)
  await site.close()
  const rows = queryRows(dataDir, 'SELECT path, views FROM page_views ORDER BY path')
  expect(rows.map(({ path, views }) => `${path} ${views}`)).toEqual([
    '/plate/1 KP 1',
    '/plates 3',
    '/registration/AB12CDE 1',
  ])
})

test('the privacy page says that pages are counted, and for how long', async () => {
  const site = await readTestSite()
  const text = textOf(await site.read('/privacy'))
  for (const promise of ['We count pages, not readers', '25 months']) expect(text).toContain(promise)
})

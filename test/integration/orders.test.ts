/** The buyer's page against who should not read it: guesses, dead links, caches, logs, and the sites that it links to. */

import { createHash } from 'node:crypto'
import { parse } from 'node-html-parser'
import { expect, test, vi } from 'vitest'
import { addOrder, newToken } from '../add-order.ts'
import { openTestData } from '../open-test-data.ts'
import { openTestServer } from '../open-test-site.ts'
import { queryRows } from '../query-rows.ts'
import { addRows, deleteRows, editRows, type Values } from '../rows.ts'

const BANK_DETAILS = 'Plates Ltd, 12-34-56, 87654321'
const daysAgo = (days: number) =>
  new Date(Date.now() - days * 86_400_000).toISOString().replace('Z', '+00:00')

async function openOrders() {
  const server = await openTestServer()
  const { dataDir, address } = server
  const database = openTestData(dataDir)
  await addRows(database, 'settings', {
    name: 'bankDetails',
    value: JSON.stringify(BANK_DETAILS),
    person: 'Ann',
  })
  const ask = (path: string, init?: RequestInit) => fetch(address + path, { redirect: 'manual', ...init })
  return { ...server, database, addOrder: (deal?: Values<'deals'>) => addOrder(database, deal), ask }
}

const PRIVATE = {
  'cache-control': 'private, no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
}

const headersOf = ({ headers }: Response) => Object.fromEntries(headers)

test('A buyer’s page shows one order, is stored nowhere, and has neither script nor anything of another site', async () => {
  const { addOrder, ask, database, address } = await openOrders()
  const { path, token } = await addOrder({ vehicle_reference: 'V5C-1' })
  await addOrder({ name: 'Bob Other', plate_number: 'CD 2' })
  const first = await ask(path)
  expect([first.status, headersOf(first)]).toEqual([200, expect.objectContaining(PRIVATE)])
  const html = await first.text()
  for (const shown of ['Ann Ash', 'AB 1', '£1,234.50', BANK_DETAILS]) expect(html).toContain(shown)
  expect(html).not.toMatch(/Bob Other|CD 2|V5C-1|<script|modulepreload/)
  expect(html).not.toContain(token)
  const addresses = parse(html)
    .querySelectorAll('[href], [src], [action]')
    .map((element) => element.getAttribute('href') ?? element.getAttribute('src') ?? '')
  expect(addresses.length).toBeGreaterThan(3)
  for (const one of addresses) expect(one).toMatch(/^(?:\/(?!\/)|#|mailto:|tel:)/)

  const data = await ask(`${path}.data`)
  expect([data.status, headersOf(data)]).toEqual([200, expect.objectContaining(PRIVATE)])
  const head = await ask(path, { method: 'HEAD' })
  expect([head.status, headersOf(head), await head.text()]).toEqual([
    200,
    expect.objectContaining(PRIVATE),
    '',
  ])
  const seen = {
    'If-None-Match': first.headers.get('ETag') ?? '',
    'If-Modified-Since': new Date().toUTCString(),
  }
  expect(headersOf(await ask(path, { headers: seen }))).toMatchObject(PRIVATE)

  // No change of a deal raises the version of the data, so a cached page would be the old one.
  await editRows(database, 'deals', { token }, { agreed_on: null, amount: 99_900 })
  const later = await ask(path, { headers: seen })
  expect(later.status).toBe(200)
  const changed = await later.text()
  expect(changed).toContain('£999')
  expect(changed).not.toContain(BANK_DETAILS)

  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    const refused = await ask(path, { method, headers: { Origin: address } })
    expect([method, refused.status]).toEqual([
      method,
      expect.toSatisfy((status) => status >= 400 && status < 500),
    ])
    expect(await refused.text()).not.toMatch(/Ann Ash|AB 1/)
  }
})

test('A buyer’s page ends 30 days after its order unless money of theirs is still held, and a dead link, a guess and a purchase look alike', async () => {
  const { addOrder, ask, database } = await openOrders()
  const ended = (days: number) => addOrder({ outcome: 'done', ended_at: daysAgo(days) })
  expect((await ask((await ended(29)).path)).status).toBe(200)
  const held = await addOrder({ outcome: 'withdrawn', ended_at: daysAgo(400), is_settled: false })
  expect((await ask(held.path)).status).toBe(200)
  const kept = await addOrder({ is_kept: true, plate_number: 'AB 2' })
  const removed = await addOrder({ plate_number: 'AB 3' })
  await deleteRows(database, 'enquiries', { id: [kept.enquiryId, removed.enquiryId] })
  const { token } = await addOrder()
  const dead = [
    `/order/${newToken()}`,
    (await ended(31)).path,
    (await addOrder({ kind: 'purchase' })).path,
    kept.path,
    removed.path,
    ...[
      'x',
      token.slice(1),
      `${token}A`,

      `${token}%0A`,
      `${token}*`,
      '%25',
      `eq.${token}`,
    ].map((shape) => `/order/${shape}`),
  ]
  const answers = await Promise.all(
    dead.map(async (path) => {
      const response = await ask(path)
      const { etag, date, 'x-request-id': id, 'content-length': length, ...headers } = headersOf(response)
      const text = await response.text()
      const same = text.replace(/property="og:url" content="[^"]*"/, '')
      return [response.status, headers, createHash('sha256').update(same).digest('hex')]
    }),
  )
  expect(answers[0]?.[0]).toBe(404)
  expect(answers[0]?.[1]).toMatchObject(PRIVATE)
  for (const [index, answer] of answers.entries())
    expect([dead[index], answer]).toEqual([dead[index], answers[0]])
})

test('The key of a buyer’s page is in no line of the log and in no count of pages, however its address is misspelled', async () => {
  const { addOrder, ask, requests, faults, dataDir, site } = await openOrders()
  const warnings = vi.spyOn(console, 'warn')
  const { path, token } = await addOrder()
  const headers = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x64) Chrome/142.0.0.0 Safari/537.36' }
  const asked = [
    path,
    `${path}/`,
    `${path}.data`,
    `${path}?x=1`,
    `/%6Frder/${token}`,
    `/ORDER/${token}`,
    `/${path}`,
    `/orders/${token}`,
    `/order%2F${token}`,
    `${path}%E0`,
    `/desk${path}`,
    `/desk${path}%E0`,
  ]
  for (const one of asked) await (await ask(one, { headers })).text()
  await (await ask(path, { method: 'POST', headers })).text()
  await site.close()
  expect(requests.filter(({ path }) => path.endsWith('…'))).toHaveLength(asked.length + 1)
  expect(JSON.stringify([requests, faults, warnings.mock.calls])).not.toContain(token)
  expect(queryRows(dataDir, 'SELECT path FROM page_views')).toEqual([])
})

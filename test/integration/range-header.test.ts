/** Range is optional in HTTP: an invalid header is ignored. */
import { expect, test } from 'vitest'
import { openTestServer } from '../open-test-site.ts'
import { exchange } from '../raw-http.ts'
import { ask, fillPlaceholders } from '../response-catalogue.ts'

const NONSENSE = [
  ...[
    'bytes=abc',
    'bytes=5-1',
    'bytes=0-0,1-1',
    'bytes=',
    'bytes=-',
    'bytes=1.5-3',
    'bytes=--5',
    'bytes=4-abc',
  ],
  ...['bytes=0x1-5', 'bytes', '0-', '0-1', '-', 'x', '1', 'items=0-1', 'rows=5-1', ' '],
]
const ADDRESSES = [
  ...['/', '/about', '/no/such/page', '/plates.data', '{asset}', '/favicon.ico', '/icon.svg', '/feed.xml'],
  ...['/data/sales.json', '/sales-explorer.csv', '/share/house.png', '/healthz'],
]

async function openServer() {
  const server = await openTestServer()
  await server.site.publishFirstSnapshot()
  return async (address: string, headers: string[] = []) => {
    const sent = await fillPlaceholders(ask(`GET ${address}`, headers), server.address)
    const { status, headers: received, body } = await exchange(server.port, sent)
    return { status, body, range: received.find(([name]) => name === 'content-range')?.[1] }
  }
}

test('an invalid Range is ignored, whatever is asked for', async () => {
  const get = await openServer()
  for (const address of ADDRESSES) {
    const whole = await get(address)
    expect(whole.body.length).toBeGreaterThan(10)
    for (const range of address === '/favicon.ico' ? NONSENSE : NONSENSE.slice(0, 4)) {
      const answer = await get(address, [`Range: ${range}`])
      expect([address, range, answer.status, answer.range]).toEqual([address, range, whole.status, undefined])
      expect(answer.body === whole.body).toBe(true)
    }
  }
})

test('rows are answered whole to an invalid Range', async () => {
  const get = await openServer()
  const rows = async (headers: string[] = []) =>
    get('/rest/v1/plates?select=id', ['apikey: {key}', ...headers])
  const whole = await rows()
  for (const range of ['bytes=abc', 'bytes=0-0,1-1', '-', 'items=0-1', 'x', '0-1,2-3', '0-1x', '1'])
    expect([range, await rows([`Range: ${range}`])]).toEqual([range, whole])
})

test('a part of a file is sent for a valid Range', async () => {
  const get = await openServer()
  const { body } = await get('/favicon.ico')
  const size = body.length
  expect(await get('/favicon.ico', ['Range: bytes=0-4'])).toEqual({
    status: 206,
    body: body.slice(0, 5),
    range: `bytes 0-4/${size}`,
  })
  expect((await get('/favicon.ico', ['Range: bytes=-5'])).body).toBe(body.slice(-5))
  expect((await get('/favicon.ico', ['Range: bytes=9-'])).body).toBe(body.slice(9))
  expect(await get('/favicon.ico', [`Range: bytes=${size}-`])).toMatchObject({
    status: 416,
    range: `bytes */${size}`,
  })
  // If-Range asks whether the file is still the one that the client has the start of.
  expect((await get('/favicon.ico', ['Range: bytes=0-4', 'If-Range: "old"'])).status).toBe(200)
})

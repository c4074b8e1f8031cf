import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, it, onTestFinished } from 'vitest'
import { embeddedClient, openBackend } from '#db/embedded.ts'
import { createArchiveHandler } from '#server/archive-handler.ts'
import { createBackendClient } from '#shared/data/client.ts'
import { JERSEY_SALES, SALES } from '#test/seed-sales.ts'
import { temporaryDataDir } from '#test/temporary-folder.ts'
import { publishSnapshot } from './publish.ts'
import { loadSnapshot } from './snapshot.ts'

function openSeeded() {
  const dataDir = temporaryDataDir()
  const backend = openBackend({ dataDir })
  onTestFinished(() => backend.close())
  const client = embeddedClient(backend)
  const faults: unknown[] = []
  const archive = createArchiveHandler(dataDir, (_, error) => faults.push(error))
  const get = (headers: Record<string, string> = {}, method = 'GET') =>
    archive.answer(new Request('https://plates.test/data/sales.json', { headers, method }), 'sales')
  return { dataDir, client, archive, get, faults }
}

const at = (second: number) => new Date(Date.UTC(2026, 10, 21, 8, 0, second))
const unpacked = async (response: Response, unpack: (packed: Buffer) => Buffer) =>
  JSON.parse(unpack(Buffer.from(await response.arrayBuffer())).toString())

it('a snapshot contains every sale in the wrapper object, with time and count', async () => {
  const { dataDir, client, archive } = openSeeded()
  await publishSnapshot(client, dataDir, at(1))
  const sales = await archive.read('sales')
  expect(sales).toMatchObject({ exportedAt: '2026-11-21T08:00:01.000Z', totalRecords: SALES })
  expect(sales.data).toHaveLength(SALES)
  expect(sales.data).toContainEqual(expect.objectContaining({ plate_number: 'JB 1', total_price: 608_600 }))
  expect(await archive.read('jersey-sales')).toMatchObject({ totalRecords: JERSEY_SALES })
  expect(await archive.read('sales')).toBe(sales)
})

it('a snapshot is used by a running server once it is published', async () => {
  const { dataDir, client, get } = openSeeded()
  expect((await get()).status).toBe(503)
  await publishSnapshot(client, dataDir, at(1))
  expect((await (await get()).json()).exportedAt).toBe('2026-11-21T08:00:01.000Z')
  await publishSnapshot(client, dataDir, at(2))
  expect((await (await get()).json()).exportedAt).toBe('2026-11-21T08:00:02.000Z')
})

it('a snapshot is the newest one even if the clock was set back, and keeps its true time', async () => {
  const { dataDir, client, get } = openSeeded()
  for (const second of [40, 50]) await publishSnapshot(client, dataDir, at(second))
  const { headers } = await get()
  await publishSnapshot(client, dataDir, at(10))
  expect((await (await get()).json()).exportedAt).toBe('2026-11-21T08:00:10.000Z')
  await publishSnapshot(client, dataDir, at(5))
  expect((await (await get()).json()).exportedAt).toBe('2026-11-21T08:00:05.000Z')
  // If-Modified-Since with the older one's time gets the newer one, although its time is earlier.
  expect((await get({ 'If-Modified-Since': headers.get('last-modified') ?? '' })).status).toBe(200)
})

it('a snapshot leaves the previous one, and no older one', async () => {
  const { dataDir, client } = openSeeded()
  for (const second of [1, 2, 3]) await publishSnapshot(client, dataDir, at(second))
  expect(readdirSync(join(dataDir, 'archive')).map((name) => name.slice(0, 16))).toEqual([
    '20261121T0800020',
    '20261121T0800030',
  ])
})

it.each([
  ['cut short', (folder: string) => truncateSync(join(folder, 'sales.json'), 100)],
  ['changed', (folder: string) => writeFileSync(join(folder, 'jersey-sales.json.br'), 'x')],
  ['gone in part', (folder: string) => rmSync(join(folder, 'sales.json.gz'))],
  ['without its manifest', (folder: string) => rmSync(join(folder, 'manifest.json'))],
])('a snapshot that is %s is skipped in favour of the previous one', async (_, damage) => {
  const { dataDir, client, archive, get, faults } = openSeeded()
  await publishSnapshot(client, dataDir, at(1))
  const { folder } = await publishSnapshot(client, dataDir, at(2))
  damage(folder)
  expect((await loadSnapshot(dataDir))?.exportedAt).toBe('2026-11-21T08:00:01.000Z')
  expect((await (await get()).json()).exportedAt).toBe('2026-11-21T08:00:01.000Z')
  expect((await archive.read('sales')).exportedAt).toBe('2026-11-21T08:00:01.000Z')
  expect(faults).toHaveLength(1)
})

it('a snapshot that is damaged while it is in use is checked again', async () => {
  const { dataDir, client, get } = openSeeded()
  await publishSnapshot(client, dataDir, at(1))
  const { folder } = await publishSnapshot(client, dataDir, at(2))
  await (await get()).json()
  truncateSync(join(folder, 'sales.json'), 100)
  expect((await (await get()).json()).exportedAt).toBe('2026-11-21T08:00:01.000Z')
})

it('a snapshot that is half-written is ignored', async () => {
  const { dataDir, client, get } = openSeeded()
  const { folder } = await publishSnapshot(client, dataDir, at(1))
  renameSync(folder, join(dataDir, 'archive', '.draft-abcdef'))
  mkdirSync(join(dataDir, 'archive', '20261121T080000000Z-abcdef'))
  expect((await get()).status).toBe(503)
})

it('a snapshot that cannot be read in full is not published', async () => {
  const { dataDir, client } = openSeeded()
  await publishSnapshot(client, dataDir, at(1))
  let calls = 0
  const failing = createBackendClient({ url: 'http://away.test/rest/v1', key: 'x' }, async () => {
    calls += 1
    return calls === 1
      ? Response.json([{ id: '1', plate_number: 'A 1', sale_year: 2020 }])
      : Response.json({ message: 'gone', code: 'X', details: null, hint: null }, { status: 500 })
  })
  await expect(publishSnapshot(failing, dataDir, at(2))).rejects.toThrow('gone')
  expect((await loadSnapshot(dataDir))?.exportedAt).toBe('2026-11-21T08:00:01.000Z')
  expect(readdirSync(join(dataDir, 'archive'))).toHaveLength(1)
})

it('a snapshot is complete even if the backend returns fewer rows than requested', async () => {
  const { dataDir } = openSeeded()
  const rows = ['a', 'b', 'c'].map((id) => ({ id, plate_number: id, sale_year: 2020 }))
  const client = createBackendClient({ url: 'http://short.test/rest/v1', key: 'x' }, async (input) => {
    const after = /[?&]id=gt\.(\w)/.exec(String(input))?.[1] ?? ''
    return Response.json(rows.filter((row) => row.id > after).slice(0, 1))
  })
  const { exports } = await publishSnapshot(client, dataDir, at(1))
  expect(exports.sales.totalRecords).toBe(3)
})

it('the static exports are compressed, with a separate ETag for each encoding', async () => {
  const { dataDir, client, get } = openSeeded()
  await publishSnapshot(client, dataDir)
  const plain = await get()
  const brotli = await get({ 'Accept-Encoding': 'gzip, deflate, br' })
  const gzip = await get({ 'Accept-Encoding': 'gzip, br;q=0' })
  expect([plain, brotli, gzip].map((response) => response.headers.get('content-encoding'))).toEqual([
    null,
    'br',
    'gzip',
  ])
  expect(new Set([plain, brotli, gzip].map((response) => response.headers.get('etag'))).size).toBe(3)
  expect(plain.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(plain.headers.get('cache-control')).toBe('public, max-age=300')
  expect(plain.headers.get('vary')).toBe('Accept-Encoding')
  const body = await plain.json()
  expect(Object.keys(body)).toEqual(['data', 'exportedAt', 'totalRecords'])
  expect(await unpacked(brotli, brotliDecompressSync)).toEqual(body)
  expect(await unpacked(gzip, gunzipSync)).toEqual(body)
})

it('the static exports are not sent again to a client that has them', async () => {
  const { dataDir, client, get } = openSeeded()
  await publishSnapshot(client, dataDir)
  const { headers } = await get()
  const etag = headers.get('etag') ?? ''
  const reminders: Record<string, string>[] = [
    { 'If-None-Match': etag },
    { 'If-None-Match': `"x", W/${etag}` },
    { 'If-Modified-Since': headers.get('last-modified') ?? '' },
  ]
  for (const known of reminders) {
    const response = await get(known)
    expect([response.status, await response.text()]).toEqual([304, ''])
  }
  expect((await get({ 'If-None-Match': '"x"', 'If-Modified-Since': new Date().toUTCString() })).status).toBe(
    200,
  )
})

it('the static exports answer HEAD with their length and no body', async () => {
  const { dataDir, client, get } = openSeeded()
  const { folder } = await publishSnapshot(client, dataDir)
  const response = await get({}, 'HEAD')
  expect(response.headers.get('content-length')).toBe(String(readFileSync(join(folder, 'sales.json')).length))
  expect(await response.text()).toBe('')
})

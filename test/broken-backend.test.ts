import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DataFault } from '#data/data-fault.ts'
import { openPostgres } from '#data/open-postgres.ts'
import { checkedFetch } from '#shared/data/checked-fetch.ts'
import { createBackendClient } from '#shared/data/client.ts'
import { DataError } from '#shared/data/data-error.ts'
import { findPlate, listPlateChanges, listPlates } from '#shared/plates/find-plates.ts'
import { readStockVersion } from '#shared/plates/list-plates.ts'
import { WHOLE_VIEW } from '#shared/sales/explorer/definitions.ts'
import { readSales } from '#shared/sales/sale-records.ts'
import { readFacets, readFigures } from '#shared/sales/sales-query.ts'
import {
  type BackendMood,
  BROKEN,
  type BrokenBackend,
  NO_DATABASE,
  startBrokenBackend,
} from './broken-backend.ts'
import { storeEnquiry } from './enquiries/store-enquiry.ts'
import { SALES } from './seed-sales.ts'

const folder = mkdtempSync(join(tmpdir(), 'plateworthy-broken-'))
let backend: BrokenBackend
beforeAll(async () => {
  backend = await startBrokenBackend(folder)
})
afterAll(async () => {
  await backend.close()
  rmSync(folder, { recursive: true })
})

/** Moods in which only the timeout ends a read; in the others a busy machine must not reach the timeout. */
const ENDLESS: BackendMood[] = ['silent', 'trickles']

const connect = (key = backend.anonKey) =>
  createBackendClient(
    { url: `${backend.url}/rest/v1`, key },
    checkedFetch({ timeoutMs: ENDLESS.includes(backend.mood) ? 150 : 10_000, maxBytes: 2 ** 20 }),
  )

it('a working backend is read and written over the network', async () => {
  backend.mood = 'well'
  const client = connect()
  expect(await listPlates(client)).toHaveLength(40)
  expect(await findPlate(client, '1 KP')).toMatchObject({ registration: '1 KP', priceGbp: 118_000 })
  expect(await findPlate(client, 'NO 1')).toBeNull()
  expect(await readStockVersion(client)).toMatchObject({ count: 40 })
  expect((await readFacets(client, 'uk')).total).toBe(SALES)
  expect((await readFigures(client, 'uk', WHOLE_VIEW, { logError: console.error })).count).toBe(SALES)
})

it.each(BROKEN)('nothing is accepted as plates or sales from a backend that %s', async (mood) => {
  backend.mood = mood
  const client = connect()
  const reads: Promise<unknown>[] = [listPlates(client), findPlate(client, '1 KP'), listPlateChanges(client)]
  // The counts are right even if the rows are those of another table.
  if (mood !== 'mixes up rows') reads.push(readStockVersion(client), readFacets(client, 'uk'))
  reads.push(readFigures(client, 'uk', WHOLE_VIEW, { logError: console.error }))
  for (const outcome of await Promise.allSettled(reads)) {
    expect(outcome).toMatchObject({ status: 'rejected' })
    const { reason } = outcome as PromiseRejectedResult
    expect(reason).toBeInstanceOf(DataError)
    expect(reason.message.length).toBeLessThan(200)
  }
})

it.each(BROKEN)('the archive replaces the sales of a backend that %s', async (mood) => {
  backend.mood = mood
  const reported: unknown[] = []
  const { records, archive } = await readSales('uk', {
    client: connect(),
    isReachable: async () => true,
    readArchive: async () => ({
      data: [],
      exportedAt: '2026-11-21T08:00:00.000Z',
      totalRecords: 0,
    }),
    logError: (_, error) => reported.push(error),
  })
  expect({ records, archive }).toEqual({ records: [], archive: { exportedAt: '2026-11-21T08:00:00.000Z' } })
  expect(reported.length).toBeGreaterThan(0)
})

const HANDSHAKES: [what: string, answer: (socket: Socket) => void][] = [
  ['closes each connection', (socket) => socket.destroy()],
  ['answers in another language', (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')],
  ['never answers', () => {}],
]

it.each(HANDSHAKES)(
  'no enquiry is acknowledged by a database that %s',
  async (_, answer) => {
    const sockets: Socket[] = []
    const server = createServer((socket) => {
      sockets.push(socket)
      socket.on('error', () => {})
      socket.once('data', () => answer(socket))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const database = openPostgres(`postgres://plateworthy_site@127.0.0.1:${port}/plateworthy`)
    await expect(storeEnquiry(database)).rejects.toThrow(DataFault)
    for (const socket of sockets) socket.destroy()
    server.close()
    await database.destroy()
  },
  15_000,
)

it('no enquiry is acknowledged by a database that is away', async () => {
  const database = openPostgres(NO_DATABASE)
  await expect(storeEnquiry(database)).rejects.toMatchObject({ kind: 'lost' })
  await database.destroy()
})

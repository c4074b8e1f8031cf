import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { makeSales } from '../../../bench/synthetic-sales.ts'
import { type EmbeddedBackend, openBackend } from '../open-backend.ts'
import { FIGURES, ROWS } from './worker-pool.ts'

/** Enough for reads to run in threads. */
const SALES = 6_000

let dataDir: string
beforeAll(() => {
  dataDir = makeSales(SALES)
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

function openMany() {
  const backend = openBackend({ dataDir, seed: false })
  onTestFinished(() => backend.close())
  return backend
}

const read = (backend: EmbeddedBackend, client: string, n: number, signal?: AbortSignal) =>
  backend.fetch(
    new Request(`http://embedded/rest/v1/sales?select=id&hammer_price=gt.${n}&limit=1`, {
      headers: { apikey: backend.anonKey },
      signal,
    }),
    { client },
  )

const readFigures = (backend: EmbeddedBackend, client: string, n: number) =>
  backend.fetch(
    new Request('http://embedded/rest/v1/rpc/sales_figures', {
      method: 'POST',
      headers: { apikey: backend.anonKey, 'Content-Type': 'application/json' },
      body: JSON.stringify({ year_from: n }),
    }),
    { client },
  )

test.each([
  ['rows', read, ROWS],
  ['figures', readFigures, FIGURES],
] as const)('a client that reads many %s delays itself and nobody else', async (_, ask, limits) => {
  const backend = openMany()
  const answered: string[] = []
  const statuses: Record<string, number[]> = { flooder: [], visitor: [] }
  const refusedBefore = 10
  // A thread takes longer to start than these reads take.
  await Promise.all(['one', 'two', 'three'].map((client, n) => ask(backend, client, 1_000 + n)))
  const from = async (client: string, n: number) => {
    const response = await ask(backend, client, n)
    statuses[client]?.push(response.status)
    if (response.status === 200) answered.push(client)
    else expect([response.headers.get('Retry-After'), (await response.json()).code]).toEqual(['1', '55P03'])
  }
  const flood = Array.from({ length: limits.waitingPerClient + refusedBefore }, (_, n) => from('flooder', n))
  await Promise.all([...flood, from('visitor', 1)])
  expect(statuses.flooder?.filter((status) => status === 503)).toHaveLength(refusedBefore)
  expect(statuses.visitor).toEqual([200])
  expect(answered.indexOf('visitor')).toBeLessThan(limits.waitingPerClient / 2)
  expect(backend.slowReads).toMatchObject({ waiting: 0, refused: refusedBefore })
})

test('a read that nobody waits for any more leaves the queue', async () => {
  const backend = openMany()
  const abort = new AbortController()
  const gone = Array.from({ length: 20 }, (_, n) => read(backend, 'flooder', n, abort.signal))
  const stays = read(backend, 'visitor', 1)
  expect(backend.slowReads.waiting).toBe(21)
  abort.abort()
  expect(backend.slowReads.waiting).toBe(1)
  expect((await stays).status).toBe(200)
  for (const { status } of await Promise.all(gone)) expect(status).toBe(503)
  expect(backend.slowReads.taken).toBe(1)
})

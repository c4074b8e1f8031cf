import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openBackend } from '#db/embedded.ts'
import type { EmbeddedBackend } from '../open-backend.ts'
import { ROW_LIMITS, STATS_LIMITS } from './worker-pool.ts'

function openLarge() {
  const dataDir = mkdtempSync(join(tmpdir(), 'plateworthy-pool-'))
  const backend = openBackend({ dataDir, largeFromSales: 0 })
  onTestFinished(() => {
    backend.close()
    rmSync(dataDir, { recursive: true })
  })
  return backend
}

const readRows = (backend: EmbeddedBackend, client: string, n: number, signal?: AbortSignal) =>
  backend.fetch(
    new Request(`http://embedded/rest/v1/sales?select=id&hammer_price=gt.${n}&limit=1`, {
      headers: { apikey: backend.anonKey },
      signal,
    }),
    { client },
  )

const readStats = (backend: EmbeddedBackend, client: string, n: number) =>
  backend.fetch(
    new Request('http://embedded/rest/v1/rpc/sales_figures', {
      method: 'POST',
      headers: { apikey: backend.anonKey, 'Content-Type': 'application/json' },
      body: JSON.stringify({ year_from: n }),
    }),
    { client },
  )

test.each([
  ['rows', readRows, ROW_LIMITS],
  ['figures', readStats, STATS_LIMITS],
] as const)('a client that reads many %s delays itself and nobody else', async (_, read, limits) => {
  const backend = openLarge()
  // Starts the threads, so that the order below depends on the queue alone.
  await Promise.all(Array.from({ length: limits.running }, (_, n) => read(backend, `earlier ${n}`, n)))
  const answered: string[] = []
  const statuses: Record<string, number[]> = { flooder: [], visitor: [] }
  const overBound = 10
  const from = async (client: string, n: number) => {
    const response = await read(backend, client, n)
    statuses[client]?.push(response.status)
    if (response.status === 200) answered.push(client)
    else expect([response.headers.get('Retry-After'), (await response.json()).code]).toEqual(['1', '55P03'])
  }
  const flood = Array.from({ length: limits.waitingPerClient + overBound }, (_, n) => from('flooder', n))
  await Promise.all([...flood, from('visitor', 1)])
  expect(statuses.flooder?.filter((status) => status === 503)).toHaveLength(overBound)
  expect(statuses.visitor).toEqual([200])
  // With several threads the system decides which answers first; fair-queue.test.ts has the order of the queue.
  if (limits.running === 1) expect(answered.indexOf('visitor')).toBeLessThan(limits.waitingPerClient / 2)
  expect(backend.slowReads).toMatchObject({ waiting: 0, refused: overBound })
})

test('an aborted read leaves the queue', async () => {
  const backend = openLarge()
  const abort = new AbortController()
  const aborted = Array.from({ length: 20 }, (_, n) => readRows(backend, 'flooder', n, abort.signal))
  const stays = readRows(backend, 'visitor', 1)
  expect(backend.slowReads.waiting).toBe(21)
  abort.abort()
  expect(backend.slowReads.waiting).toBe(1)
  expect((await stays).status).toBe(200)
  for (const { status } of await Promise.all(aborted)) expect(status).toBe(503)
  expect(backend.slowReads.started).toBe(1)
})

/** A PostgreSQL that keeps its connections and answers nothing, as a machine that is frozen. */
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net'
import { expect, inject, it, onTestFinished } from 'vitest'
import { openTestSite } from '../open-test-site.ts'
import { openHostedServer } from './open-contract.ts'

const { database, environment } = openHostedServer()
const { socketFolder } = inject('postgrest')

async function openFreezer() {
  const sockets: Socket[] = []
  let isFrozen = false
  const server = createServer((client) => {
    if (isFrozen) return void sockets.push(client)
    const behind = createConnection(`${socketFolder}/.s.PGSQL.5432`)
    sockets.push(client, behind)
    client.pipe(behind).pipe(client)
    for (const [one, other] of [
      [client, behind],
      [behind, client],
    ] as const) {
      one.on('error', () => {})
      one.on('close', () => other.destroy())
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const through = (role: string) => `postgres://${role}@127.0.0.1:${port}/${database}`
  return {
    environment: {
      ...environment,
      DATABASE_URL: through('plateworthy_site'),
      PUBLIC_DATABASE_URL: through('plateworthy_public'),
    },
    freeze() {
      isFrozen = true
      for (const socket of sockets) {
        socket.unpipe()
        socket.pause()
      }
    },
  }
}

it('a frozen database is told of within two seconds, and holds up no later page', async () => {
  const { environment: given, freeze } = await openFreezer()
  const site = await openTestSite(given)
  const [, apikey = ''] = /data-backend-key="([^"]+)"/.exec(await site.read('/plates')) ?? []
  const probe = async () => (await site.ask('/rest/v1/', { method: 'HEAD', headers: { apikey } })).status
  expect(await probe()).toBe(200)
  freeze()
  const frozenAt = performance.now()
  await expect.poll(probe, { interval: 50, timeout: 10_000 }).toBe(503)
  const toldAfter = performance.now() - frozenAt
  await expect.poll(() => performance.now() - frozenAt, { interval: 100 }).toBeGreaterThan(3_500)
  const began = performance.now()
  const [page, read] = await Promise.all([
    site.ask('/plate/A%201'),
    site.ask('/rest/v1/plates?limit=1', { headers: { apikey } }),
  ])
  const waited = performance.now() - began
  expect([page.status, read.status]).toEqual([503, 503])
  expect(read.headers.get('Retry-After')).toBe('1')
  // Twice what it should be, for a busy machine.
  expect(toldAfter).toBeLessThan(4_000)
  expect(waited).toBeLessThan(7_000)
})

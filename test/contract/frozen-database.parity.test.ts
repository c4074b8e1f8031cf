/** A PostgreSQL that keeps its connections and answers nothing, as a machine that is frozen. */
import { expect, inject, it, onTestFinished } from 'vitest'
import { startDatabaseProxy } from '../database-proxy.ts'
import { openTestSite } from '../open-test-site.ts'
import { openHostedServer } from './open-contract.ts'

const { database, secret } = openHostedServer()
const { socketFolder } = inject('postgrest')

it('a frozen database is told of within two seconds, holds up no later page, and is asked again once it answers', async () => {
  const proxy = await startDatabaseProxy(socketFolder ?? '')
  onTestFinished(() => proxy.close())
  const site = await openTestSite(proxy.environmentOf(database, secret))
  const [, apikey = ''] = /data-backend-key="([^"]+)"/.exec(await site.read('/plates')) ?? []
  const probe = async () => (await site.ask('/rest/v1/', { method: 'HEAD', headers: { apikey } })).status
  expect(await probe()).toBe(200)
  proxy.turn('frozen')
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
  proxy.turn('well')
  await expect.poll(async () => (await site.ask('/plate/A%201')).status, { timeout: 10_000 }).toBe(404)
})

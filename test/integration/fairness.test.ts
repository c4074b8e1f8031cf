import { rmSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { makeSales } from '#bench/synthetic-sales.ts'
import { RENDER_QUEUE_LIMITS } from '#server/page-cache.ts'
import { openTestServer } from '../open-test-site.ts'

const FLOODER = '192.0.2.1'
const VISITOR = '192.0.2.2'
const METRICS_TOKEN = 'a-token-of-the-tests'

function holdReads() {
  const held: string[] = []
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const pageReads: typeof fetch = async (input) => {
    const url = decodeURIComponent(String(input))
    if (url.includes('plate_number')) {
      held.push(url)
      await released
    }
    return Response.json([])
  }
  return {
    pageReads,
    /** How many renders wait for a plate whose registration contains this. */
    countOf: (registration: string) => held.filter((url) => url.includes(registration)).length,
    release,
  }
}

interface Answered {
  status: number
  headers: IncomingMessage['headers']
  body: string
}

/** Sends a request on a new connection, from this address as the proxy reports it. */
function askFrom(client: string, address: string, headers: Record<string, string> = {}) {
  const sent = get(address, { agent: false, headers: { 'X-Forwarded-For': client, ...headers } })
  const answered = new Promise<Answered>((resolve, reject) => {
    sent.once('error', reject)
    sent.once('response', async (response) =>
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        body: await text(response),
      }),
    )
  })
  answered.catch(() => {})
  return { answered, leave: () => sent.destroy() }
}

async function openHeldSite() {
  const backend = holdReads()
  // Without TLS: the metrics would ask for a certificate.
  const environment = { TRUST_PROXY: '1', METRICS_TOKEN, SITE_URL: 'http://plates.test' }
  const server = await openTestServer(environment, undefined, backend)
  const metric = async (name: string) => {
    const { body } = await askFrom(VISITOR, `${server.address}/metrics`, {
      Authorization: `Bearer ${METRICS_TOKEN}`,
    }).answered
    return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(body)?.[1])
  }
  return { ...server, backend, metric }
}

test('another client’s page is rendered, and a cached one answered, while one client has more waiting than it may', async () => {
  const { address, backend, metric, requests, faults } = await openHeldSite()
  expect((await askFrom(VISITOR, `${address}/about`).answered).status).toBe(200)
  const { runningPerClient, waitingPerClient } = RENDER_QUEUE_LIMITS
  // First fills every slot, so that the number of waiting renders is known.
  const running = Array.from({ length: runningPerClient }, (_, n) =>
    askFrom(FLOODER, `${address}/plate/FLD%20${n}`),
  )
  await expect.poll(() => backend.countOf('FLD')).toBe(runningPerClient)
  const waiting = Array.from({ length: waitingPerClient }, (_, n) =>
    askFrom(FLOODER, `${address}/plate/FLD%20${100 + n}`),
  )
  await expect.poll(() => metric('plateworthy_renderings_waiting')).toBe(waitingPerClient)

  const refused = await askFrom(FLOODER, `${address}/plate/FLD%20999`).answered
  expect([refused.status, refused.headers['retry-after'], refused.headers['cache-control']]).toEqual([
    503,
    '1',
    'no-store',
  ])
  expect(refused.body).toContain('Please try again in a moment.')
  expect((await askFrom(FLOODER, `${address}/about`).answered).status).toBe(200)
  expect((await askFrom(VISITOR, `${address}/about`).answered).status).toBe(200)
  const visitor = askFrom(VISITOR, `${address}/plate/VIS%201`)
  await expect.poll(() => backend.countOf('VIS')).toBe(1)
  expect(backend.countOf('FLD')).toBe(runningPerClient)

  backend.release()
  expect((await visitor.answered).status).toBe(404)
  for (const { answered } of [...running, ...waiting]) expect((await answered).status).toBe(404)
  expect(await metric('plateworthy_renderings_refused_total')).toBe(1)
  expect(requests.filter(({ status }) => status === 503)).toHaveLength(1)
  expect(faults).toEqual([])
})

test('aborted requests leave the queue, and are never rendered', async () => {
  const { address, backend, metric, requests, faults } = await openHeldSite()
  const { runningPerClient } = RENDER_QUEUE_LIMITS
  const asked = Array.from({ length: runningPerClient + 5 }, (_, n) =>
    askFrom(FLOODER, `${address}/plate/FLD%20${n}`),
  )
  await expect.poll(() => metric('plateworthy_renderings_waiting')).toBe(5)
  for (const { leave } of asked) leave()
  await expect.poll(() => metric('plateworthy_renderings_waiting')).toBe(0)
  expect(requests.filter(({ status }) => status === 499)).toHaveLength(asked.length)
  expect(backend.countOf('FLD')).toBe(runningPerClient)
  backend.release()
  expect(faults).toEqual([])
})

test('slow REST reads wait in the queue of their client', async () => {
  const dataDir = makeSales(6_000)
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const { address, faults } = await openTestServer({ DATA_DIR: dataDir, TRUST_PROXY: '1' })
  const { body } = await askFrom(VISITOR, `${address}/about`).answered
  const apikey = /data-backend-key="([^"]+)"/.exec(body)?.[1] ?? ''
  const read = (client: string, n: number) =>
    askFrom(client, `${address}/rest/v1/sales?select=id&hammer_price=gt.${n}&note=not.ilike.*x${n}*`, {
      apikey,
      Prefer: 'count=exact',
    }).answered
  const flood = Array.from({ length: 70 }, (_, n) => read(FLOODER, n))
  const visitor = await read(VISITOR, 1)
  expect(visitor.status).toBeLessThan(300)
  const statuses = (await Promise.all(flood)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 503).length).toBeGreaterThan(0)
  expect(faults).toEqual([])
})

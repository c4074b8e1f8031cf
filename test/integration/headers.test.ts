import { expect, test, vi } from 'vitest'
import { PageCache } from '#server/page-cache.ts'
import { openTestServer } from '../open-test-site.ts'
import { exchange } from '../raw-http.ts'
import { ask, DOCUMENTS, fillPlaceholders, OTHERS, PICTURES, type Sent } from '../response-catalogue.ts'

type Server = Awaited<ReturnType<typeof openTestServer>>

const DOCUMENT =
  /^default-src 'none'; script-src 'self'( 'sha256-[\w+/]{43}=')+; style-src 'self' 'sha256-[\w+/]{43}='; /
const CLOSED = /^default-src 'none'; frame-ancestors 'none'$/

async function headersOf(server: Server, sent: Sent) {
  const { status, headers } = await exchange(server.port, await fillPlaceholders(sent, server.address))
  const names = headers.map(([name]) => name)
  expect(names).toEqual([...new Set(names)])
  return { status, headers: Object.fromEntries(headers) as Record<string, string> }
}

const everywhere = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'strict-transport-security': 'max-age=31536000',
  'x-request-id': expect.stringMatching(/^[0-9a-f]{20}$/),
}

test('every kind of response has the security headers, and the id under which it was logged', async () => {
  const server = await openTestServer({ METRICS_TOKEN: 'for-those-who-watch' })
  await server.site.publishFirstSnapshot()
  for (const [kinds, more] of [
    [
      DOCUMENTS,
      {
        'content-security-policy': expect.stringMatching(DOCUMENT),
        'permissions-policy': expect.stringContaining('camera=(), '),
        'cross-origin-resource-policy': 'same-origin',
      },
    ],
    [
      OTHERS,
      {
        'content-security-policy': expect.stringMatching(CLOSED),
        'cross-origin-resource-policy': 'same-origin',
      },
    ],
    [
      PICTURES,
      {
        'content-security-policy': expect.stringMatching(CLOSED),
        'cross-origin-resource-policy': 'cross-origin',
      },
    ],
  ] as const)
    for (const [kind, sent, status] of kinds) {
      const answer = await headersOf(server, sent)
      expect({ kind, ...answer }).toEqual({
        kind,
        status,
        headers: expect.objectContaining({ ...everywhere, ...more }),
      })
      const logged = server.requests.find(({ requestId }) => requestId === answer.headers['x-request-id'])
      expect([kind, logged?.status]).toEqual([kind, status])
    }
  expect(server.faults).toEqual([])
})

test('responses with 304 and 500 have the security headers as well', async () => {
  const server = await openTestServer()
  const first = await headersOf(server, ask('GET /about'))
  const again = await headersOf(server, ask('GET /about', [`If-None-Match: ${first.headers.etag}`]))
  expect(again.status).toBe(304)
  expect(again.headers).toMatchObject({ ...everywhere, 'content-security-policy': expect.any(String) })
  vi.spyOn(PageCache.prototype, 'get').mockRejectedValueOnce(new Error('no such column: secret'))
  const broken = await headersOf(server, ask('GET /valuations'))
  expect(broken.status).toBe(500)
  expect(broken.headers).toMatchObject({
    ...everywhere,
    'content-security-policy': expect.stringMatching(CLOSED),
  })
})

test('only a site with an https URL sends Strict-Transport-Security', async () => {
  const server = await openTestServer({ SITE_URL: 'http://plates.test' })
  for (const sent of [ask('GET /'), ask('GET /'), ask('GET /rest/v1/'), 'Hello?\r\n\r\n']) {
    const { headers } = await headersOf(server, sent)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['strict-transport-security']).toBeUndefined()
  }
})

test('responses that depend on a key or report the server’s state are never cached', async () => {
  const server = await openTestServer()
  const key = 'apikey: {key}'
  for (const sent of [
    ask('GET /rest/v1/plates?limit=1', [key]),
    ask('HEAD /rest/v1/', [key]),
    ask('GET /rest/v1/plates'),
    ask('GET /rest/v1/nope', [key]),
    ask('PUT /rest/v1', [key]),
    ask('POST /rest/v1/rpc/sales_figures', [key], '{}'),
    ask('POST /rest/v1/rpc/sales_figures', [key], 'x'.repeat(70_000)),
    ask('GET /healthz'),
    ask('GET /readyz'),
  ])
    expect([sent, (await headersOf(server, sent)).headers]).toEqual([
      sent,
      expect.objectContaining({ 'cache-control': 'no-store', vary: 'Authorization, apikey' }),
    ])
  for (const address of ['/rest/v1', '/rest/v1/plates', '/healthz', '/readyz']) {
    const { headers } = await server.site.fetch(new Request(`https://plates.test${address}`))
    expect([headers.get('cache-control'), headers.get('vary')]).toEqual(['no-store', 'Authorization, apikey'])
  }
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { randomRead } from '../random-reads.ts'
import { amountOf, encoded, FUZZ_LIMIT, mutated, oddText, onWire, openFuzz } from './fuzz.ts'
import type { Answer } from './raw-client.ts'
import { openFuzzServer } from './start-site.ts'

const AMOUNT = amountOf(1_100)

const known = randomRead.map(({ path }) => path)
const query = known.map((path) => path.replace(/^[^?]*\?/, ''))
const value = fc.oneof(oddText, fc.integer().map(String), fc.double().map(String))
/** What the reads of both backends leave out: names, operators and nesting that the dialect does not have. */
const odd = fc.tuple(
  fc.oneof(
    oddText,
    fc.constantFrom('columns', 'on_conflict', 'apikey', 'x.order', '', 'select', 'or', 'price'),
  ),
  fc.oneof(
    value,
    fc
      .tuple(fc.constantFrom('fts.', 'cs.', 'not.not.', 'in.(', 'like.'), value)
      .map((parts) => parts.join('')),
    fc.tuple(fc.nat(300), value).map(([depth, text]) => `${'or('.repeat(depth)}${text}${')'.repeat(depth)}`),
    fc.constantFrom('price.sum()', 'sales(*)', 'a:id', 'id::text', 'note->x', 'id.up', '2026-02-31T25:61'),
  ),
)
const parameters = fc.oneof(
  mutated(query),
  fc
    .array(odd, { maxLength: 8 })
    .map((pairs) => pairs.map(([name, text]) => `${encoded(name)}=${encoded(text)}`).join('&')),
)

const address = fc
  .oneof(
    { weight: 5, arbitrary: known },
    { weight: 4, arbitrary: fc.tuple(known, parameters).map(([path, more]) => `${path}&${more}`) },
    { weight: 4, arbitrary: mutated(known) },
    { weight: 2, arbitrary: parameters.map((more) => `/sales?${more}`) },
    { weight: 1, arbitrary: mutated(fc.constantFrom('/', '/rpc/x?a=1', '/plates')) },
  )
  .map((rest) => `/rest/v1${rest}`)
const bytes = fc
  .tuple(fc.constantFrom('/rest/v1/plates?', '/rest/v1/', '/rest/v1'), fc.uint8Array({ maxLength: 60 }))
  .map(([start, rest]) => start + onWire(rest))
const anyAddress = fc.oneof({ weight: 12, arbitrary: address.map(onWire) }, { weight: 1, arbitrary: bytes })

const someHeaders = fc.record(
  {
    Prefer: fc.constantFrom('count=exact', 'handling=strict, x', 'return=representation', 'count=exact,,'),
    Accept: fc.constantFrom(
      'application/json',
      'application/vnd.pgrst.object+json',
      'text/csv',
      'x',
      '*/*;q=0',
    ),
    Range: fc.constantFrom('0-4', '5-', '9-2', 'x', '99999999999999999999-'),
  },
  { requiredKeys: [] },
)
const headers = fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: someHeaders })
const body = fc.constantFrom(
  '{"plate_number":"J 1","sale_year":2020}',
  '[{"plate_number":"J 2"},{"sale_year":1}]',
  '{"total_price":1e400}',
  '[',
  '5',
)

const read = fc.record({
  method: fc.constantFrom('GET', 'GET', 'GET', 'GET', 'GET', 'HEAD'),
  address: anyAddress,
  headers,
  role: fc.constantFrom('anon', 'anon', 'anon', 'anon', 'anon', 'anon', 'none'),
})
const write = fc.record({
  method: fc.constantFrom('POST', 'PATCH', 'DELETE', 'PUT', 'OPTIONS'),
  address: parameters.map((query) => `/rest/v1/jersey_sales?${query}`),
  headers,
  role: fc.constantFrom('anon', 'none'),
  body,
})

const argument = fc.oneof(
  oddText,
  fc.integer(),
  fc.double(),
  fc.constantFrom(null, 2020, '%', '*', '"', 'Bonhams'),
  fc.array(fc.oneof(oddText, fc.constant(null), fc.constant('Bonhams')), { maxLength: 4 }),
  fc.object({ maxDepth: 2 }),
)
const selection = fc
  .dictionary(
    fc.oneof(
      {
        weight: 9,
        arbitrary: fc.constantFrom('search', 'sellers', 'categories', 'types', 'year_from', 'year_to'),
      },
      { weight: 1, arbitrary: fc.constantFrom('id', '__proto__', '') },
    ),
    argument,
    { maxKeys: 5 },
  )
  .map((given) => JSON.stringify(given))
const call = fc.record({
  method: fc.constantFrom('POST', 'POST', 'POST', 'POST', 'POST', 'GET', 'PATCH'),
  address: fc.constantFrom('/rest/v1/rpc/sales_figures', '/rest/v1/rpc/jersey_sales_figures?x=1'),
  headers: fc.constant({}),
  role: fc.constantFrom('anon', 'none'),
  body: fc.oneof({ weight: 3, arbitrary: selection }, { weight: 1, arbitrary: mutated(selection) }),
})

const request = fc.oneof(
  { weight: 12, arbitrary: read },
  { weight: 1, arbitrary: write },
  { weight: 1, arbitrary: call },
)

test(`${AMOUNT} REST requests: no 5xx, no crash, no response over a second`, FUZZ_LIMIT, async () => {
  const fuzz = openFuzz({ what: 'REST query strings', file: 'test/fuzz/rest.test.ts' })
  const server = await openFuzzServer()
  const statuses = new Map<number, number>()
  await fuzz.run({
    inputs: request,
    amount: AMOUNT,
    firstBatch: 3,
    async check({ method, address, headers, role, ...more }) {
      const sent: Record<string, string> = { ...headers }
      if (role === 'anon') sent.apikey = server.anonKey
      if ('body' in more) sent['Content-Type'] = 'application/json'
      const answer = await server.ask(
        method,
        address,
        sent,
        'body' in more ? Buffer.from(more.body as string) : undefined,
      )
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
      checkAnswer(answer, method, role)
    },
  })
  const megabytes = server.examine()
  const some = (...codes: number[]) => codes.reduce((sum, code) => sum + (statuses.get(code) ?? 0), 0)
  fuzz.addNote(
    `${[...statuses]
      .sort()
      .map(([status, count]) => `${count} × ${status}`)
      .join(', ')}; ${megabytes} MB`,
  )
  // Guards against a generator whose queries are mostly refused.
  expect(some(200, 206) / fuzz.count()).toBeGreaterThan(0.1)
})

function checkAnswer({ status, header, body }: Answer, method: string, role: string): void {
  if (status >= 500) throw new Error(`${status} ${body}`)
  if (header('x-content-type-options') !== 'nosniff') throw new Error(`${status} without nosniff`)
  if (method === 'HEAD' || body.length === 0) return
  const type = header('content-type') ?? ''
  // Invalid HTTP never reaches the contract.
  if (type.startsWith('text/plain') && [400, 404, 405, 431].includes(status)) return
  // Mutated paths may leave the contract.
  if (type.startsWith('text/html') && status === 404) return
  if (!/^application\/(vnd\.pgrst\.object\+)?json/.test(type))
    throw new Error(`${status} as ${type}: ${body}`)
  const value = JSON.parse(body.toString())
  if (status >= 400) {
    if (Object.keys(value).join() !== 'code,details,hint,message') throw new Error(`${status} ${body}`)
    return
  }
  if (role === 'anon')
    for (const row of [value].flat())
      if (row?.is_available === false) throw new Error(`The public has read what is not for sale: ${body}`)
}

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tables } from '#db/schema.ts'
import type { ColumnType, Table } from '#packages/sqlite-rest/schema.ts'
import { amountOf, encoded, FUZZ_LIMIT, mutated, oddText, onWire, openFuzz } from './fuzz.ts'
import type { Answer } from './raw-client.ts'
import { openFuzzServer } from './start-site.ts'

const AMOUNT = amountOf(1_100)

const table = fc.oneof(
  { weight: 20, arbitrary: fc.constantFrom(...tables.keys()) },
  { weight: 1, arbitrary: oddText },
)
const columns = [...new Set([...tables.values()].flatMap((known) => [...known.columns.keys()]))]
const column = fc.oneof(
  { weight: 20, arbitrary: fc.constantFrom(...columns) },
  { weight: 1, arbitrary: oddText },
)
const value = fc.oneof(
  oddText,
  fc.integer().map(String),
  fc.double().map(String),
  fc.constantFrom('true', 'null', '2026-11-20', '2026-02-31T25:61', 'A 1', '1 KP', 'Bonhams', '%1%', '*K*'),
)
const operator = fc.constantFrom(
  'eq',
  'neq',
  'gt',
  'gte',
  'lt',
  'lte',
  'like',
  'ilike',
  'is',
  'in',
  'fts',
  'cs',
  '',
)
const negation = fc.constantFrom('', '', '', 'not.', 'not.not.')
const operand = fc.oneof(
  { weight: 5, arbitrary: value },
  { weight: 2, arbitrary: fc.array(value, { maxLength: 6 }).map((values) => `(${values.join()})`) },
  {
    weight: 1,
    arbitrary: fc
      .array(value, { maxLength: 4 })
      .map((values) => `(${values.map((text) => `"${text}"`).join()})`),
  },
)
const condition = fc
  .tuple(column, negation, operator, operand)
  .map(([name, not, how, what]) => [name, `${not}${how}.${what}`] as const)
const leaf = condition.map((parts) => parts.join('.'))
const { tree } = fc.letrec<{ tree: string; group: string }>((tie) => ({
  tree: fc.oneof({ maxDepth: 9 }, leaf, tie('group')),
  group: fc
    .tuple(negation, fc.constantFrom('and', 'or'), fc.array(tie('tree'), { maxLength: 4 }))
    .map(([not, join, parts]) => `${not}${join}(${parts.join()})`),
}))
const logic = fc
  .tuple(negation, fc.constantFrom('and', 'or'), fc.array(tree, { maxLength: 4 }))
  .map(([not, join, parts]) => [not + join, `(${parts.join()})`] as const)
const select = fc
  .array(
    fc.oneof(
      column,
      fc.constantFrom('*', 'count()', 'price.sum()', 'sales(*)', 'a:id', 'id::text', 'note->x'),
    ),
    {
      maxLength: 5,
    },
  )
  .map((names) => ['select', names.join()] as const)
const order = fc
  .array(
    fc.tuple(
      column,
      fc.constantFrom('', '.asc', '.desc', '.up'),
      fc.constantFrom('', '.nullsfirst', '.nullslast'),
    ),
    { maxLength: 4 },
  )
  .map((keys) => ['order', keys.map((key) => key.join('')).join()] as const)
const range = fc.tuple(
  fc.constantFrom('limit', 'offset'),
  fc.oneof(fc.integer({ min: -2, max: 2_000 }).map(String), value),
)
const other = fc.tuple(fc.constantFrom('columns', 'on_conflict', 'apikey', 'x.order', ''), value)

type Pair = readonly [name: string, text: string]

const asQuery = (pairs: readonly Pair[]) =>
  pairs.map(([name, text]) => `${encoded(name)}=${encoded(text)}`).join('&')

const parameters = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: condition },
      { weight: 2, arbitrary: logic },
      { weight: 2, arbitrary: select },
      { weight: 2, arbitrary: order },
      { weight: 2, arbitrary: range },
      { weight: 1, arbitrary: other },
    ),
    { maxLength: 8 },
  )
  .map(asQuery)

const fitting: Record<ColumnType, fc.Arbitrary<string>> = {
  text: fc.oneof(
    fc.constantFrom('A 1', '1 KP', 'Bonhams', 'DVLA', 'Current', 'a"b', '(x)', 'a,b', '\\', '%', '', 'é'),
    oddText.map((text) => text.replaceAll('\0', '').toWellFormed()),
  ),
  integer: fc.oneof(fc.integer({ min: 1990, max: 2026 }), fc.integer({ min: -5, max: 900_000 })).map(String),
  bigint: fc.bigInt({ min: -(2n ** 65n), max: 2n ** 65n }).map(String),
  boolean: fc.constantFrom('true', 'false', 't', 'no', '1'),
  uuid: fc.uuid(),
  timestamptz: fc.constantFrom('2026-11-20', '2020-01-02T03:04:05.678+01:00', '0001-01-01', '9999-12-31'),
}

/** Valid queries: the table's own columns, and values of their types. */
function readOf({ name: from, columns: own }: Table): fc.Arbitrary<string> {
  const columnOf = fc.constantFrom(...own.values())
  const quoted = (text: string) => `"${text.replace(/[\\"]/g, '\\$&')}"`
  const test = fc.oneof(
    ...[...own.values()].map(({ name, type }) =>
      fc
        .tuple(
          fc.constantFrom('', '', 'not.'),
          fc.oneof(
            fc
              .tuple(fc.constantFrom('eq', 'neq', 'gt', 'gte', 'lt', 'lte'), fitting[type])
              .map((parts) => parts.join('.')),
            fc.array(fitting[type], { maxLength: 5 }).map((list) => `in.(${list.map(quoted).join()})`),
            fc.constant('is.null'),
            ...(type === 'text'
              ? [
                  fc
                    .tuple(fc.constantFrom('like', 'ilike'), fitting.text)
                    .map(([how, text]) => `${how}.*${text.slice(0, 60).replaceAll('\\', '')}%`),
                ]
              : []),
          ),
        )
        .map(([not, what]): Pair => [name, not + what]),
    ),
  )
  const inner = test.filter(([, what]) => !/[,()"\\]/.test(what)).map((parts) => parts.join('.'))
  return fc
    .record({
      select: fc.array(columnOf, { maxLength: 4 }),
      tests: fc.array(test, { maxLength: 3 }),
      either: fc.array(inner, { maxLength: 3 }),
      order: fc.array(fc.tuple(columnOf, fc.constantFrom('', '.desc', '.asc.nullsfirst')), { maxLength: 3 }),
      limit: fc.option(fc.nat(60), { nil: null }),
      offset: fc.option(fc.nat(90), { nil: null, freq: 2 }),
    })
    .map(({ select, tests, either, order: keys, limit, offset }) => {
      const pairs: Pair[] = [...tests]
      if (select.length > 0) pairs.push(['select', select.map(({ name }) => name).join()])
      if (either.length > 0) pairs.push(['or', `(${either.join()})`])
      if (keys.length > 0) pairs.push(['order', keys.map(([{ name }, how]) => name + how).join()])
      if (limit !== null) pairs.push(['limit', String(limit)])
      if (offset !== null) pairs.push(['offset', String(offset)])
      return `${from}?${asQuery(pairs)}`
    })
}

const rightly = fc.oneof(
  ...[...tables.values()].map((known) => ({
    weight: known.kind === 'table' && known.anonReads !== 'none' ? 4 : 1,
    arbitrary: readOf(known),
  })),
)

const address = fc
  .oneof(
    { weight: 5, arbitrary: rightly },
    { weight: 4, arbitrary: fc.tuple(table, parameters).map(([name, query]) => `${encoded(name)}?${query}`) },
    { weight: 4, arbitrary: mutated(rightly) },
    { weight: 2, arbitrary: mutated(parameters).map((query) => `sales?${query}`) },
    { weight: 1, arbitrary: mutated(fc.constantFrom('', 'rpc/x?a=1', 'plates')) },
  )
  .map((rest) => `/rest/v1/${rest}`)
const bytes = fc
  .tuple(fc.constantFrom('/rest/v1/plates?', '/rest/v1/', '/rest/v1'), fc.uint8Array({ maxLength: 60 }))
  .map(([start, rest]) => start + onWire(rest))
const anyAddress = fc.oneof({ weight: 12, arbitrary: address.map(onWire) }, { weight: 1, arbitrary: bytes })

const someHeaders = fc.record(
  {
    Prefer: fc.constantFrom(
      'count=exact',
      'handling=strict, x',
      'return=representation',
      'count=exact,count=planned',
      ',,',
    ),
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
  role: fc.constantFrom('anon', 'anon', 'anon', 'anon', 'service', 'service', 'none'),
})
/** Writes only the table of three rows, so that reads still find some. */
const write = fc.record({
  method: fc.constantFrom('POST', 'PATCH', 'DELETE', 'PUT', 'OPTIONS'),
  address: parameters.map((query) => `/rest/v1/jersey_sales?${query}`),
  headers,
  role: fc.constantFrom('anon', 'service', 'service'),
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
  role: fc.constantFrom('anon', 'service', 'none'),
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
  const keys: Record<string, string> = { anon: server.keys.anonKey, service: server.keys.serviceKey }
  const statuses = new Map<number, number>()
  await fuzz.run({
    inputs: request,
    amount: AMOUNT,
    firstBatch: 3,
    async check({ method, address, headers, role, ...more }) {
      const sent: Record<string, string> = { ...headers }
      const key = keys[role]
      if (key) sent.apikey = key
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

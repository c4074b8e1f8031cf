import fc from 'fast-check'
import { expect, test } from 'vitest'
import { asContact, asValuation, contact } from '../enquiries/messages.ts'
import { queryRows } from '../query-rows.ts'
import { amountOf, FUZZ_LIMIT, mutated, oddText, openFuzz } from './fuzz.ts'
import { openFuzzServer } from './start-site.ts'

const AT_FUNCTIONS = amountOf(360)
const AT_PAGES = amountOf(30)

const odd = fc.oneof(
  oddText,
  fc.constantFrom('\r\nBcc: a@b.uk', 'x'.repeat(6000), 'a@b.uk', 'purchase', 'no-such-type'),
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.string(), { maxLength: 3 }),
  fc.object({ maxDepth: 2 }),
)
const field = fc.oneof(
  fc.constantFrom(...Object.keys(contact), 'ownership', 'additional', '__proto__', 'constructor', 'to'),
  fc.string(),
)
const message = fc.constantFrom(asContact(), asValuation())
const spoilt = fc
  .tuple(message, fc.dictionary(field, odd, { minKeys: 1, maxKeys: 3 }), fc.nat(2))
  .map(([body, damage, where]) =>
    JSON.stringify(
      where === 0
        ? { ...body, ...damage }
        : where === 1
          ? { ...body, data: { ...body.data, ...damage } }
          : { ...body, trap: damage },
    ),
  )
const cut = fc
  .tuple(spoilt, fc.nat(200), fc.uint8Array({ maxLength: 4 }))
  .map(([text, at, junk]) => Buffer.concat([Buffer.from(text).subarray(0, at), junk]))
const deep = fc
  .tuple(fc.constantFrom('[', '{"data":', '{"type":"contact","data":{"name":'), fc.nat(8_000))
  .map(([open, depth]) => open.repeat(depth))
const json = fc.oneof(
  { weight: 6, arbitrary: spoilt },
  { weight: 3, arbitrary: mutated(spoilt) },
  { weight: 2, arbitrary: cut },
  { weight: 1, arbitrary: fc.json() },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }) },
  { weight: 2, arbitrary: message.map((body) => JSON.stringify(body)) },
  {
    weight: 1,
    arbitrary: fc.oneof(
      deep,
      fc.nat(90_000).map((length) => `{"type":"contact","data":"${'x'.repeat(length)}"}`),
    ),
  },
)
const form = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.dictionary(field, fc.oneof(oddText, fc.constant('a@b.uk')), { maxKeys: 9 }).map(asForm),
  },
  {
    weight: 3,
    arbitrary: mutated(fc.constant(asForm({ ...contact, set: '1' }))),
  },
  { weight: 1, arbitrary: fc.constant(asForm(contact)) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }) },
  { weight: 1, arbitrary: fc.nat(90_000).map((length) => `message=${'%'.repeat(length)}`) },
)
const idempotencyKey = fc.constantFrom(
  undefined,
  'a-good-key',
  'short',
  '',
  'a key with spaces',
  'k'.repeat(500),
)

/** Form-encodes like a browser: a lone surrogate becomes U+FFFD. */
function asForm(fields: Record<string, string>): string {
  return new URLSearchParams(fields).toString()
}

const atFunctions = fc.record({
  path: fc.oneof(
    { weight: 60, arbitrary: fc.constant('/functions/v1/send-email') },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '/functions/v1/',
        '/functions/v1/nope',
        '/functions/v1/send-email/x?y=%zz',
        '/functions',
      ),
    },
  ),
  method: fc.oneof(
    { weight: 40, arbitrary: fc.constant('POST') },
    { weight: 1, arbitrary: fc.constantFrom('GET', 'PUT', 'OPTIONS', 'DELETE') },
  ),
  type: fc.constantFrom(
    ...Array.from({ length: 9 }, () => 'application/json'),
    'application/json; charset=utf-16',
    ...['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', ';'],
  ),
  idempotencyKey,
  body: json,
})
const atPages = fc.record({
  path: fc.constantFrom(
    '/contact',
    '/valuations',
    '/contact.data',
    '/valuations.data',
    '/about',
    '/plates?q=x',
    '/nope',
  ),
  method: fc.constant('POST'),
  type: fc.constantFrom(
    ...['application/x-www-form-urlencoded', 'application/x-www-form-urlencoded'],
    ...['application/json', 'text/plain', 'multipart/form-data; boundary=x', 'multipart/form-data'],
  ),
  idempotencyKey,
  body: fc.oneof({ weight: 4, arbitrary: form }, { weight: 1, arbitrary: json }),
})

interface Input {
  path: string
  method: string
  type: string
  idempotencyKey: string | undefined
  body: string | Uint8Array
}

test(
  `${AT_FUNCTIONS + AT_PAGES} bodies: no 5xx, no crash, nothing partially stored, no response over a second`,
  FUZZ_LIMIT,
  async () => {
    const fuzz = openFuzz({ what: 'function bodies', file: 'test/fuzz/functions.test.ts' })
    const server = await openFuzzServer()
    const statuses = new Map<string, number>()
    const references = new Set<string>()
    let count = 0
    const checkOf = (where: string) => async (input: Input) => {
      count += 1
      const { path, method, type, idempotencyKey: key, body } = input
      const answer = await server.ask(
        method,
        path,
        {
          'Content-Type': type,
          // The limit is eight per address.
          'X-Forwarded-For': `10.${(count >> 16) & 255}.${(count >> 8) & 255}.${count & 255}`,
          ...(key === undefined ? {} : { 'Idempotency-Key': key }),
        },
        Buffer.from(body as string),
      )
      const at = `${where} ${answer.status}`
      statuses.set(at, (statuses.get(at) ?? 0) + 1)
      if (answer.status >= 500) throw new Error(`${answer.status} ${answer.body}`)
      const kind = answer.header('content-type') ?? ''
      if (kind.includes('json')) {
        const { reference, error } = JSON.parse(answer.body.toString())
        if (answer.status === 200) references.add(reference)
        else if (typeof error !== 'string') throw new Error(`${answer.status} without a word: ${answer.body}`)
      } else if (kind.startsWith('text/html') && !answer.body.toString().endsWith('</html>'))
        throw new Error(`${answer.status} with half a page`)
    }
    await fuzz.each(
      [asContact(), asValuation()].map((message) => JSON.stringify(message)),
      (body) =>
        checkOf('function')({
          path: '/functions/v1/send-email',
          method: 'POST',
          type: 'application/json',
          idempotencyKey: undefined,
          body,
        }),
    )
    expect(references.size).toBe(2)
    await fuzz.run({ inputs: atFunctions, amount: AT_FUNCTIONS, firstBatch: 3, check: checkOf('function') })
    const stored = await countEnquiries(server)
    expect(stored).toBe(references.size)
    await fuzz.run({ inputs: atPages, amount: AT_PAGES, firstBatch: 3, check: checkOf('page') })
    const megabytes = server.examine()
    fuzz.addNote(
      `${[...statuses]
        .sort()
        .map(([at, times]) => `${times} × ${at}`)
        .join(', ')}; ${megabytes} MB`,
    )
  },
)

const countEnquiries = ({ dataDir }: Awaited<ReturnType<typeof openFuzzServer>>): number =>
  queryRows(dataDir, 'SELECT id FROM enquiries').length

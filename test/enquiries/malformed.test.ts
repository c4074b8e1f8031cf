import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openTestSite } from '../helpers.ts'
import { asContact, asValuation, contact } from './messages.ts'

/** Ten thousand in all: most at the function, some at the pages, which render an answer. */
const AT_FUNCTION = 9000
const AT_PAGES = 1000

const odd = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('', ' ', '\0', '\r\nBcc: a@b.uk', '\u202e', '\ud800', 'x'.repeat(6000), '__proto__'),
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
const spoilt = fc
  .tuple(
    fc.constantFrom(asContact(), asValuation()),
    fc.dictionary(field, odd, { minKeys: 1, maxKeys: 3 }),
    fc.nat(2),
  )
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
const body = fc.oneof(
  { weight: 4, arbitrary: spoilt },
  { weight: 2, arbitrary: cut },
  { weight: 1, arbitrary: fc.json() },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }) },
  {
    weight: 1,
    arbitrary: fc.nat(90_000).map((length) => `{"type":"contact","data":"${'x'.repeat(length)}"}`),
  },
)
const headers = fc.record({
  'Content-Type': fc.constantFrom(
    'application/json',
    'application/json',
    'application/json; charset=utf-8',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
  ),
  'Idempotency-Key': fc.constantFrom('a-good-key', 'short', '', 'a key with spaces', 'k'.repeat(500)),
})

test('ten thousand malformed bodies: no 5xx, no crash, nothing half stored', {
  timeout: 180_000,
}, async () => {
  const site = await openTestSite({ ENQUIRIES_PER_MINUTE: '1000000', TRUST_PROXY: '1' })
  const statuses: Record<string, number> = {}
  let count = 0
  const send = async (path: string, body: string | Uint8Array, headers: Record<string, string>) => {
    count += 1
    const response = await site.ask(path, {
      method: 'POST',
      body: body as BodyInit,
      headers: { ...headers, 'X-Forwarded-For': `10.1.${count >> 8}.${count & 255}` },
    })
    await response.arrayBuffer()
    const at = `${path.startsWith('/functions') ? 'function' : 'pages'} ${response.status}`
    statuses[at] = (statuses[at] ?? 0) + 1
    return response.status
  }
  const examples = (amount: number) => fc.sample(fc.tuple(body, headers), amount)
  for (const [bytes, head] of examples(AT_FUNCTION))
    expect(await send('/functions/v1/send-email', bytes, head)).toBeLessThan(500)
  const path = (index: number) => (index % 2 ? '/contact' : '/valuations.data')
  for (const [index, [bytes, head]] of examples(AT_PAGES).entries())
    expect(await send(path(index), bytes, head)).toBeLessThan(500)
  console.info(JSON.stringify(statuses))
  expect(count).toBe(10_000)
  expect(site.faults).toEqual([])
  expect(
    await send('/functions/v1/send-email', JSON.stringify(asContact()), {
      'Content-Type': 'application/json',
    }),
  ).toBe(200)
})

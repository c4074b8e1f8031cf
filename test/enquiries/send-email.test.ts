import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { HIDDEN_FIELD_FILLED } from '#services/enquiries/accept-enquiry.ts'
import { ENQUIRY_NOT_STORED } from '#services/enquiries/service.ts'
import { fieldErrors, outcomeTexts } from '#shared/enquiries/enquiry-fields.ts'
import { openTestSite, type TestSite, textOf } from '../open-test-site.ts'
import { queryRows } from '../query-rows.ts'
import { asContact, asValuation } from './messages.ts'

const FAILED = outcomeTexts.contact.failed

function post(site: TestSite, body: unknown, headers: Record<string, string> = {}) {
  return site.ask('/functions/v1/send-email', {
    method: 'POST',
    body: typeof body === 'string' || body instanceof Uint8Array ? (body as BodyInit) : JSON.stringify(body),
    headers: { 'Content-Type': 'application/json', ...headers },
  })
}

/** So that no limit is refilled while the machine is busy. */
function stopClock() {
  vi.spyOn(performance, 'now').mockReturnValue(performance.now())
}

const rows = ({ dataDir }: TestSite) => queryRows(dataDir, 'SELECT * FROM enquiries ORDER BY rowid')

test('send-email stores an enquiry and returns its reference', async () => {
  const site = await openTestSite()
  const response = await post(site, asContact())
  expect(response.status).toBe(200)
  const { reference } = await response.json()
  expect(reference).toMatch(/^ENQ-\d{4}-\d{4}$/)
  expect(rows(site)).toMatchObject([
    {
      reference,
      kind: 'contact',
      name: 'Ann O’Hara',
      email: 'ann@visitor.example',
      subject: 'Enquiry about 1 KP',
      inquiry_type: 'purchase',
      plate_number: '1 KP',
      delivery: 'waiting',
      attempts: 0,
    },
  ])
  expect((await post(site, asValuation())).status).toBe(200)
  expect(rows(site)[1]).toMatchObject({
    kind: 'valuation',
    plate_number: 'A 1',
    ownership: 1,
    message: null,
  })
})

test('send-email stores the same message under the same key once', async () => {
  const site = await openTestSite()
  const key = { 'Idempotency-Key': 'a-key-of-a-form' }
  const answers = await Promise.all(Array.from({ length: 5 }, () => post(site, asContact(), key)))
  const references = await Promise.all(answers.map(async (answer) => (await answer.json()).reference))
  expect(new Set(references).size).toBe(1)
  expect(rows(site)).toHaveLength(1)
  // Another message under the same key is another enquiry.
  await post(site, asContact({ message: 'Something else' }), key)
  expect(rows(site)).toHaveLength(2)
  // Without a key every request is a new enquiry.
  await post(site, asContact())
  await post(site, asContact())
  expect(rows(site)).toHaveLength(4)
})

test('send-email reports errors by field', async () => {
  const site = await openTestSite()
  const response = await post(site, asValuation({ ownership: false, email: 'ann' }))
  expect([response.status, await response.json()]).toEqual([
    400,
    {
      error: 'Some fields need correcting.',
      fields: {
        email: fieldErrors.email,
        ownership: fieldErrors.ownership,
      },
    },
  ])
  expect(rows(site)).toEqual([])
})

test.each([
  ['another media type', 415, JSON.stringify(asContact()), { 'Content-Type': 'text/plain' }],
  ['a form', 415, 'a=b', { 'Content-Type': 'application/x-www-form-urlencoded' }],
  ['nothing', 400, '', {}],
  ['no JSON', 400, '{', {}],
  ['null', 400, 'null', {}],
  ['a list', 400, '[]', {}],
  ['broken UTF-8', 400, new Uint8Array([0x22, 0xff, 0x22]), {}],
  ['an unknown key', 400, JSON.stringify({ ...asContact(), to: 'me@spam.example' }), {}],
  ['an unknown field', 400, JSON.stringify(asContact({ bcc: 'me@spam.example' })), {}],
  [
    'a header in the address',
    400,
    JSON.stringify(asContact({ email: 'a@b.uk\r\nBcc: me@spam.example' })),
    {},
  ],
  ['a key that is too short', 400, JSON.stringify(asContact()), { 'Idempotency-Key': 'x' }],
  ['a body that is too long', 413, JSON.stringify(asContact({ message: 'x'.repeat(70_000) })), {}],
  ['lists in lists', 400, `{"type":"contact","data":${'['.repeat(30_000)}${']'.repeat(30_000)}}`, {}],
  ['the origin of another site', 403, JSON.stringify(asContact()), { Origin: 'https://evil.example' }],
  ['an opaque origin', 403, JSON.stringify(asContact()), { Origin: 'null' }],
  ['what a browser calls cross-site', 403, JSON.stringify(asContact()), { 'Sec-Fetch-Site': 'cross-site' }],
])('send-email refuses %s with %i', async (_what, status, body, headers) => {
  const site = await openTestSite()
  const response = await post(site, body, headers as Record<string, string>)
  expect([response.status, typeof (await response.json()).error]).toEqual([status, 'string'])
  expect(rows(site)).toEqual([])
  expect(site.faults).toEqual([])
})

test('send-email accepts only POST, and no other function', async () => {
  const site = await openTestSite()
  const response = await site.ask('/functions/v1/send-email')
  expect([response.status, response.headers.get('Allow')]).toEqual([405, 'POST'])
  expect((await site.ask('/functions/v1/nothing', { method: 'POST' })).status).toBe(404)
})

describe('suspected spam', () => {
  const form = { website: '' }
  test.each([
    ['the hidden field filled in', { website: 'https://spam.example' }, HIDDEN_FIELD_FILLED],
    [
      'an empty form, sent at once without the hidden field',
      { filledInMs: 300 },
      'An empty form was filled in within 300 ms.',
    ],
    [
      'an empty form, sent at once',
      { ...form, filledInMs: 300 },
      'An empty form was filled in within 300 ms.',
    ],
  ])(
    'suspected spam with %s is stored and acknowledged, and kept for the digest',
    async (_what, trap, reason) => {
      const site = await openTestSite()
      const response = await post(site, { ...asContact(), trap })
      expect(response.status).toBe(200)
      expect(rows(site)).toMatchObject([
        { delivery: 'quarantined', quarantine_reason: reason, digest_id: null },
      ])
    },
  )

  test.each([
    ['took its time', { ...form, filledInMs: 2000 }],
    ['came without script, and so without a time', form],
    ['has nothing but what the specification names', undefined],
    ['has no word of the hidden field', {}],
    ['has no word of it, and took its time', { filledInMs: 60_000 }],
    [
      'came from a form that the page had filled in, however fast',
      { ...form, filledInMs: 163, wasPrefilled: true },
    ],
  ])('suspected spam is not a message that %s', async (_what, trap) => {
    const site = await openTestSite()
    expect((await post(site, { ...asContact(), trap })).status).toBe(200)
    expect(rows(site)).toMatchObject([{ delivery: 'waiting', quarantine_reason: null }])
  })
})

test('too many enquiries from one address are refused, and only new ones count', async () => {
  const site = await openTestSite({ TRUST_PROXY: '1' })
  stopClock()
  const from = (address: string) => ({
    'X-Forwarded-For': `6.6.6.6, ${address}`,
    'Idempotency-Key': 'the-same',
  })
  for (let time = 0; time < 20; time++) await post(site, asContact(), from('192.0.2.1'))
  for (let time = 0; time < 7; time++)
    expect((await post(site, asContact({ message: `${time}` }), from('192.0.2.1'))).status).toBe(200)
  const refused = await post(site, asContact({ message: 'one more' }), from('192.0.2.1'))
  expect([refused.status, await refused.json()]).toEqual([429, { error: FAILED, retryAfterSeconds: 75 }])
  expect(refused.headers.get('Retry-After')).toBe('75')
  expect((await post(site, asContact(), from('192.0.2.2'))).status).toBe(200)
  // Entries before our proxy's are the visitor's own and are ignored.
  const forged = { 'X-Forwarded-For': '8.8.8.8, 192.0.2.1' }
  expect((await post(site, asContact(), forged)).status).toBe(429)
  // The second IP address repeats the first one's message and key.
  expect(rows(site)).toHaveLength(8)
})

test('too many enquiries in total refuse nobody: they are stored for the digest', async () => {
  const site = await openTestSite({ TRUST_PROXY: '1', ENQUIRIES_PER_MINUTE: '10' })
  stopClock()
  const statuses = []
  for (let time = 0; time < 90; time++) {
    const headers = { 'X-Forwarded-For': `192.0.2.${time % 12}` }
    statuses.push((await post(site, asContact({ message: `${time}` }), headers)).status)
  }
  expect(statuses).toEqual(Array.from({ length: 90 }, () => 200))
  const stranger = { 'X-Forwarded-For': '198.51.100.7' }
  expect((await post(site, asContact({ message: 'a customer' }), stranger)).status).toBe(200)
  const kept = rows(site).filter(({ delivery }) => delivery === 'quarantined')
  expect(rows(site)).toHaveLength(91)
  expect(kept).toHaveLength(81)
  expect(kept.at(-1)).toMatchObject({
    message: 'a customer',
    quarantine_reason: 'More than 10 enquiries arrived within a minute, from all visitors together.',
  })
})

test('too many enquiries that are suspected spam do not use up the total limit', async () => {
  const site = await openTestSite({ TRUST_PROXY: '1', ENQUIRIES_PER_MINUTE: '2' })
  stopClock()
  for (let time = 0; time < 6; time++)
    await post(site, { ...asContact({ message: `${time}` }), trap: { website: 'x' } })
  await post(site, asContact(), { 'X-Forwarded-For': '198.51.100.7' })
  expect(rows(site).at(-1)).toMatchObject({ delivery: 'waiting' })
})

describe('a database that rejects writes', () => {
  async function openWithWriter() {
    const exec = vi.spyOn(DatabaseSync.prototype, 'exec')
    const site = await openTestSite()
    // The services open theirs after the contract.
    const call = exec.mock.calls.findLastIndex(([sql]) => sql.includes('synchronous = FULL'))
    const writer = exec.mock.contexts[call] as DatabaseSync
    exec.mockRestore()
    return { site, writer }
  }

  test.each([
    ['full', 'PRAGMA max_page_count = 1', 'PRAGMA max_page_count = 1073741823', 'full'],
    ['read-only', 'PRAGMA query_only = ON', 'PRAGMA query_only = OFF', 'failed'],
  ])(
    'a database that is %s gives the visitor an error and says so to monitoring, and nothing is partially stored',
    async (_kind, spoil, mend, reason) => {
      const readiness = async () => {
        const response = await site.ask('/readyz')
        return [response.status, await response.json()]
      }
      const { site, writer } = await openWithWriter()
      writer.exec(spoil)
      const stored: string[] = []
      let last = 200
      for (let time = 0; time < 8 && last === 200; time++) {
        const response = await post(site, asContact({ message: `${time}${'x'.repeat(4900)}` }))
        last = response.status
        const answer = await response.json()
        if (last === 200) stored.push(answer.reference)
        else expect([last, answer]).toEqual([503, { error: FAILED }])
      }
      expect(last).toBe(503)
      expect(site.faults.map(({ message }) => message)).toContain(ENQUIRY_NOT_STORED)
      expect(rows(site).map(({ reference }) => reference)).toEqual(stored)
      expect(await readiness()).toEqual([503, { status: 'enquiries cannot be stored', reason }])
      writer.exec(mend)
      expect((await post(site, asContact())).status).toBe(200)
      await expect.poll(readiness).toMatchObject([200, { status: 'ready' }])
      expect(rows(site)).toHaveLength(stored.length + 1)
    },
  )

  test('a database that is locked gives the same error, and once it is unlocked the same key stores the enquiry once', async () => {
    const site = await openTestSite()
    const other = new DatabaseSync(join(site.dataDir, 'plateworthy.db'))
    other.exec('BEGIN IMMEDIATE')
    const key = { 'Idempotency-Key': 'a-key-of-a-form' }
    // It waits ten seconds, which the fake clock skips.
    const now = performance.now.bind(performance)
    let aheadMs = 0
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + aheadMs)
    onTestFinished(() => clock.mockRestore())
    const sending = post(site, asContact(), key)
    const stillWaits = new Promise((resolve) => setTimeout(resolve, 300, 'waits'))
    expect(await Promise.race([sending, stillWaits])).toBe('waits')
    aheadMs = 10_000
    expect((await sending).status).toBe(503)
    other.exec('ROLLBACK')
    expect((await post(site, asContact(), key)).status).toBe(200)
    expect((await post(site, asContact(), key)).status).toBe(200)
    expect(rows(site)).toHaveLength(1)
    other.close()
  })
})

test('while another process writes, an enquiry waits and pages do not', async () => {
  const site = await openTestSite()
  const other = new DatabaseSync(join(site.dataDir, 'plateworthy.db'))
  other.exec('BEGIN IMMEDIATE')
  const sending = post(site, asContact())
  let isDone = false
  void sending.then(() => {
    isDone = true
  })
  for (let number = 0; number < 3; number++) {
    expect(textOf(await site.read(`/plates?n=${number}`))).toContain('118,000')
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  expect(isDone).toBe(false)
  other.exec('COMMIT')
  other.close()
  expect((await sending).status).toBe(200)
  expect(rows(site)).toHaveLength(1)
  expect(site.faults).toEqual([])
})

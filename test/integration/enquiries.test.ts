import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { HIDDEN_FIELD_FILLED } from '#services/enquiries/accept-enquiry.ts'
import { fieldErrors, inquiryTypes, outcomeTexts } from '#shared/enquiries/enquiry-fields.ts'
import { AWAY } from '../broken-backend.ts'
import { contact, valuation } from '../enquiries/messages.ts'
import { openTestServer, openTestSite, readTestSite, type TestSite, textOf } from '../open-test-site.ts'
import { queryRows } from '../query-rows.ts'
import { exchange } from '../raw-http.ts'

/** A form as a browser without script posts it: \r\n for line breaks, 'on' for a ticked box. */
function post(site: TestSite, path: string, fields: Record<string, string>, init: RequestInit = {}) {
  return site.ask(path, {
    method: 'POST',
    body: new URLSearchParams({ website: '', ...fields }),
    ...init,
    headers: { Origin: 'https://plates.test', ...init.headers },
  })
}

const contactForm = { ...contact, message: contact.message.replace(/\n/g, '\r\n') }
const { ownership: _, ...valuationTexts } = valuation
const valuationForm = { ...valuationTexts, ownership: 'on' }

const count = ({ dataDir }: Pick<TestSite, 'dataDir'>) => queryRows(dataDir, 'SELECT 1 FROM enquiries').length

function held(html: string, name: string): string {
  const field = html.match(new RegExp(`<(input|textarea|select)[^>]* name="${name}"[^>]*>([^<]*)`))
  if (field?.[1] === 'textarea') return textOf(field[2] ?? '').trim()
  if (field?.[1] === 'select') return html.match(/<option value="(\w*)" selected/)?.[1] ?? ''
  return textOf(field?.[0].match(/ value="([^"]*)"/)?.[1] ?? '')
}

/** Without the header, which has the forms of the search. */
const mainOf = (html: string) => html.slice(html.indexOf('<main'))

test('the contact page has an empty form, and is indexed', async () => {
  const site = await readTestSite()
  const html = await site.read('/contact')
  // Each type, and the one that asks for a choice.
  expect(html.match(/<option/g)).toHaveLength(1 + Object.keys(inquiryTypes).length)
  expect(html).toContain('<link rel="canonical" href="https://plates.test/contact"/>')
  expect(html).not.toContain('noindex')
  expect(held(html, 'subject') + held(html, 'message') + held(html, 'inquiryType')).toBe('')
})

test('the contact page is not indexed with a query', async () => {
  const site = await readTestSite()
  for (const query of ['?plate=1%20KP', '?type=purchase', '?x', '?sent=ENQ-1234-5678'])
    expect(await site.read(`/contact${query}`)).toContain('<meta name="robots" content="noindex"/>')
})

test('the contact page accepts a plate without a type, several plates, and no invalid value', async () => {
  const site = await readTestSite()
  const alone = await site.read('/contact?plate=1%20KP')
  expect([held(alone, 'plateNumber'), held(alone, 'subject')]).toEqual(['1 KP', ''])
  const several = await site.read('/contact?plate=1%20KP&plate=7%20W&plate=1%20KP&type=purchase')
  expect(held(several, 'plateNumber')).toBe('1 KP, 7 W')
  expect(held(several, 'subject')).toBe('Enquiry about 1 KP, 7 W')
  expect(held(several, 'message')).toContain('the plates 1 KP and 7 W')
  const many = `${Array.from({ length: 60 }, (_, index) => `plate=AB${index}%20CDE`).join('&')}&type=purchase`
  const crowd = await site.read(`/contact?${many}`)
  expect(held(crowd, 'plateNumber').length).toBeLessThanOrEqual(300)
  expect(held(crowd, 'subject')).toMatch(/^Enquiry about \d+ plates$/)
  const odd = await site.read(
    `/contact?plate=${'x'.repeat(5000)}&plate=%00%0d%0aA&plate=%3Cb%3E&type=purchase`,
  )
  expect(held(odd, 'plateNumber')).toBe(`${'x'.repeat(32)}, A, <b>`)
})

test('an offer without a figure is asked for, and one with a figure is stored', async () => {
  const site = await openTestSite()
  const path = '/contact?type=purchase&plate=1%20KP&wish=offer'
  const refused = await post(site, path, { ...contactForm, offer: '' })
  expect(refused.status).toBe(400)
  expect(textOf(await refused.text())).toContain(fieldErrors.offer)
  expect((await post(site, path, { ...contactForm, offer: '£1,250' })).status).toBe(303)
  expect(queryRows(site.dataDir, 'SELECT offer FROM enquiries')).toEqual([{ offer: 1250 }])
})

test('the contact page works without script: the enquiry is stored and acknowledged with its reference', async () => {
  const site = await openTestSite()
  const response = await post(site, '/contact?plate=1%20KP&type=purchase', contactForm)
  expect(response.status).toBe(303)
  const address = response.headers.get('Location') ?? ''
  expect(address).toMatch(/^\/contact\?sent=ENQ-\d{4}-\d{4}#outcome$/)
  const html = await site.read(address.replace(/#.*/, ''))
  expect(textOf(html)).toContain(address.slice('/contact?sent='.length, -'#outcome'.length))
  expect(held(html, 'message')).toBe('')
  expect(count(site)).toBe(1)
})

test('the contact page stores a double click without script once', async () => {
  const site = await openTestSite()
  const answers = await Promise.all([
    post(site, '/contact', contactForm),
    post(site, '/contact', contactForm),
  ])
  expect(new Set(answers.map((answer) => answer.headers.get('Location'))).size).toBe(1)
  expect(count(site)).toBe(1)
})

test('the contact page keeps the input, and shows each error beside its field', async () => {
  const site = await openTestSite()
  const response = await post(site, '/contact', {
    ...contactForm,
    email: 'ann@',
    subject: ' ',
    phone: '<b>"',
  })
  expect(response.status).toBe(400)
  expect(response.headers.get('Cache-Control')).toBe('no-store')
  const html = await response.text()
  expect(held(html, 'name')).toBe('Ann O’Hara')
  expect(held(html, 'email')).toBe('ann@')
  expect(held(html, 'inquiryType')).toBe('purchase')
  expect(held(html, 'message')).toBe('Is it still for sale? Thank you, Ann')
  const email = html.match(/<input[^>]* name="email"[^>]*>/)?.[0]
  expect(email).toContain('aria-invalid="true"')
  expect(email).toContain('aria-describedby="email-help email-error"')
  expect(html).toMatch(/id="email-error"[^>]*>Enter an e-mail address such as/)
  expect(html).toMatch(/id="subject-error"[^>]*>Enter a subject\./)
  expect(mainOf(html).match(/autofocus/gi)).toHaveLength(1)
  expect(textOf(html)).toContain('2 fields need your attention.')
  expect(textOf(html)).not.toContain('Failed to send')
  expect(count(site)).toBe(0)
})

test('the plate that the contact page names goes with an enquiry of any type, without script', async () => {
  const inquiryType = 'legal'
  const site = await openTestSite()
  const path = '/contact?plate=1%20KP&plate=7%20W'
  const html = await site.read(path)
  // Browsers also post the invisible and the hidden field.
  const named = { plateNumber: held(html, 'plateNumber'), namedPlates: held(html, 'namedPlates') }
  const refused = await post(site, path, { ...contactForm, ...named, inquiryType, email: 'ann@' })
  const again = await refused.text()
  expect([held(again, 'namedPlates'), held(again, 'inquiryType')]).toEqual(['1 KP, 7 W', inquiryType])
  expect(again).toContain('aria-label="You are asking about"')
  expect(mainOf(again).match(/<form[^>]* action="([^"]*)"/)?.[1]).toBe(
    '/contact?plate=1+KP&amp;plate=7+W#outcome',
  )
  expect((await post(site, path, { ...contactForm, ...named, inquiryType })).status).toBe(303)
  const stored = queryRows(site.dataDir, 'SELECT plate_number FROM enquiries')
  expect(stored).toEqual([{ plate_number: '1 KP, 7 W' }])
})

test('a plate that was entered on the contact page for a purchase is not sent with other types', async () => {
  const site = await openTestSite()
  await post(site, '/contact', { ...contactForm, inquiryType: 'legal' })
  const stored = queryRows(site.dataDir, 'SELECT plate_number FROM enquiries')
  expect(stored).toEqual([{ plate_number: null }])
})

test('the contact page reports a storage failure or an exceeded limit, and keeps the input', async () => {
  const away = await openTestSite(AWAY)
  const site = await openTestSite()
  for (let time = 0; time < 8; time++) await post(site, '/contact', { ...contactForm, message: `${time}` })
  const unstored = await post(away, '/contact', contactForm)
  const tooMany = await post(site, '/contact', contactForm)
  expect([unstored.status, tooMany.status]).toEqual([503, 429])
  expect(tooMany.headers.get('Retry-After')).toMatch(/^7[0-5]$/)
  for (const response of [unstored, tooMany]) {
    const html = await response.text()
    expect(textOf(html)).toContain(outcomeTexts.contact.failed)
    expect(held(html, 'name')).toBe('Ann O’Hara')
    expect(held(html, 'message')).toContain('Is it still for sale?')
  }
})

test('the valuations page works without script', async () => {
  const site = await openTestSite()
  site.startOutbox()
  const response = await post(site, '/valuations', valuationForm)
  const address = response.headers.get('Location') ?? ''
  expect([response.status, address]).toEqual([303, expect.stringMatching(/^\/valuations\?sent=ENQ-/)])
  expect(await site.read(address.replace(/#.*/, ''))).toContain(address.match(/ENQ-[\d-]+/)?.[0])
  await expect.poll(() => readdirSync(site.dataDir)).toContain('mail')
})

test('a success message about an enquiry is shown only for a valid reference', async () => {
  const site = await readTestSite()
  for (const sent of ['You+have+won', 'ENQ-12-34', '<b>'])
    expect(textOf(await site.read(`/contact?sent=${sent}`))).not.toContain('sent successfully')
})

test('cross-site, malformed and oversized forms of enquiries are rejected', async () => {
  const site = await openTestSite()
  expect(
    (await post(site, '/contact', contactForm, { headers: { Origin: 'https://evil.example' } })).status,
  ).toBe(403)
  expect((await post(site, '/contact', { ...contactForm, message: 'x'.repeat(70_000) })).status).toBe(413)
  for (const type of ['multipart/form-data; boundary=x', 'application/json', 'text/plain', 'x'])
    expect(
      (await post(site, '/contact', {}, { body: '{"a":1}', headers: { 'Content-Type': type } })).status,
    ).toBe(400)
  expect(count(site)).toBe(0)
  expect(site.faults).toEqual([])
})

describe('behind a TLS proxy, where the server itself speaks http', () => {
  const WWW = 'https://www.plates.example'

  /** Over a socket, which determines scheme and host; fetch may not set Host. */
  async function send(Origin: string) {
    const server = await openTestServer({ SITE_URL: WWW, TRUST_PROXY: '1' })
    const body = new URLSearchParams(contactForm).toString()
    const head = {
      ...{
        Host: 'www.plates.example',
        Origin,
        'X-Forwarded-Proto': 'https',
        'X-Forwarded-For': '203.0.113.9',
      },
      'Content-Type': 'application/x-www-form-urlencoded',
      'Content-Length': String(Buffer.byteLength(body)),
      Connection: 'close',
    }
    const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`)
    const answer = await exchange(server.port, `POST /contact HTTP/1.1\r\n${lines.join('')}\r\n${body}`)
    return { ...answer, headers: new Headers(answer.headers as [string, string][]), ...server }
  }

  test('a server behind a TLS proxy accepts a form without script', async () => {
    const server = await send(WWW)
    const { status, headers, faults } = server
    expect([status, headers.get('Location')]).toEqual([
      303,
      expect.stringMatching(/^\/contact\?sent=ENQ-\d{4}-\d{4}#outcome$/),
    ])
    expect([faults, count(server)]).toEqual([[], 1])
  })

  test('a server behind a TLS proxy rejects a form of another site, stores nothing, and says so in plain text', async () => {
    const server = await send('https://evil.example')
    const { status, headers, body, faults } = server
    expect([status, body]).toEqual([403, expect.stringContaining('Nothing was stored.')])
    expect(headers.get('Content-Type')).toBe('text/plain; charset=UTF-8')
    expect([faults, count(server)]).toEqual([[], 0])
  })
})

test('a form without script and with the hidden field filled in is stored as suspected spam', async () => {
  const site = await openTestSite()
  expect((await post(site, '/contact', { ...contactForm, website: 'https://spam.example' })).status).toBe(303)
  const stored = queryRows(site.dataDir, 'SELECT delivery, quarantine_reason AS reason FROM enquiries')
  expect(stored).toEqual([{ delivery: 'quarantined', reason: HIDDEN_FIELD_FILLED }])
})

test('monitoring shows how long the oldest enquiry has been waiting', async () => {
  const site = await openTestSite()
  expect(await (await site.ask('/readyz')).json()).toEqual({
    status: 'ready',
    enquiries: { undelivered: 0, oldestUndeliveredSeconds: null },
  })
  await post(site, '/contact', contactForm)
  expect(await (await site.ask('/readyz')).json()).toEqual({
    status: 'ready',
    enquiries: { undelivered: 1, oldestUndeliveredSeconds: expect.any(Number) },
  })
})

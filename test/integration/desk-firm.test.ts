/** The pages of the firm's settings without script: what is saved, refused, confirmed and shown. */

import { Resolver } from 'node:dns/promises'
import { parse } from 'node-html-parser'
import { expect, onTestFinished, test, vi } from 'vitest'
import { STATEMENT_PAGES, type StatementPage } from '#shared/text/statement-pages.ts'
import { storeEnquiry } from '../enquiries/store-enquiry.ts'
import { startMailServer } from '../mail-server.ts'
import { textOf } from '../open-test-site.ts'
import { editRows, findRows } from '../rows.ts'
import { type Desk, openDesk } from './open-desk.ts'

/** Answers of DNS to what the desk asks of it. */
function fakeResolver({
  txt = {},
  mx = {},
}: {
  txt?: Record<string, string[]>
  mx?: Record<string, string>
}) {
  const find = async <Record>(record: Record | undefined) => {
    if (record === undefined) throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })
    return record
  }
  const { prototype } = Resolver
  vi.spyOn(prototype, 'resolveTxt').mockImplementation((name) => find(txt[name]?.map((text) => [text])))
  vi.spyOn(prototype, 'resolveMx').mockImplementation((name) =>
    find(mx[name] === undefined ? undefined : [{ exchange: mx[name], priority: 10 }]),
  )
}

/** The values that the form of a group would send, as in a browser. */
async function formOf({ owner }: Desk, group: string): Promise<Record<string, string>> {
  const { html } = await owner.open(`/desk/firm/${group}`)
  const form = parse(html)
    .querySelectorAll('form')
    .find((one) => one.querySelector('[name^="seen "]'))
  if (!form) throw new Error(`There is no form ${group}`)
  const fields = form.querySelectorAll('input, textarea').flatMap((field) => {
    const name = field.getAttribute('name') ?? ''
    const isChoice = ['checkbox', 'radio'].includes(field.getAttribute('type') ?? '')
    if (name === '' || (isChoice && !field.hasAttribute('checked'))) return []
    const value = field.tagName === 'TEXTAREA' ? field.textContent : (field.getAttribute('value') ?? '')
    return [[name, value] as const]
  })
  return Object.fromEntries(fields)
}

async function save(desk: Desk, group: string, change: Record<string, string>) {
  const response = await desk.owner.post(`/desk/firm/${group}`, { ...(await formOf(desk, group)), ...change })
  return { status: response.status, text: textOf(await response.text()) }
}

test('a name of the firm is on every page, at the desk and in emails, until the default is restored', async () => {
  const desk = await openDesk()
  expect(await save(desk, 'business', { name: 'Northgate <b>Plates</b>' })).toMatchObject({
    status: 200,
    text: expect.stringContaining('Saved: Name. Live on this server after'),
  })
  for (const path of ['/', '/contact', '/about']) {
    const html = await desk.site.read(path)
    expect(html).toContain('Northgate &lt;b&gt;Plates&lt;/b&gt;')
    expect(html).not.toContain('Northgate <b>')
  }
  const shownOn = async (group: string) => textOf((await desk.owner.open(`/desk/firm/${group}`)).html)
  expect(await shownOn('business')).toMatch(
    /Set by Ann Ownerly, \d+ \w+ 20\d\d, \d\d:\d\d\. Default: Plateworthy/,
  )
  expect(await shownOn('enquiries')).toContain('Thank you for writing to Northgate <b>Plates</b>.')
  const trail = await findRows(desk.database, 'audit', ['change'], { command: 'desk: settings' })
  expect(trail).toEqual([{ change: 'Name: Plateworthy → Northgate <b>Plates</b>' }])
  expect((await save(desk, 'business', { reset: 'name' })).text).toContain('Saved: Name')
  expect(await desk.site.read('/')).not.toContain('Northgate')
})

test('nothing of a group of settings is saved while one field is invalid, and all input is kept', async () => {
  const desk = await openDesk()
  const { status, text } = await save(desk, 'business', { strapline: 'New line', tradingSince: 'long ago' })
  expect(status).toBe(400)
  expect(text).toContain('Enter the year, such as 1993.')
  expect(text).toContain('Nothing has been saved: 1 field needs correcting.')
  expect(await desk.site.read('/')).not.toContain('New line')
  const response = await desk.owner.post('/desk/firm/business', {
    ...(await formOf(desk, 'business')),
    strapline: 'New line',
    tradingSince: 'long ago',
  })
  const html = parse(await response.text())
  expect(html.querySelector('[name=strapline]')?.getAttribute('value')).toBe('New line')
  expect(html.querySelector('[name=tradingSince]')?.getAttribute('value')).toBe('long ago')
  expect(html.querySelector('[name=tradingSince]')?.getAttribute('aria-invalid')).toBe('true')
})

test('the second of two owners who save at once gets a conflict, and keeps the input', async () => {
  const desk = await openDesk()
  const seenEarlier = await formOf(desk, 'business')
  await save(desk, 'business', { strapline: 'The first' })
  const response = await desk.owner.post('/desk/firm/business', { ...seenEarlier, strapline: 'The second' })
  const html = await response.text()
  expect(response.status).toBe(409)
  expect(textOf(html)).toContain(
    'Ann Ownerly has changed “Strapline” since you opened this page. It is now: The first.',
  )
  expect(parse(html).querySelector('[name=strapline]')?.getAttribute('value')).toBe('The second')
  expect(await desk.site.read('/')).toContain('The first')
  const seenNow = parse(html).querySelector('[name="seen strapline"]')?.getAttribute('value') ?? ''
  await desk.owner.post('/desk/firm/business', {
    ...seenEarlier,
    strapline: 'The second',
    'seen strapline': seenNow,
  })
  expect(await desk.site.read('/')).toContain('The second')
})

test('a shorter retention says what it erases, and is saved after a confirmation', async () => {
  const desk = await openDesk()
  const { reference } = await desk.withData((database) => storeEnquiry(database))
  const aYearAgo = new Date(Date.now() - 366 * 86_400_000).toISOString()
  await editRows(
    desk.database,
    'enquiries',
    { reference },
    { created_at: aYearAgo, delivery: 'sent', sent_at: aYearAgo, sent_by: 'file' },
  )
  const asked = await save(desk, 'enquiries', { retentionMonths: '6' })
  expect(asked.status).toBe(400)
  expect(asked.text).toContain('1 enquiry is older than 6 months')
  expect(await findRows(desk.database, 'settings', ['name'])).toEqual([])
  const other = await save(desk, 'enquiries', { retentionMonths: '3', sureOf: '6' })
  expect(other.text).toContain('1 enquiry is older than 3 months')
  expect((await save(desk, 'enquiries', { retentionMonths: '6', sureOf: '6' })).text).toContain('Saved')
  expect(await desk.site.read('/privacy')).toContain('6 months')
  expect((await save(desk, 'enquiries', { retentionMonths: '12' })).status).toBe(200)
})

test('templates are added, sorted, edited and removed; a list that someone has changed is not overwritten', async () => {
  const desk = await openDesk()
  const { owner } = desk
  const seenAt = async (path: string) =>
    parse((await owner.open(path)).html)
      .querySelector('[name=seen]')
      ?.getAttribute('value') ?? ''
  const names = async () =>
    parse((await owner.open('/desk/firm/templates')).html)
      .querySelectorAll('main ol a')
      .map(({ textContent }) => textContent)
  const standard = await names()
  const first = await seenAt('/desk/firm/templates/new')
  const added = { intent: 'save', name: 'Mine', body: 'Hello {name}, {plates|yes} {is}.' }
  const send = (path: string, fields: Record<string, string>) => owner.submit(path, fields)
  expect((await send('/desk/firm/templates/new', { ...added, seen: first })).status).toBe(302)
  expect(await names()).toEqual([...standard, 'Mine'])
  const late = await send('/desk/firm/templates/1', { ...added, name: 'Late', seen: first })
  const kept = parse(await late.text())
  expect([late.status, kept.querySelector('[name=name]')?.getAttribute('value')]).toEqual([409, 'Late'])
  expect(kept.querySelector('main [role=alert]')?.textContent).toContain('nothing was saved')
  const seen = await seenAt('/desk/firm/templates')
  await send('/desk/firm/templates', { up: '5', seen })
  expect((await names()).slice(-2)).toEqual(['Mine', standard.at(-1)])
  const twice = { ...added, name: 'Mine', seen: await seenAt('/desk/firm/templates/1') }
  const refused = await send('/desk/firm/templates/1', twice)
  expect([refused.status, textOf(await refused.text())]).toEqual([
    400,
    expect.stringContaining('the same name'),
  ])
  const preview = await send('/desk/firm/templates/5', { ...added, intent: 'preview', seen })
  expect(textOf(await preview.text())).toMatch(
    /Dear Alex Morgan, Hello Alex Morgan, .+ are\. Kind regards, Ann Ownerly/,
  )
  const remove = { ...added, intent: 'remove', seen: await seenAt('/desk/firm/templates/5') }
  expect((await send('/desk/firm/templates/5', remove)).status).toBe(400)
  expect((await send('/desk/firm/templates/5', { ...remove, sure: 'on' })).status).toBe(302)
  expect(await names()).toEqual(standard)
  expect((await owner.open('/desk/firm/templates/6')).status).toBe(404)
  expect((await owner.open('/desk/firm/templates/0')).status).toBe(404)
})

test('a test email shows the response of the server; DNS is queried for the domain of the sender', async () => {
  const mail = await startMailServer()
  onTestFinished(() => mail.close())
  const addresses = { ENQUIRIES_FROM: 'website@plates.uk', ENQUIRIES_TO: 'ann@plates.uk' }
  const { owner, database } = await openDesk({ SMTP_URL: mail.url, ...addresses })
  const sent = await owner.submit('/desk/firm/mail', { intent: 'test', to: 'carl@other.uk' })
  expect(textOf(await sent.text())).toMatch(/accepted the e-mail to carl@other\.uk.*It said: 250 /)
  expect((await mail.read())[0]?.to?.[0]?.address).toBe('carl@other.uk')
  const wrong = await owner.submit('/desk/firm/mail', { intent: 'test', to: 'carl' })
  expect([wrong.status, textOf(await wrong.text())]).toEqual([
    400,
    expect.stringContaining('Enter an e-mail address'),
  ])

  fakeResolver({
    mx: { 'plates.uk': 'mx.plates.uk' },
    txt: {
      'plates.uk': ['v=spf1 <script>alert(1)</script> -all'],
      's1._domainkey.plates.uk': ['v=DKIM1; p='],
    },
  })
  const signature = 'DKIM-Signature: v=1; d=mailer.example.net; s=s1;\r\n b=abc'
  const checked = await owner.submit('/desk/firm/mail', { intent: 'check', selectors: signature })
  const html = await checked.text()
  expect(html).not.toContain('<script>alert')
  const text = textOf(html)
  expect(text).toContain('plates.uk: 2 things need fixing')
  expect(text).toContain('The signature you pasted is from mailer.example.net, not plates.uk')
  expect(text).toContain('_dmarc.plates.uk')
  expect(text).toContain('v=DMARC1; p=none; rua=mailto:ann@plates.uk')
  const data = await findRows(database, 'settings', ['name', 'value'])
  expect(data).toEqual([{ name: 'dkimSelectors', value: '["s1"]' }])
  const refused = await owner.submit('/desk/firm/mail', { intent: 'check', selectors: '../etc' })
  expect([refused.status, textOf(await refused.text())]).toEqual([
    400,
    expect.stringContaining('is not a selector'),
  ])

  for (const kind of ['resolveTxt', 'resolveMx'] as const)
    vi.spyOn(Resolver.prototype, kind).mockRejectedValue(Object.assign(new Error(), { code: 'ETIMEOUT' }))
  const offline = await owner.submit('/desk/firm/mail', { intent: 'check', selectors: 's1' })
  expect(textOf(await offline.text())).toContain('This server could not reach DNS')
})

test('the statements of a page are written at the desk, where people preview it and Today names what is missing', async () => {
  const desk = await openDesk()
  const lines = async () =>
    parse((await desk.staff.open('/desk')).html)
      .querySelectorAll('section a[href*="/firm/"]')
      .map(({ text }) => text)
  const { statements, title } = STATEMENT_PAGES[2] as StatementPage
  const [first = '', ...others] = Object.keys(statements)
  const headings = Object.values(statements).map(({ heading }) => heading)
  expect(await lines()).toHaveLength(STATEMENT_PAGES.length)
  const refused = await save(desk, 'complaints', { [first]: 'No refunds.' })
  expect(refused.status).toBe(400)
  expect(await save(desk, 'complaints', { [first]: 'Write to us.' })).toMatchObject({ status: 200 })
  expect((await lines()).at(-1)).toBe(`${title}: ${headings.slice(1).join(' · ')}`)
  const preview = parse((await desk.staff.open('/desk/firm/pages/complaints')).html).querySelector('.prose')
  expect(preview?.querySelectorAll('h2').map(({ text }) => text)).toEqual(headings)
  expect(preview?.text).toContain('Write to us.')
  expect((await desk.site.ask('/desk/firm/pages/complaints')).status).toBe(302)
  expect((await desk.site.ask('/complaints')).status).toBe(404)
  await save(desk, 'complaints', Object.fromEntries(others.map((name) => [name, 'Written.'])))
  expect(await lines()).toHaveLength(STATEMENT_PAGES.length - 1)
  expect(await desk.site.read('/complaints')).toContain('Write to us.')
  expect((await desk.staff.open('/desk/firm/pages/imprint')).status).toBe(404)
})

test('staff read the public settings, and no addresses of recipients', async () => {
  const { owner, staff } = await openDesk({ ENQUIRIES_TO: 'private@plates.uk' })
  const { html, status } = await staff.open('/desk/firm/business')
  expect(status).toBe(200)
  expect(textOf(html)).toContain('Trading Plates Since 1993')
  expect((await staff.open('/desk/firm/enquiries')).html).not.toContain('private@plates.uk')
  expect((await staff.open('/desk/firm/templates')).status).toBe(200)
  expect((await staff.open('/desk/firm/templates/1')).status).toBe(403)
  expect((await staff.open('/desk/firm/mail')).status).toBe(403)
  for (const [path, form] of [
    ['/desk/firm/business', { reset: 'name' }],
    ['/desk/firm/templates', { intent: 'reset' }],
  ] as const) {
    const { csrf } = await staff.open('/desk/firm/templates')
    const own = csrf || (await staff.open('/desk/account')).csrf
    expect((await staff.post(path, { csrf: own, ...form })).status).toBe(403)
  }
  expect((await owner.open('/desk/firm/enquiries')).html).toContain('private@plates.uk')
})

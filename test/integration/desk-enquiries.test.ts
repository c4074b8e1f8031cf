/** The pages of enquiries at the desk, without script. */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'node-html-parser'
import { expect, onTestFinished, test } from 'vitest'
import { NOT_SENT } from '#desk/app/features/enquiries/not-sent.ts'
import { keepDeals } from '#services/deals/deals-concerned.ts'
import { HIDDEN_FIELD_FILLED } from '#services/enquiries/accept-enquiry.ts'
import { editPlate } from '#services/stock/edit-plate.ts'
import { setStatus } from '#services/stock/set-status.ts'
import { listStock } from '#services/stock/stored-plates.ts'
import { asContact } from '../enquiries/messages.ts'
import { storeEnquiry } from '../enquiries/store-enquiry.ts'
import { startMailServer } from '../mail-server.ts'
import { addRows, editRows, findRows } from '../rows.ts'
import { DeskPage } from './desk-page.ts'
import { type Desk, ORIGIN, openDesk } from './open-desk.ts'

const store = async (
  withData: Desk['withData'],
  fields: object = {},
  quarantineReason: string | null = null,
) => (await withData((database) => storeEnquiry(database, asContact(fields), quarantineReason))).reference

/** The fields that the form with this intent has, as a browser without script would send them. */
function fieldsOf(html: string, intent: string): Record<string, string> {
  const forms = parse(html).querySelectorAll('form')
  const form = forms.find((one) => one.querySelector('[name=intent]')?.getAttribute('value') === intent)
  const hidden = form?.querySelectorAll('input[type=hidden]') ?? []
  return Object.fromEntries(
    hidden.map((field) => [field.getAttribute('name') ?? '', field.getAttribute('value') ?? '']),
  )
}

const textOf = (html: string) => parse(html).querySelector('main')?.structuredText ?? ''

test('the list shows open enquiries as text; the URL filters it', async () => {
  const { withData, owner } = await openDesk()
  await store(withData, { name: '<img src=x onerror=alert(1)>', plateNumber: 'AB12 CDE', subject: 'One' })
  await store(withData, { name: 'Bob Marley', subject: 'Two' })
  await store(withData, { name: 'Spammer' }, HIDDEN_FIELD_FILLED)
  const { html } = await owner.open('/desk/enquiries')
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;')
  expect(html).not.toContain('<img src=x')
  expect(textOf(html)).toContain('2 enquiries')
  expect(textOf(html)).not.toContain('Spammer')
  expect(textOf((await owner.open('/desk/enquiries?q=ab12cde')).html)).not.toContain('Bob Marley')
  expect(textOf((await owner.open('/desk/enquiries?status=suspected')).html)).toContain('Spammer')
  expect(textOf((await owner.open('/desk/enquiries?status=won')).html)).toContain('No enquiries match')
  const odd = '/desk/enquiries?status=x&owner=%27&month=2026-99&page=-1&q=%00%25'
  expect((await owner.open(odd)).status).toBe(200)
})

test('without a mail server, a reply is not said to be on its way', async () => {
  const { withData, owner } = await openDesk()
  const page = await DeskPage.open(owner, `/desk/enquiries/${await store(withData)}`)
  const sent = await page.press('Send', { text: 'Yes, it is.' })
  expect(sent.root.querySelector('main [role=status]')?.textContent).toBe(NOT_SENT)
})

test('a reply is sent once, in the thread of the acknowledgement, with the visitor’s message below', async () => {
  const mail = await startMailServer()
  onTestFinished(() => mail.close())
  const addresses = { ENQUIRIES_TO: 'dealer@plates.test', ENQUIRIES_FROM: 'website@plates.test' }
  const { site, withData, owner } = await openDesk({ SMTP_URL: mail.url, ...addresses })
  const reference = await store(withData)
  site.startOutbox()
  const sentTo = async (address: string) =>
    (await mail.read()).filter(({ to }) => to?.[0]?.address === address)
  const sentToVisitor = () => sentTo('ann@visitor.example')
  const path = `/desk/enquiries/${reference}`
  // The mail server has an email a moment before it is marked as sent.
  await expect
    .poll(async () => textOf((await owner.open(path)).html))
    .toContain('Acknowledgement to the visitor: sent')
  const { html } = await owner.open(path)
  expect(textOf(html)).toContain('Is it still for sale?')
  expect(textOf(html)).toMatch(/in your mailbox \(\S+@\S+\)/)
  const reply = { ...fieldsOf(html, 'reply'), text: 'Yes, it is.\r\nAnn' }
  const answers = await Promise.all([owner.post(path, reply), owner.post(path, reply)])
  expect(answers.map(({ status }) => status)).toEqual([302, 302])
  expect((await owner.post(path, reply)).status).toBe(302)
  await expect.poll(async () => (await sentToVisitor()).length).toBe(2)
  const [acknowledgement, answer] = await sentToVisitor()
  expect(answer).toMatchObject({
    from: { address: 'website@plates.test' },
    replyTo: [{ address: 'dealer@plates.test' }],
    subject: `Re: We have your enquiry: ${reference}`,
    inReplyTo: acknowledgement?.messageId,
  })
  expect(answer?.references).toContain(acknowledgement?.messageId)
  expect(answer?.text).toMatch(
    /^Yes, it is\.\nAnn\n\nOn .* wrote to Plateworthy .*\n> Is it still for sale\?/,
  )
  expect(answer?.headers.some(({ key }) => key === 'auto-submitted')).toBe(false)
  await expect.poll(async () => textOf((await owner.open(path)).html)).toContain('This reply: sent')
  const shown = textOf((await owner.open(`${path}?done=reply`)).html)
  expect(shown).toContain('Your reply is on its way.')
  expect(shown).toContain('Status: answered, was new')
  expect(await sentToVisitor()).toHaveLength(2)
  expect(await sentTo('dealer@plates.test')).toHaveLength(1)
})

test('a template fills in the registration and the price; a reply with open blanks is not sent', async () => {
  const { database, withData, owner } = await openDesk()
  await editRows(database, 'plates', { plate_number: '1 KP' }, { price: 12_500, is_available: true })
  const path = `/desk/enquiries/${await store(withData)}`
  expect((await owner.open(`${path}?template=Still+for+sale`)).html).toContain(
    '1 KP at £12,500 is still for sale.',
  )
  const { html } = await owner.open(`${path}?template=Valuation`)
  const text = parse(html).querySelector('#reply textarea')?.text ?? ''
  const refused = await owner.post(path, { ...fieldsOf(html, 'reply'), text })
  expect(refused.status).toBe(400)
  const page = await refused.text()
  expect(page).toContain('Replace [lower] with your own words.')
  expect(page).toContain('between £[lower] and £[upper]')
  expect(await findRows(database, 'mails', ['id'], { kind: 'reply' })).toEqual([])
})

test('a page without another person’s change writes nothing, shows the change and keeps the text', async () => {
  const { database, withData, owner } = await openDesk()
  const path = `/desk/enquiries/${await store(withData)}`
  const { html } = await owner.open(path)
  const note = await owner.post(path, { ...fieldsOf(html, 'note'), text: 'Bought by <b>phone</b>.' })
  expect(note.status).toBe(302)
  for (const [intent, fields] of [
    ['reply', { text: 'It costs £900.' }],
    ['change', { status: 'won' }],
  ] as const) {
    const answer = await owner.post(path, { ...fieldsOf(html, intent), ...fields })
    expect(answer.status).toBe(409)
    const page = await answer.text()
    expect(textOf(page)).toContain('Nothing was sent or changed')
    expect(page).toContain('Bought by &lt;b&gt;phone&lt;/b&gt;.')
    if (intent === 'reply') expect(page).toContain('It costs £900.')
  }
  expect(await findRows(database, 'mails', ['id'], { kind: 'reply' })).toEqual([])
  const fresh = await owner.open(path)
  const changed = await owner.post(path, { ...fieldsOf(fresh.html, 'change'), status: 'won' })
  expect(changed.status).toBe(302)
  expect(textOf((await owner.open(path)).html)).toContain('Status: won, was new')
})

test('suspected spam is released from its page, and an enquiry is assigned to a person', async () => {
  const { database, withData, owner } = await openDesk()
  const reference = await store(withData, {}, HIDDEN_FIELD_FILLED)
  const path = `/desk/enquiries/${reference}`
  const { html } = await owner.open(path)
  expect(textOf(html)).toContain(`This may be spam. ${HIDDEN_FIELD_FILLED}`)
  await owner.post(path, { ...fieldsOf(html, 'change'), status: 'new' })
  const rows = await findRows(database, 'enquiries', ['delivery', 'status'], { reference })
  expect(rows).toEqual([{ delivery: expect.stringMatching(/waiting|sent/), status: 'new' }])
  const people = await findRows(database, 'people', ['id'], { name: 'Ann Ownerly' })
  const fresh = fieldsOf((await owner.open(path)).html, 'change')
  await owner.post(path, { ...fresh, owner: people[0]?.id ?? '' })
  expect(textOf((await owner.open(path)).html)).toContain('Owner: Ann Ownerly, was nobody')
  const stranger = fieldsOf((await owner.open(path)).html, 'change')
  expect((await owner.post(path, { ...stranger, owner: crypto.randomUUID() })).status).toBe(400)
})

test.each([
  ['an unknown intent', { intent: 'drop' }, 400],
  ['an empty answer', { text: ' \r\n ' }, 400],
  ['an answer of 10,001 characters', { text: 'x'.repeat(10_001) }, 400],
  ['a page that saw nothing valid', { text: 'x', seen: '1e9' }, 400],
])('%s is refused', async (_, fields, status) => {
  const { database, withData, owner } = await openDesk()
  const path = `/desk/enquiries/${await store(withData)}`
  const { html } = await owner.open(path)
  expect((await owner.post(path, { ...fieldsOf(html, 'reply'), ...fields })).status).toBe(status)
  expect(await findRows(database, 'mails', ['id'], { kind: 'reply' })).toEqual([])
})

test('an unknown enquiry is not found', async () => {
  const { owner } = await openDesk()
  for (const path of ['ENQ-0000-0000', 'ENQ-0000-0000/forget', '%00', '..%2F..%2Fplates'])
    expect((await owner.open(`/desk/enquiries/${path}`)).status).toBe(404)
})

test('a month leaves as CSV without formulas, in the audit trail, and only after a fresh second factor', async () => {
  const { database, withData, owner } = await openDesk()
  const reference = await store(withData, { name: '=HYPERLINK("x")' })
  const month = new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/London' }).slice(0, 7)
  const { csrf } = await owner.open('/desk/enquiries/export')
  const file = await owner.post('/desk/enquiries/export/file', { csrf, month })
  expect(file.headers.get('Content-Disposition')).toBe(`attachment; filename="enquiries-${month}.csv"`)
  expect(file.headers.get('Cache-Control')).toBe('no-store')
  const csv = await file.text()
  expect(csv).toContain(reference)
  expect(csv).toContain('"\'=HYPERLINK(""x"")"')
  const trail = await findRows(database, 'audit', ['person', 'change'])
  expect(trail.filter(({ change }) => change.startsWith('the enquiries of'))).toEqual([
    { person: 'Ann Ownerly', change: `the enquiries of ${month}` },
  ])
  expect((await owner.post('/desk/enquiries/export/file', { csrf, month: '2026-13' })).status).toBe(400)
  const long = new Date(Date.now() - 3_600_000).toISOString()
  await editRows(database, 'sessions', {}, { second_factor_at: long })
  const page = await owner.send('/desk/enquiries/export')
  expect(page.headers.get('Location')).toContain('/desk/confirm')
  const late = await owner.post('/desk/enquiries/export/file', { csrf, month })
  expect([late.status, late.headers.get('Location')]).toEqual([302, expect.stringContaining('/desk/confirm')])
})

test('a person is forgotten from the desk: enquiries, conversation, emails, alerts and files', async () => {
  const { site, database, withData, owner } = await openDesk({ ENQUIRIES_FROM: 'website@plates.test' })
  const email = 'quixote@visitor.example'
  const reference = await store(withData, { name: 'Zachary Quixote', email, message: 'A windmill' })
  await store(withData, { name: 'Somebody Else' })
  site.startOutbox()
  const path = `/desk/enquiries/${reference}`
  const { html } = await owner.open(path)
  await owner.post(path, { ...fieldsOf(html, 'note'), text: 'Quixote rang' })
  await owner.post(path, { ...fieldsOf((await owner.open(path)).html, 'reply'), text: 'Dear Quixote' })
  await addRows(database, 'alerts', { token: 't'.repeat(43), email, criteria: 'q=SAM' })
  const folder = join(site.dataDir, 'mail')
  const files = () => readdirSync(folder).filter((name) => name.includes(reference))
  // Beside the enquiry's own.
  await expect.poll(() => files().some((name) => name.endsWith(`${reference}-reply-1.eml`))).toBe(true)
  await expect.poll(() => files().length).toBe(2)

  const { csrf } = await owner.open(`${path}/forget`)
  const unsure = await owner.post(`${path}/forget`, { csrf })
  expect([unsure.status, await unsure.text()]).toEqual([400, expect.stringContaining('Tick the box first.')])
  const forgotten = await owner.post(`${path}/forget`, { csrf, confirmed: 'yes' })
  const to = new URL(forgotten.headers.get('Location') ?? '', ORIGIN)
  expect(decodeURIComponent(to.href)).not.toContain('quixote')
  const list = textOf((await owner.open(to.pathname + to.search)).html)
  expect(list).toContain('1 enquiry, 2 e-mails, 1 alert')
  expect(list).toContain('Somebody Else')
  for (const table of ['enquiry_entries', 'alerts'] as const)
    expect(await findRows(database, table, ['id'])).toEqual([])
  const traces = readdirSync(site.dataDir, { recursive: true, encoding: 'utf8' }).filter((name) => {
    if (!/\.(db|db-wal|eml)$/.test(name)) return false
    return /quixote|windmill/i.test(readFileSync(join(site.dataDir, name)).toString('latin1'))
  })
  expect(traces).toEqual([])
  const trail = (await findRows(database, 'audit', ['change'])).map(({ change }) => change)
  expect(trail.filter((change) => change.startsWith('forgot'))).toEqual(['forgot one person, 1 enquiry'])
})

test('plates with notes about a forgotten person are linked, and the dealer edits the notes', async () => {
  const { database, withData, owner } = await openDesk()
  const email = 'quixote@visitor.example'
  const reference = await store(withData, { name: 'Zachary Quixote', email })
  const [noted, reserved, other] = (await listStock(database)).plates
  if (!noted || !reserved || !other) throw new Error('There are too few plates')
  const actor = { person: 'Ann Ownerly', via: 'desk' } as const
  await editPlate(
    database,
    { id: noted.id, seenAt: noted.updatedAt },
    { notes: `Ring ${email}` },
    actor,
    keepDeals,
  )
  await setStatus(
    database,
    [reserved],
    { status: 'reserved', until: '2099-01-01', for: 'Zachary Quixote' },
    actor,
  )
  const path = `/desk/enquiries/${reference}/forget`
  const { csrf } = await owner.open(path)
  const forgotten = await owner.post(path, { csrf, confirmed: 'yes' })
  const to = new URL(forgotten.headers.get('Location') ?? '', ORIGIN)
  expect(decodeURIComponent(to.search)).not.toMatch(/quixote/i)
  const { html } = await owner.open(to.pathname + to.search)
  const note = parse(html).querySelector('.desk-note[role=status]')
  expect(note?.structuredText).toContain('1 change to plates with that address can no longer be undone.')
  const links = note?.querySelectorAll('a') ?? []
  expect(links.map((link) => [link.getAttribute('href'), link.text])).toEqual(
    [noted, reserved].map(({ id, registration }) => [`/desk/stock/${id}`, registration]),
  )
  expect((await owner.open(`/desk/stock/${noted.id}`)).html).toContain(`Ring ${email}`)
  const odd = "/desk/enquiries?forgotten=x&plates=',%00,1&changes=-1&more=1e9"
  expect((await owner.open(odd)).status).toBe(200)
})

import { randomUUID } from 'node:crypto'
import { parse } from 'node-html-parser'
import { beforeEach, expect, test } from 'vitest'
import { londonDay } from '#services/london-time.ts'
import { pauseSending, resumeSending } from '#services/mail/sending.ts'
import { findStockPlate, plateHistory } from '#services/stock/stored-plates.ts'
import { formatGbp } from '#shared/text/money.ts'
import type { DeskVisitor } from '../desk.ts'
import { textOf } from '../open-test-site.ts'
import { addRows, editRows, findRows } from '../rows.ts'
import { DeskPage } from './desk-page.ts'
import { type Desk, ORIGIN, openDesk } from './open-desk.ts'

let site: Desk['site']
let database: Desk['database']
let ann: DeskVisitor

beforeEach(async () => {
  ;({ site, database, owner: ann } = await openDesk())
  await editRows(database, 'people', { email: 'ann@people.test' }, { name: 'Ann <b>Ash</b>' })
})

async function plateOf(registration: string) {
  const plate = await findStockPlate(database, { registration })
  if (!plate) throw new Error(`There is no ${registration} in the seed`)
  return plate
}

/** Submits a form of the plate and follows its redirect. */
async function sendAndFollow(path: string, fields: Record<string, string>, page = path) {
  const sent = await ann.submit(page, fields, path)
  const location = sent.headers.get('Location')
  if (sent.status !== 302 || !location)
    throw new Error(`${path} answered ${sent.status}: ${textOf(await sent.text())}`)
  const shown = await ann.open(location)
  return { location, html: shown.html, text: textOf(shown.html) }
}

const batchOf = (location: string) => new URL(location, ORIGIN).searchParams.get('done') ?? ''

test('the list of the stock is searched by letters and look-alikes, sorted, and counted by status', async () => {
  const all = textOf((await ann.open('/desk/stock')).html)
  expect(all).toMatch(/For sale [\d,]+ Reserved 0 Drafts 0 Sold 0 Withdrawn \d+ All/)
  const heaven = textOf((await ann.open('/desk/stock?q=heaven')).html)
  expect(heaven).toContain('H34 VEN')
  expect(heaven).not.toContain('1 KP')
  const { html } = await ann.open('/desk/stock?sort=registration')
  expect(html).toMatch(/aria-sort="ascending"><a[^>]*>Registration/)
  expect(textOf((await ann.open('/desk/stock?q=zzzzzzz&status=sold')).html)).toContain(
    'Search the whole stock',
  )
})

test('a price and a status in the list of the stock are saved without script, and undone from the notice', async () => {
  const { id, updatedAt, priceGbp } = await plateOf('1 KP')
  const edit = { id, seenAt: updatedAt, priceGbp: '£94,321', status: 'draft' }
  const { location, text } = await sendAndFollow('/desk/stock', edit)
  expect(text).toMatch(/1 KP: .*£94,321.*Undo/)
  expect(await plateOf('1 KP')).toMatchObject({ priceGbp: 94321, status: 'draft', isAvailable: false })
  expect((await site.ask('/plate/1%20KP')).status).toBe(404)

  const undone = await sendAndFollow(
    '/desk/changes/undo',
    { batch: batchOf(location), back: '/stock' },
    '/desk/stock',
  )
  expect(undone.text).toContain('restored')
  expect(await plateOf('1 KP')).toMatchObject({ priceGbp, status: 'for_sale' })
})

test('after a conflict of another button, the form of a plate shows what is stored', async () => {
  const { id, updatedAt } = await plateOf('1 KP')
  await ann.submit(`/desk/stock/${id}`, { seenAt: updatedAt, feature: 'yes' })
  const page = await DeskPage.open(ann, `/desk/stock/${id}`)
  const late = await page.press('Withdraw', { seenAt: updatedAt })
  expect(late.status).toBe(409)
  expect(late.text).toContain('has changed this since you opened it.')
  await late.press('Save', { notes: 'Rang' })
  expect(await plateOf('1 KP')).toMatchObject({ notes: 'Rang', isFeature: true })
})

test('a price that falls by half or more is saved once the question is answered, on its page and in the list', async () => {
  const { id, priceGbp } = await plateOf('1 KP')
  const path = `/desk/stock/${id}`
  const few = String(Math.floor((priceGbp ?? 0) / 2))
  let page = await (await DeskPage.open(ann, path)).press('Save', { priceGbp: few })
  const question = `The price falls from ${formatGbp(priceGbp ?? 0)} to ${formatGbp(Number(few))}. Save it anyway?`
  expect(page.status).toBe(400)
  expect(page.text).toContain(question)
  expect(page.valueOf('priceGbp')).toBe(few)
  expect(await plateOf('1 KP')).toMatchObject({ priceGbp })
  page = await page.press('Save', { priceFall: question })
  expect(await plateOf('1 KP')).toMatchObject({ priceGbp: Number(few) })

  const { updatedAt } = await plateOf('1 KP')
  const edit = { id, seenAt: updatedAt, priceGbp: '1', status: 'for_sale' }
  const asked = parse(await (await ann.submit('/desk/stock', edit)).text())
  const row = asked.querySelector(`#row-${id}`)
  const priceFall = row?.querySelector('[name="priceFall"]')?.getAttribute('value') ?? ''
  expect(priceFall).toContain('to £1. Save it anyway?')
  await sendAndFollow('/desk/stock', { ...edit, priceFall })
  expect(await plateOf('1 KP')).toMatchObject({ priceGbp: 1 })
  await (await DeskPage.open(ann, path)).press('Save', { priceGbp: String(priceGbp) })
})

test('another person’s change in the list of the stock in the meantime is shown instead of overwritten', async () => {
  const { id, updatedAt } = await plateOf('1 KP')
  await sendAndFollow('/desk/stock', { id, seenAt: updatedAt, priceGbp: '94500', status: 'for_sale' })
  const late = await ann.submit('/desk/stock', {
    id,
    seenAt: updatedAt,
    priceGbp: '4000',
    status: 'for_sale',
  })
  expect(late.status).toBe(409)
  const html = await late.text()
  expect(html).toContain('Ann &lt;b&gt;Ash&lt;/b&gt; has changed this to £94,500 since you opened it.')
  expect(html).not.toContain('<b>Ash')
  expect(html).toContain('value="4000"')
  expect((await plateOf('1 KP')).priceGbp).toBe(94500)
})

test('a plate is sold, leaves the site, and is restored by its undo', async () => {
  const { id, priceGbp } = await plateOf('1 KP')
  const path = `/desk/stock/${id}/sell`
  const form = await ann.open(`${path}?back=%2Fstock%3Fq%3Dkp`)
  const today = londonDay(new Date())
  expect(form.html).toContain(`value="${today}"`)
  expect(form.html).not.toMatch(/name="record"[^>]*checked/)
  const seenAt = (await plateOf('1 KP')).updatedAt
  const sale = { seenAt, price: String(priceGbp), date: today, record: 'yes', back: '/stock?q=kp' }
  const { location, text } = await sendAndFollow(path, sale)
  expect(location).toMatch(/^\/desk\/stock\?q=kp&done=/)
  expect(text).toContain('1 KP sold for')
  expect(textOf((await ann.open('/desk')).html)).toContain(`1 KP for ${formatGbp(Number(priceGbp))}`)
  expect((await site.ask('/plate/1%20KP')).status).toBe(404)
  expect(await site.read('/plates')).not.toContain('Registration 1 KP')
  expect((await ann.open(path)).html).toMatch(/name="record"[^>]*checked/)

  // The same submission twice is one sale; another price is a conflict.
  expect((await ann.submit(path, sale)).headers.get('Location')).toBe(location)
  const again = await ann.submit(path, { ...sale, price: '1' })
  expect(again.status).toBe(409)
  expect(textOf(await again.text())).toContain('changed this to sold since you opened it')

  await sendAndFollow('/desk/changes/undo', { batch: batchOf(location), back: '/stock' }, '/desk/stock')
  expect((await site.ask('/plate/1%20KP')).status).toBe(200)
})

test('a plate is reserved with a name that visitors and the audit trail do not see', async () => {
  const { id, updatedAt } = await plateOf('1 KP')
  const { text } = await sendAndFollow(`/desk/stock/${id}/reserve`, {
    seenAt: updatedAt,
    until: '2099-12-31',
    for: 'Mrs Ash',
  })
  expect(text).toContain('Reserved until 31 Dec 2099 for Mrs Ash')
  expect((await site.ask('/plate/1%20KP')).status).toBe(404)
  expect((await ann.open('/desk/changes')).html).not.toContain('Mrs Ash')
  const past = { seenAt: (await plateOf('1 KP')).updatedAt, until: '2020-01-01', for: '' }
  expect((await ann.submit(`/desk/stock/${id}/reserve`, past)).status).toBe(400)
})

test('a new plate is drawn from the input, and is for sale at once', async () => {
  const refused = await ann.submit('/desk/stock/new', {
    registration: 'AB01 CDE',
    priceGbp: '950',
    status: 'for_sale',
  })
  expect(refused.status).toBe(400)
  expect(await refused.text()).toContain('value="AB01 CDE"')
  const { text } = await sendAndFollow('/desk/stock/new', {
    registration: 'ab51 xyz',
    priceGbp: '950',
    status: 'for_sale',
    costGbp: '500',
    notes: '<script>alert(1)</script>',
  })
  expect(text).toContain('AB51 XYZ added at £950')
  expect((await site.ask('/plate/AB51%20XYZ')).status).toBe(200)
  expect(await site.read('/plate/AB51%20XYZ')).not.toContain('alert(1)')
  const page = await ann.open(`/desk/stock/${(await plateOf('AB51 XYZ')).id}`)
  expect(textOf(page.html)).toContain('Margin before VAT and fees £450')
  expect(page.html).not.toContain('<script>alert(1)')
  expect(page.html).toContain('&lt;script&gt;alert(1)')
})

test('prices are changed by a rule after a preview, and undone as one', async () => {
  const plates = await Promise.all(['1 KP', 'H34 VEN'].map(plateOf))
  const list = await ann.open('/desk/stock')
  const chosen = new URLSearchParams({ csrf: list.csrf, what: 'price', back: '/stock' })
  for (const { id } of plates) chosen.append('plate', id)
  const send = (fields: Record<string, string> | URLSearchParams) =>
    ann.send('/desk/stock/bulk', {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { Origin: ORIGIN },
    })
  const choice = await (await send(chosen)).text()
  expect(textOf(choice)).toContain('2 plates:')

  const refs = plates.map(({ id, updatedAt }) => `${id} ${updatedAt}`).join('\n')
  const rule = { direction: 'up', by: 'percent', amount: '10', roundTo: '50' }
  const carried = { csrf: list.csrf, what: 'price', back: '/stock', refs, ...rule }
  const wrong = await send({ ...carried, step: 'preview', amount: 'much' })
  expect(wrong.status).toBe(400)
  const preview = textOf(await (await send({ ...carried, step: 'preview' })).text())
  expect(preview).toMatch(/Change 2 plates Total: £[\d,]+ → £[\d,]+/)
  expect(await Promise.all(plates.map(({ registration }) => plateOf(registration)))).toEqual(plates)

  const written = await send({ ...carried, step: 'confirm' })
  expect(written.status).toBe(302)
  const batch = batchOf(written.headers.get('Location') ?? '')
  for (const { registration, priceGbp } of plates)
    expect((await plateOf(registration)).priceGbp).toBeGreaterThan(priceGbp ?? 0)

  // The same preview again: the plates have changed since.
  const late = await send({ ...carried, step: 'confirm' })
  expect(late.status).toBe(409)
  expect(textOf(await late.text())).toContain(
    'Nothing has been changed, because someone else has just changed',
  )

  const page = textOf((await ann.open(`/desk/changes/${batch}`)).html)
  expect(page).toContain('2 plates will go back to how they were')
  await sendAndFollow('/desk/changes/undo', { batch, back: '/changes' }, `/desk/changes/${batch}`)
  for (const { registration, priceGbp } of plates)
    expect((await plateOf(registration)).priceGbp).toBe(priceGbp)
})

test('the changes of the stock show who did what, can be searched by person, and say why an undo is impossible', async () => {
  const { id, updatedAt } = await plateOf('1 KP')
  await sendAndFollow('/desk/stock', { id, seenAt: updatedAt, priceGbp: '94500', status: 'for_sale' })
  const [first] = await plateHistory.latest(database, { of: id })
  const seenAt = (await plateOf('1 KP')).updatedAt
  await sendAndFollow('/desk/stock', { id, seenAt, priceGbp: '94600', status: 'for_sale' })

  const { html } = await ann.open('/desk/changes')
  expect(textOf(html)).toMatch(/Ann <b>Ash<\/b> at the desk 1 KP: price £94,500 → £94,600/)
  expect(textOf((await ann.open('/desk/changes?person=ash')).html)).toContain('£94,600')
  expect(textOf((await ann.open('/desk/changes?person=carol')).html)).toContain('No changes by “carol”.')

  const page = textOf((await ann.open(`/desk/changes/${first?.batch}`)).html)
  expect(page).toContain('1 KP has been changed since')
  const refused = await ann.submit('/desk/stock', { batch: first?.batch ?? '' }, '/desk/changes/undo')
  expect(refused.status).toBe(400)
  expect((await plateOf('1 KP')).priceGbp).toBe(94600)
  expect((await ann.open(`/desk/changes/${randomUUID()}`)).status).toBe(404)
})

test('the page Today lists what is waiting, oldest first, each with a link', async () => {
  const { id, updatedAt } = await plateOf('1 KP')
  const today = londonDay(new Date())
  await sendAndFollow(`/desk/stock/${id}`, {
    seenAt: updatedAt,
    document: 'V750',
    documentExpiresOn: today,
  })
  await addRows(database, 'mails', {
    mail_key: 'acknowledgement test',
    kind: 'acknowledgement',
    recipient: 'gone@visitor.example',
    subject: 'Your enquiry',
    body: 'Text',
    delivery: 'undeliverable',
    last_error: '550 No such mailbox',
  })
  const day = new Date().toISOString().slice(0, 10)
  await addRows(database, 'unmet_searches', { day, list: 'stock', term: 'SOPHIE', searches: 3 })
  const { html } = await ann.open('/desk')
  expect(textOf(html)).toMatch(/could not be sent/)
  expect(textOf(html)).toMatch(
    /Certificate V750 for 1 KP expires today.*Mail An acknowledgement to gone@visitor\.example/,
  )
  expect(html).toContain(`href="/desk/stock/${id}"`)
  expect(textOf(html)).toContain('SOPHIE 3 searches')

  const [mail] = await findRows(database, 'mails', ['id'], { kind: 'acknowledgement' })
  const other = 'https://project.supabase.co'
  await pauseSending(database, { kind: 'moved', other, at: '2026-11-01T10:00:00Z' })
  expect(textOf((await ann.open('/desk')).html)).toMatch(
    /Mail This site sends no e-mail This backend was moved to https:\/\/project\.supabase\.co on 2026-11-01/,
  )
  await resumeSending(database)
  expect(textOf((await ann.open('/desk')).html)).not.toContain('This site sends no e-mail')

  const retried = await ann.submit('/desk', { what: 'mail', id: String(mail?.id) }, '/desk?index')
  expect(retried.status).toBe(302)
  expect(textOf((await ann.open('/desk')).html)).toContain('gone@visitor.example has not been sent yet')
  expect((await ann.submit('/desk', { what: 'mail', id: 'x' }, '/desk?index')).status).toBe(302)
  const trail = await findRows(database, 'audit', ['person'], { command: 'desk: mails retry' })
  expect(trail).toEqual([{ person: 'Ann <b>Ash</b>' }])
})

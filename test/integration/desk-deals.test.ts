/** The pages of deals at the desk, without script. What the steps do to the data is in test/contract/deals.test.ts. */

import { randomUUID } from 'node:crypto'
import { parse } from 'node-html-parser'
import { beforeEach, expect, test } from 'vitest'
import { dealsOfEnquiries, findDeal, paymentsOf } from '#services/deals/deal-store.ts'
import { type Deal, STAY_SENT } from '#services/deals/deal-types.ts'
import { readConversation } from '#services/enquiries/conversation.ts'
import { addDays, londonDay } from '#services/london-time.ts'
import { longDay } from '#shared/text/format.ts'
import type { DeskVisitor } from '../desk.ts'
import { asContact, asValuation } from '../enquiries/messages.ts'
import { storeEnquiry } from '../enquiries/store-enquiry.ts'
import { findPlate } from '../find-plate.ts'
import { textOf } from '../open-test-site.ts'
import { putRow } from '../rows.ts'
import { DeskPage } from './desk-page.ts'
import { type Desk, openDesk } from './open-desk.ts'

let database: Desk['database']
let withData: Desk['withData']
let site: Desk['site']
let ann: DeskVisitor
let bob: DeskVisitor
const today = londonDay(new Date())

beforeEach(async () => {
  ;({ database, withData, site, owner: ann, staff: bob } = await openDesk())
})

async function ask(message: object = asContact({ name: 'Mrs Ash', plateNumber: '1 KP' })) {
  return `/desk/enquiries/${(await withData((database) => storeEnquiry(database, message))).reference}`
}

async function dealOf(enquiry: string): Promise<Deal> {
  const reference = enquiry.split('/').at(-1) ?? ''
  const conversation = await withData((database) => readConversation(database, reference))
  const deal = (await dealsOfEnquiries(database, [conversation?.enquiry.id ?? ''])).at(-1)
  if (!deal) throw new Error('There is no deal')
  return deal
}

async function quote(enquiry: string) {
  const shown = await (await DeskPage.open(ann, enquiry)).follow('Quote 1 KP')
  return shown.press('Send the quote')
}

/** What the buyer reads. */
const pageOf = async ({ token }: Deal) => textOf(await site.read(`/order/${token}`))

/** The value of the box to tick. */
const questionOf = ({ root }: DeskPage) =>
  root.querySelector('input[name="confirmed"]')?.getAttribute('value') ?? null

/** Confirms what the form asks. */
async function pressTwice(page: DeskPage, button: string, values: Record<string, string>) {
  const asked = await page.press(button, values)
  expect([asked.status, questionOf(asked)]).toEqual([400, expect.stringContaining('The e-mail')])
  return asked.press(button, { confirmed: questionOf(asked) })
}

/** As a form of the page of the deal sends it; what it asks is confirmed. */
async function send(visitor: DeskVisitor, { id }: Deal, intent: string, fields: Record<string, string> = {}) {
  const seenAt = (await findDeal(database, id))?.updatedAt ?? ''
  const answer = await visitor.submit(`/desk/deals/${id}`, { intent, seenAt, ...fields })
  const box = parse(await answer.clone().text()).querySelector('input[name="confirmed"]')
  const confirmed = box?.getAttribute('value')
  return confirmed ? visitor.submit(`/desk/deals/${id}`, { intent, seenAt, ...fields, confirmed }) : answer
}

test('a quote is prefilled from stock and settings; one that is refused says at each field why, and keeps what was typed', async () => {
  const enquiry = await ask()
  const { priceGbp } = await findPlate(database, '1 KP')
  const form = await DeskPage.open(ann, `${enquiry}/quote?plate=1KP`)
  expect(form.valueOf('amount')).toBe(`£${priceGbp?.toLocaleString('en-GB')}`)
  expect(form.valueOf('validUntil')).toBe(addDays(today, 7))
  const refused = await form.press('Send the quote', { amount: 'much', validUntil: addDays(today, -1) })
  expect(refused.status).toBe(400)
  const wrong = refused.root.querySelectorAll('[aria-invalid]').map((field) => field.getAttribute('name'))
  expect(wrong).toEqual(['amount', 'validUntil'])
  expect(refused.valueOf('amount')).toBe('much')
  const made = await pressTwice(form, 'Send the quote', { amount: '99,000.50', text: 'See {link}' })
  expect(made.path).toContain('/deals/')
  const { token, amount, plateId } = await dealOf(enquiry)
  expect([amount, plateId]).toEqual([9_900_050, (await findPlate(database, '1 KP')).id])
  expect((await DeskPage.open(ann, enquiry)).text).toContain(`See https://plates.test/order/${token}`)
})

test('the page of an enquiry shows what they offer, and the quote for that plate starts from it', async () => {
  const enquiry = await DeskPage.open(ann, await ask(asContact({ plateNumber: '1 KP', offer: '£1,250' })))
  expect(enquiry.text).toContain('Their offer: £1,250')
  const form = await enquiry.follow('Quote 1 KP')
  expect(form.valueOf('amount')).toBe('£1,250')
  expect(form.text).toContain('They offer £1,250; our price is £')
})

test.each([
  ['no plate of ours', 'ZZ 9'],
  ['no registration', 'mine'],
])('a quote for %s is refused at the field of the plate', async (_, plate) => {
  const form = await DeskPage.open(ann, `${await ask()}/quote`)
  const refused = await form.press('Send the quote', { plate, amount: '50', text: '' })
  expect(refused.root.querySelectorAll('[aria-invalid]').map((field) => field.getAttribute('name'))).toEqual([
    'plate',
  ])
})

test('a plate with an open quote is quoted to another once that is confirmed, and its page in the stock names both', async () => {
  await quote(await ask())
  const second = await ask(asContact({ name: 'Mr Box', plateNumber: '1 KP' }))
  const refused = await quote(second)
  expect(refused.status).toBe(400)
  expect(refused.text).toContain('Mrs Ash has an open quote for 1 KP.')
  const made = await refused.press('Send the quote', { isBesideOthers: 'yes' })
  expect(made.path).toContain('/deals/')
  expect((await DeskPage.open(ann, second)).text).toContain('you are next in line')
  expect(await pageOf(await dealOf(second))).toContain('You are next in line')
  const stock = await made.follow('For sale')
  expect(stock.text).toContain('Mrs Ash')
  expect(stock.text).toContain('Mr Box')
})

test('the e-mail, the buyer’s page and the deal say the same terms, also once the letter was changed by hand', async () => {
  const enquiry = await ask()
  const form = await DeskPage.open(ann, `${enquiry}/quote?plate=1KP`)
  const terms = { amount: '9,500', deposit: '1,000', depositDays: '4', validUntil: addDays(today, 9) }
  const text = `${form.valueOf('text')}\n\nIt was lovely to talk to you.`
  const asked = await form.press('Send the quote', { ...terms, text })
  expect(questionOf(asked)).toBe('The e-mail leaves out {deposit} (£1,000).')
  const whole = `${text} A deposit of {deposit} within {deposit days} of your yes holds it.`
  await asked.press('Send the quote', { text: whole })
  const deal = await dealOf(enquiry)
  expect(deal).toMatchObject({ amount: 950_000, deposit: 100_000, depositDays: 4 })
  const written = (await DeskPage.open(ann, enquiry)).text
  expect(written).toContain('lovely')
  const said = ['1 KP', '£9,500', '£1,000', '4 days of your yes', longDay(terms.validUntil)]
  for (const place of [written, await pageOf(deal)]) for (const one of said) expect(place).toContain(one)
})

test('without script a letter that nobody has changed follows what is typed', async () => {
  const enquiry = await ask()
  const form = await DeskPage.open(ann, `${enquiry}/quote?plate=1KP`)
  const made = await form.press('Send the quote', { deposit: '1,000', includes: '' })
  expect(made.path).toContain('/deals/')
  expect((await DeskPage.open(ann, enquiry)).text).toContain('A deposit of £1,000 within 3 days of your yes')
})

test('a figure that is typed over is asked about in a quote beside others and in the confirmation of a yes', async () => {
  await quote(await ask())
  const second = await ask(asContact({ name: 'Mr Box', plateNumber: '1 KP' }))
  let page = await (await DeskPage.open(ann, second)).follow('Quote 1 KP')
  const text = `${page.valueOf('text')} Or WD 1?`
  page = await page.press('Send the quote', { text })
  expect(questionOf(page)).toBe('The e-mail says WD 1, but the deal does not.')
  page = await page.press('Send the quote', { confirmed: questionOf(page) })
  page = await page.press('Send the quote', { isBesideOthers: 'yes' })
  expect(questionOf(page)).toContain('next in line')
  page = await page.press('Send the quote', { confirmed: questionOf(page) })
  expect(page.path).toContain('/deals/')

  const over = page.valueOf('text')?.replace('{price}', '£100,000') ?? ''
  page = await page.press('They said yes', { text: over })
  expect(questionOf(page)).toContain('The e-mail says £100,000, but the deal does not.')
  expect(page.valueOf('text')).toBe(over)
  page = await page.press('They said yes', { text: `${over} {link}` })
  page = await page.press('They said yes', { confirmed: questionOf(page) })
  const { agreedOn, token } = await dealOf(second)
  expect(agreedOn).toBe(today)
  const written = (await DeskPage.open(ann, second)).text
  expect(written).toContain(`by ${longDay(addDays(today, 14))}`)
  expect(written.split(`/order/${token}`)).toHaveLength(4)
})

test('each step of a sale is taken on the page of the deal, and taken back there', async () => {
  const enquiry = await ask()
  await quote(enquiry)
  const deal = await dealOf(enquiry)
  const payment = randomUUID()
  const steps: [intent: string, fields: Record<string, string>, expected: Partial<Deal>][] = [
    ['reserve', { until: addDays(today, 2) }, {}],
    ['take back reserve', {}, {}],
    ['agree', { on: today, text: '' }, { agreedOn: today, depositBy: addDays(today, 3) }],
    ['extend', { until: addDays(today, 5) }, { balanceBy: addDays(today, 5) }],
    ['pay', { payment, kind: 'deposit', amount: '500', on: today, method: 'cash' }, {}],
    ['clear', { payment, on: today }, {}],
    ['reprice', { amount: '500' }, { amount: 50_000 }],
    ['sell', { on: today }, { soldOn: today }],
    [
      'hand-over',
      { ending: 'vehicle', vehicleReference: '12345678901', on: today, detailsOnly: 'yes' },
      { ending: 'vehicle', vehicleReference: '12345678901', handedOverOn: null },
    ],
    [
      'hand-over',
      { ending: 'certificate', nominee: 'Al', on: today },
      { nominee: 'Al', handedOverOn: today },
    ],
    ['take back hand-over', {}, { nominee: 'Al', handedOverOn: null }],
    ['take back sell', {}, { soldOn: null }],
    ['take back pay', { payment }, {}],
    ['take back agree', {}, { agreedOn: null }],
    ['accounts', { invoiceNumber: '2026-114', isKept: 'yes' }, { invoiceNumber: '2026-114', isKept: true }],
    ['lose', { reason: 'price' }, { outcome: 'lost', lostReason: 'price' }],
    ['reopen', {}, { outcome: null }],
    ['withdraw', {}, { outcome: 'withdrawn' }],
  ]
  const seen: string[] = []
  for (const [intent, fields, expected] of steps) {
    const answer = await send(ann, deal, intent, fields)
    expect([intent, answer.status]).toEqual([intent, 302])
    expect(await findDeal(database, deal.id)).toMatchObject(expected)
    const { status } = await findPlate(database, '1 KP')
    const payments = await paymentsOf(database, [deal.id])
    seen.push(`${status} ${payments.map(({ kind, amount }) => `${kind} ${amount}`)}`.trim())
  }
  expect(seen).toEqual([
    ...['reserved', 'for_sale', 'reserved', 'reserved'],
    ...Array(3).fill('reserved deposit 50000'),
    ...Array(4).fill('sold deposit 50000'),
    ...['reserved deposit 50000', 'reserved', 'for_sale'],
    ...['for_sale', 'for_sale', 'for_sale', 'for_sale'],
  ])
})

test('of two people at one deal the second sees what the first did, and what was typed is kept', async () => {
  const enquiry = await ask()
  const shown = await quote(enquiry)
  const deal = await dealOf(enquiry)
  await send(bob, deal, 'agree', { on: today, text: '' })
  const agreed = await shown.press('They said yes', { text: 'Welcome, Mrs Ash.' })
  expect(agreed.status).toBe(409)
  expect(agreed.text).toContain('Bob Staffley has changed this deal since you opened it: 1 KP: agreed')
  expect(agreed.root.querySelector('textarea[readonly]')?.textContent).toBe('Welcome, Mrs Ash.')
  const extended = await agreed.press('Extend', { until: addDays(today, 3) })
  expect(extended.text).toContain('1 KP: to be paid by')
  await send(bob, deal, 'withdraw')
  const withdrawn = await extended.press('Extend', { until: addDays(today, 4) })
  expect(withdrawn.text).toContain(`1 KP: withdrawn. ${STAY_SENT} Nothing was sent or changed.`)
})

test('a payment that is sent twice is one, and its faults are said at their fields', async () => {
  const enquiry = await ask()
  const shown = await quote(enquiry)
  const deal = await dealOf(enquiry)
  const refused = await shown.press('Note the payment', { amount: '', method: ' ' })
  const wrong = refused.root.querySelectorAll('[aria-invalid]').map((field) => field.getAttribute('name'))
  expect(wrong).toEqual(['amount', 'method'])
  const paid = { amount: '500', method: 'Cheque' }
  for (const page of [refused, refused])
    expect((await page.press('Note the payment', paid)).path).toContain('done=')
  expect((await paymentsOf(database, [deal.id])).map(({ amount, method }) => [amount, method])).toEqual([
    [50_000, 'Cheque'],
  ])
})

test('a plate is bought: from the valuation to our bid, proof of identity, certificate, payment, and a draft with its cost', async () => {
  const enquiry = await ask(asValuation({ name: 'Mr Vale', plateNumber: 'ZZ 9' }))
  let page = await (await DeskPage.open(ann, enquiry)).follow('Bid for ZZ 9')
  page = await pressTwice(page, 'Send the bid', { amount: '700', text: 'We would pay £700.' })
  for (const button of ['They said yes', 'I have seen it', 'It is here', 'Note the payment', 'Add the draft'])
    page = await page.press(button)
  expect(await findPlate(database, 'ZZ 9')).toMatchObject({ status: 'draft', costGbp: 700, boughtOn: today })
  page = await page.press('Close as done')
  expect(textOf(page.root.toString())).toContain('Done')
  expect(await dealOf(enquiry)).toMatchObject({
    kind: 'purchase',
    outcome: 'done',
    agreedOn: today,
    identitySeenOn: today,
    certificateReceivedOn: today,
    soldOn: today,
  })
  expect(await paymentsOf(database, [(await dealOf(enquiry)).id])).toMatchObject([{ amount: 70_000 }])
})

/** Until nothing more is asked: ticks what the page asks to be confirmed. */
async function insist(
  page: DeskPage,
  button: string,
  values: Record<string, string> = {},
): Promise<DeskPage> {
  const answer = await page.press(button, values)
  const box = answer.root.querySelector('input[name="confirmed"]')?.getAttribute('value')
  return answer.status === 400 && box ? answer.press(button, { ...values, confirmed: box }) : answer
}

test('a week of papers: a plate bought in part exchange, one sold straight across from a vehicle, and the bought one posted as a present', async () => {
  const { id } = await findPlate(database, '1 KP')
  await putRow(database, 'plate_details', { id }, { status: 'for_sale', document: 'vehicle', holder: 'us' })
  const enquiry = await ask(asContact({ name: 'Mrs Ash', email: 'ash@example.org', plateNumber: '1 KP' }))
  await quote(enquiry)
  const sale = await dealOf(enquiry)

  const theirs = await ask(asValuation({ name: 'Mrs Ash', email: 'ash@example.org', plateNumber: 'ZZ 9' }))
  let page = await (await DeskPage.open(ann, theirs)).follow('Bid for ZZ 9')
  page = await page.press('Send the bid', { amount: '700', text: '' })
  page = await page.press('They said yes', { text: '' })
  page = await page.press('Save', { document: 'V778', documentExpiresOn: '2031-05-31', holder: 'Mrs Ash' })
  page = await page.press('I have seen it')
  const bought = page.path.split('?')[0] ?? ''

  const sold = await DeskPage.open(ann, `/desk/deals/${sale.id}`)
  await sold.press('Set it against the price', { amount: '700' })
  const entries = await paymentsOf(database, [sale.id, bought.split('/').at(-1) ?? ''])
  expect(entries.map(({ kind, amount }) => [kind, amount])).toEqual(Array(2).fill(['part-exchange', 70_000]))
  page = await (await DeskPage.open(ann, bought)).press('It is here', { documentNumber: 'RET 1' })
  page = await page.press('Add the draft')
  expect(await findPlate(database, 'ZZ 9')).toMatchObject({
    costGbp: 700,
    documentNumber: 'RET 1',
    holder: 'Mrs Ash',
  })

  page = await insist(await DeskPage.open(ann, `/desk/deals/${sale.id}`), 'Sold')
  const posted = await page.press('It is done', { ending: 'certificate', nominee: 'Al Ash' })
  expect(posted.status).toBe(400)
  page = await insist(posted, 'It is done', { ending: 'v317', vehicleReference: '12345678901' })
  expect(await findDeal(database, sale.id)).toMatchObject({ ending: 'v317', handedOverOn: today })

  const present = await ask(asContact({ name: 'Mr Box', email: 'box@example.org', plateNumber: 'ZZ 9' }))
  page = await (await DeskPage.open(ann, `${present}/quote?plate=ZZ+9`)).press('Send the quote', {
    amount: '900',
    text: '',
  })
  page = await page.press('They said yes', { text: '' })
  page = await page.press('Note the payment')
  page = await insist(page, 'Sold')
  page = await insist(page, 'It is done', {
    ending: 'certificate',
    nominee: 'A Niece',
    isSigned: 'yes',
    trackingNumber: 'AB 1',
  })
  expect(await findPlate(database, 'ZZ 9')).toMatchObject({
    status: 'sold',
    nominee: 'A Niece',
    holder: 'Mrs Ash',
  })
  page = await insist(page, 'Close as done')
  expect(await dealOf(present)).toMatchObject({ outcome: 'done', isSettled: true, nominee: 'A Niece' })
})

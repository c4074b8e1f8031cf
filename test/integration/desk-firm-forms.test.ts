/** The forms of the firm's settings without script, with buttons that propose, reset and ask. */
import { expect, test } from 'vitest'
import { hoursContradiction } from '#services/settings/opening-hours.ts'
import { PRICE_WORDINGS, vatContradiction } from '#services/settings/vat-wording.ts'
import { DeskPage } from './desk-page.ts'
import { openDesk } from './open-desk.ts'

test('a telephone number is saved with its hours, is on the site at once, and removed with the default', async () => {
  const { owner, site } = await openDesk()
  const firm = await DeskPage.open(owner, '/desk/firm/reach')
  const refused = await firm.press('Save', { 'telephone.number': 'call me' })
  expect([refused.status, refused.valueOf('telephone.number')]).toEqual([400, 'call me'])
  expect(refused.text).toContain('Enter the number in digits, such as 020 7946 0000.')
  expect(refused.text).toContain('Say when you answer')
  const hours = 'every day, 9am to 7pm'
  const number = { 'telephone.number': '020 7946 0123' }
  const doubtful = await refused.press('Save', { ...number, 'telephone.hours': 'Monday to Friday' })
  expect(doubtful.text).toContain(hoursContradiction('Monday to Friday'))
  const saved = await doubtful.press('Save', { ...number, 'telephone.hours': hours })
  expect(saved.text).not.toContain(hoursContradiction('Monday to Friday'))
  expect(saved.text).toContain('Saved: Telephone. Live on this server after')
  expect(saved.text).toContain('Set by Ann Ownerly, ')
  expect(await site.read('/contact')).toContain('020 7946 0123')
  const reset = await saved.press('Reset to default: Telephone')
  expect(reset.valueOf('telephone.number')).toBe('')
  expect(reset.root.querySelectorAll('button[value=telephone]')).toEqual([])
  expect(await site.read('/contact')).not.toContain('020 7946 0123')
})

test('a wording on VAT is proposed for the status, and shown with prices once it is saved', async () => {
  const { owner, site } = await openDesk()
  const { note, statement } = PRICE_WORDINGS.margin
  const firm = await DeskPage.open(owner, '/desk/firm/prices')
  expect(firm.text).toMatch(/margin scheme.*\baccountant\b/)
  const proposed = await firm.press('Use this wording', { vat: 'margin', take: 'margin' })
  expect([proposed.valueOf('pricesNote'), proposed.valueOf('pricesStatement')]).toEqual([note, statement])
  expect(await site.read('/plates')).not.toContain(note)
  const saved = await proposed.press('Save')
  expect(saved.text).toContain('Saved: VAT, Beside each price and About prices.')
  expect(await site.read('/plates')).toContain(note)
  expect(await site.read('/')).toContain(statement)
  const contradicted = await saved.press('Save', { vat: 'included' })
  expect(contradicted.text).toContain('Saved: VAT.')
  expect(contradicted.text).toContain(vatContradiction('included', { note, statement }))
})

test('the margin at the desk is named and taken by what the firm has stated of VAT and the £80', async () => {
  const { owner } = await openDesk()
  const before = await DeskPage.open(owner, '/desk/stock')
  expect(before.text).toContain('Margin before VAT and fees')
  const firm = await DeskPage.open(owner, '/desk/firm/prices')
  const saved = await firm.press('Save', { marginFee: 'each-sale' })
  expect(saved.text).toContain('Saved: Margin at the desk.')
  expect((await DeskPage.open(owner, '/desk/stock')).text).toContain('Margin after VAT and fees')
})

test('a premium with its source is used by the calculator', async () => {
  const { owner, site } = await openDesk()
  const source = 'the conditions of sale of November 2026'
  const fields = {
    'dvlaPremium.rate': '7',
    'dvlaPremium.source': source,
    'dvlaPremium.checked': '2025-11-20',
  }
  const firm = await DeskPage.open(owner, '/desk/firm/auctions')
  const saved = await firm.press('Save', fields)
  expect(saved.text).toContain('Saved: DVLA buyer’s premium')
  const calculator = await site.read('/auction-calculator?amount=1000')
  expect(calculator).toContain(source)
  expect(calculator).not.toContain('Sources disagree')
})

test('boxes of which none is ticked stay so while another field is refused', async () => {
  const { owner } = await openDesk()
  const firm = await DeskPage.open(owner, '/desk/firm/enquiries')
  const ticked = (page: DeskPage) => page.root.querySelectorAll('[name=acknowledgements][checked]').length
  const saved = await firm.press('Save', { acknowledgements: 'valuation form' })
  expect(ticked(saved)).toBe(1)
  const refused = await saved.press('Save', { acknowledgements: null, reservationDays: 'two' })
  expect([refused.status, ticked(refused), refused.valueOf('reservationDays')]).toEqual([400, 0, 'two'])
})

test('a shorter retention is confirmed even if no enquiry is that old', async () => {
  const { owner } = await openDesk()
  const asked = await (await DeskPage.open(owner, '/desk/firm/enquiries')).press('Save', {
    retentionMonths: '6',
  })
  expect([asked.status, asked.text]).toEqual([
    400,
    expect.stringContaining('No enquiries are older than 6 months yet.'),
  ])
  expect((await asked.press('Save', { sureOf: '6' })).text).toContain('Saved: Months to keep enquiries.')
})

test('staff read the settings of the firm in a form without a button to save them', async () => {
  const { staff } = await openDesk()
  const { root, text } = await DeskPage.open(staff, '/desk/firm/business')
  expect(text).toContain('Trading Plates Since 1993')
  expect((await DeskPage.open(staff, '/desk/firm/enquiries')).text).not.toContain('Recipients of enquiries')
  expect(root.querySelectorAll('main button').map((button) => button.text)).toEqual([])
})

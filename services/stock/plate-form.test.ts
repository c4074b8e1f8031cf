import { expect, test } from 'vitest'
import type { PlateForm } from '#shared/plates/columns.ts'
import { readPlateForm } from './plate-form.ts'
import { readSale } from './sell-plate.ts'
import { readReservation } from './set-status.ts'

const refused = (fields: object) => expect.objectContaining({ name: 'InvalidInput', fields })

test('a form gives the values of the plate and its private ones, and an empty text removes one', () => {
  const form = {
    registration: 'ab51abc',
    priceGbp: '£1,250',
    description: ' A name. ',
    priceReason: '',
    isFeature: 'yes',
    costGbp: '400',
    boughtOn: '31/1/2026',
    document: 'v750',
    documentExpiresOn: '2036-01-31',
    notes: 'One.\r\nTwo.',
    documentNumber: '\u200b',
    holder: ' Ours ',
    nominee: 'Signed, open',
  }
  expect(readPlateForm(form)).toEqual({
    plate: {
      registration: 'AB51 ABC',
      priceGbp: 1_250,
      description: 'A name.',
      priceReason: null,
      isFeature: true,
    },
    details: {
      costGbp: 400,
      boughtOn: '2026-01-31',
      document: 'V750',
      documentExpiresOn: '2036-01-31',
      documentNumber: null,
      holder: 'us',
      nominee: 'signed and open',
      notes: 'One.\nTwo.',
    },
  })
})

test.each<[PlateForm, Record<string, string>]>([
  [{ registration: ' ' }, { registration: 'Registration cannot be empty.' }],
  [{ registration: 'ABCD' }, { registration: expect.stringContaining('no figures') }],
  [{ priceGbp: '0' }, { priceGbp: '“0” is not an asking price.' }],
  [{ priceGbp: 'POA' }, { priceGbp: '“POA” is not a price in pounds, such as 1250 or £1,250.' }],
  [{ description: 'x'.repeat(501) }, { description: 'It has 501 characters; the maximum is 500.' }],
  [{ imageUrl: 'javascript:alert(1)' }, { imageUrl: expect.stringContaining('is not a picture address') }],
  [{ isFeature: '' }, { isFeature: 'Featured cannot be empty.' }],
  [{ boughtOn: '31/02/2026' }, { boughtOn: expect.stringContaining('is not a day') }],
  [{ boughtOn: '1/1/2099' }, { boughtOn: '2099-01-01 is in the future.' }],
  [{ documentCheckedOn: '1/1/2099' }, { documentCheckedOn: '2099-01-01 is in the future.' }],
  [{ document: 'a receipt' }, { document: '“a receipt” is not one of V750, V778, vehicle.' }],
  [{ notes: 'a\ufffdb' }, { notes: 'It has “\ufffd” where a character was lost.' }],
  [
    { priceGbp: 'x', costGbp: 'y' },
    { priceGbp: expect.stringContaining('“x”'), costGbp: expect.stringContaining('“y”') },
  ],
])('%j is refused', (form, fields) => {
  expect(() => readPlateForm(form)).toThrow(refused(fields))
})

test('a registration of no known system is accepted on request', () => {
  expect(readPlateForm({ registration: 'avi 2002', unusual: 'yes' }).plate.registration).toBe('AVI 2002')
})

// 23:30 on 30 June in UTC is 1 July in London.
const now = new Date('2026-06-30T23:30:00Z')

test.each([
  ['1/7/2026', { soldOn: '2026-07-01', saleYear: 2026, saleMonth: 7 }],
  ['20 November 2025', { soldOn: '2025-11-20', saleYear: 2025, saleMonth: 11 }],
  ['07/2026', { soldOn: null, saleYear: 2026, saleMonth: 7 }],
  ['Nov 2025', { soldOn: null, saleYear: 2025, saleMonth: 11 }],
  ['2025', { soldOn: null, saleYear: 2025, saleMonth: null }],
])('a plate may be sold on %s', (date, expected) => {
  expect(readSale({ price: '£12,500', date }, 'Plateworthy', now)).toEqual({
    priceGbp: 12_500,
    seller: 'Plateworthy',
    ...expected,
  })
})

test.each([
  ['', '', { price: 'Enter the price paid, in pounds.', date: 'Enter the day of the sale.' }],
  ['0', '2025', { price: 'A sale has a price of at least £1.' }],
  ['5', '2/7/2026', { date: 'It is in the future.' }],
  ['5', '2026-08', { date: 'It is in the future.' }],
  ['5', '31/02/2026', { date: expect.stringContaining('is not a date') }],
])('a sale for “%s” on “%s” is refused', (price, date, fields) => {
  expect(() => readSale({ price, date }, 'Plateworthy', now)).toThrow(refused(fields))
})

test('a reservation ends on a future day in London, with or without a name', () => {
  expect(readReservation({ until: '2/7/2026', for: ' Mrs Ash ' }, now)).toEqual({
    status: 'reserved',
    until: '2026-07-02',
    for: 'Mrs Ash',
  })
  expect(readReservation({ until: '2026-07-02', for: '' }, now).for).toBeNull()
})

test.each([
  ['', 'Mrs Ash', { until: 'Enter the last day of the reservation, such as 3/12/2026.' }],
  ['1/7/2026', '', { until: 'It must be a day in the future.' }],
  ['next week', '', { until: expect.stringContaining('is not a day') }],
  ['2/7/2026', 'x'.repeat(201), { for: 'It has 201 characters; the maximum is 200.' }],
])('a reservation until “%s” is refused', (until, name, fields) => {
  expect(() => readReservation({ until, for: name }, now)).toThrow(refused(fields))
})

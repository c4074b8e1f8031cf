import { expect, test } from 'vitest'
import { InvalidInput } from '../changes/refusal.ts'
import { type QuoteForm, readPence, readQuote } from './read-deal-form.ts'

test.each([
  ['£85,000', 8_500_000],
  ['1234.5', 123_450],
  ['0.99', 99],
  ['1.2k', 120_000],
])('%s is read as %i pence', (typed, pence) => expect(readPence(typed)).toBe(pence))

test.each([
  ['', 'enter an amount in pounds'],
  ['0', 'enter an amount in pounds'],
  ['much', 'enter an amount in pounds'],
  ['£1,2500', 'could be £12,500 or £1,250'],
  ['£30m', 'too large'],
])('“%s” is no amount of a deal', (typed, fault) => expect(() => readPence(typed)).toThrow(fault))

const TYPED: QuoteForm = {
  ...{
    plate: 'ab 12cde',
    amount: '£5,000',
    deposit: '',
    depositDays: '3',
    balanceDays: '14',
    includes: ' ',
    validUntil: '2026-12-02',
  },
  text: 'Our quote is £5,000.',
}

test('A quote is read with its empty fields as nothing', () => {
  expect(readQuote({ ...TYPED, deposit: '500.50' }, '2026-12-02')).toEqual({
    ...{
      registration: 'AB12 CDE',
      amount: 500_000,
      deposit: 50_050,
      depositDays: 3,
      balanceDays: 14,
      includes: null,
      validUntil: '2026-12-02',
      text: TYPED.text,
    },
  })
  expect(readQuote({ ...TYPED, text: ' ' }, '2026-12-02')).toMatchObject({ deposit: null, text: null })
})

test.each([
  ['a deposit above its amount', { deposit: '6000' }, ['deposit']],
  ['an amount that the stock rounds to nothing', { amount: '0.49', text: '' }, ['amount']],
  ['no days to pay', { depositDays: '0', balanceDays: 'soon' }, ['depositDays', 'balanceDays']],
  ['a last day that is past', { validUntil: '2026-12-01' }, ['validUntil']],
  ['an e-mail that says another amount', { amount: '4,500' }, ['text']],
  ['a plate and an amount that are not read', { plate: 'mine', amount: 'much' }, ['plate', 'amount']],
])('A quote with %s is refused at its fields', (_, typed, fields) => {
  const read = () => readQuote({ ...TYPED, ...typed }, '2026-12-02')
  expect(read).toThrow(InvalidInput)
  try {
    read()
  } catch (error) {
    expect(Object.keys((error as InvalidInput).fields)).toEqual(fields)
  }
})

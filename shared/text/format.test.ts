import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatList, formatNumber, longDay, plural } from './format.ts'
import { formatGbp, formatGbpAndPence } from './money.ts'

const number = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 })
const pounds = new Intl.NumberFormat('en-GB', {
  style: 'currency',
  currency: 'GBP',
  maximumFractionDigits: 0,
})
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const list = new Intl.ListFormat('en-GB')
const withoutSignedNothing = (text: string) => text.replace(/^-(£?0)$/, '$1')

describe('formatting equals that of the locale', () => {
  const amounts = fc.oneof(
    fc.integer(),
    fc.maxSafeInteger(),
    fc.double({ min: -1e12, max: 1e12, noNaN: true }),
    fc.integer({ min: -100_000, max: 100_000 }).map((halves) => halves / 2),
  )

  test('the format of numbers equals that of the locale', () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        expect(formatNumber(amount)).toBe(withoutSignedNothing(number.format(amount)))
      }),
    )
  })

  test('the format of pounds equals that of the locale, but for the minus sign', () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        expect(formatGbp(amount)).toBe(withoutSignedNothing(pounds.format(amount)).replace('-', '−'))
      }),
    )
  })

  test('the format of days equals that of the locale', () => {
    const moments = fc.date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(moments, (moment) => {
        expect(longDay(moment.toISOString())).toBe(day.format(moment))
      }),
    )
    expect(longDay('2026-11-20')).toBe('20 November 2026')
  })

  test('the format of lists equals that of the locale', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { maxLength: 6 }), (text) => {
        expect(formatList(text)).toBe(list.format(text))
      }),
    )
  })
})

test.each([
  [0, '0'],
  [999, '999'],
  [1_000, '1,000'],
  [1_234_567, '1,234,567'],
  [-1_234, '-1,234'],
  [0.4, '0'],
  [-0.4, '0'],
  [1e21, '1,000,000,000,000,000,000,000'],
  [Number.POSITIVE_INFINITY, 'Infinity'],
])('%s is formatted as %s', (value, text) => {
  expect(formatNumber(value)).toBe(text)
})

test.each([
  [1_187.5, '£1,187.50'],
  [1_187, '£1,187'],
  [-0.05, '−£0.05'],
  [1_187.999, '£1,188'],
])('%s pounds are %s', (amount, text) => {
  expect(formatGbpAndPence(amount)).toBe(text)
})

test.each([
  [0, '0 enquiries'],
  [1, '1 enquiry'],
  [1_200, '1,200 enquiries'],
])('a count of %s is written as %s', (count, text) => {
  expect(plural(count, 'enquiry', 'enquiries')).toBe(text)
})

test('a regular plural needs no second noun', () => {
  expect([1, 2].map((count) => plural(count, 'plate'))).toEqual(['1 plate', '2 plates'])
})

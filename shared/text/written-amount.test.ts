import { expect, test } from 'vitest'
import { describeDoubt, readAmount } from './written-amount.ts'

test.each([
  ['2500', 250_000],
  ['£2,500', 250_000],
  ['£2 500', 250_000],
  ['2\u00a0500', 250_000],
  ["2'500", 250_000],
  ['1,250,000', 125_000_000],
  ['2500.5', 250_050],
  ['£2,500.50', 250_050],
  ['2500.', 250_000],
  ['.5', 50],
  ['2500.-', 250_000],
  ['2500,–', 250_000],
  ['GBP 2,500', 250_000],
  ['2500 pounds', 250_000],
  ['２５００', 250_000],
  ['\u200e£2,500\u200b', 250_000],
  ['0.0', 0],
])('the amount %s is %i pence', (typed, pence) => {
  expect(readAmount(typed)).toEqual({ pence, hasUnit: false })
})

test.each([
  ['10k', 1_000_000],
  ['2.5K', 250_000],
  ['5 grand', 500_000],
  ['£2 thousand', 200_000],
  ['£1m', 100_000_000],
  ['1.25 million', 125_000_000],
  ['2,500k', 250_000_000],
])('the amount %s with a word is %i pence', (typed, pence) => {
  expect(readAmount(typed)).toEqual({ pence, hasUnit: true })
})

test.each([
  ['£1,2500', '£12,500 or £1,250'],
  ['0.125', '£125 or £0.12'],
  ['1,2,3', '£123'],
  ['1 2', '£12'],
  ['1.250', '£1,250 or £1.25'],
  ['1,25', '£125 or £1.25'],
  ['0,125', '£125'],
  ['8,800.505', '£8,800.50'],
  ['8.800,50', '£8,800.50'],
  ['1,2500.50', '£12,500.50'],
  ['12,34,567', '£1,234,567'],
  ['1,000 000', '£1,000,000'],
  ['1, 250', '£1,250'],
  ['1,250,', '£1,250'],
  ['10_000', '£10,000'],
  ['1,5k', '£1,500'],
  ['1.125k', '£1,125'],
])('the amount %s is in doubt: it could be %s', (typed, amounts) => {
  expect(describeDoubt(typed)).toBe(`“${typed}” could be ${amounts}`)
})

test.each([
  ...[
    'ten',
    '-5',
    '£-5',
    '.',
    'k',
    '1e5',
    'Infinity',
    '5000-6000',
    '5000.-3',
    '4,500 or 5,000',
    '€1,250',
    '٨٨٠٠',
  ],
  `1${',1'.repeat(1000)}`,
])('%s is no amount', (typed) => {
  expect(readAmount(typed)).toEqual({ couldBe: [] })
})

test.each(['', '  ', '£', ' £ '])('nothing is typed in “%s”', (typed) => {
  expect(readAmount(typed)).toBeNull()
})

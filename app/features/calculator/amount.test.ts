import { expect, it } from 'vitest'
import { billText, fieldText, parseAmount } from './amount.ts'

it.each([
  [' £ 8 800.5 ', 880_050],
  ['8800.', 880_000],
  ['1.25k', 125_000],
  ['1', 100],
  ['10000000', 1_000_000_000],
])('“%s” is %d pence', (typed, pence) => {
  expect(parseAmount(typed)).toEqual({ pence })
})

it.each([
  ['0', /£1 or more/],
  ['0.5', /£1 or more/],
  ['1000000000', /up to £10,000,000/],
  ['9'.repeat(40), /up to £10,000,000/],
  ['ten', /in pounds/],
  ['.', /in pounds/],
  ['k', /in pounds/],
  ['-5', /negative/],
  ['£-5', /negative/],
  ['1,2500', /“1,2500” could be £12,500 or £1,250/],
])('“%s” is refused, with what to type', (typed, error) => {
  expect(parseAmount(typed)).toEqual({ error: expect.stringMatching(error) })
})

it.each(['', '  ', '£'])('nothing is typed in “%s”', (typed) => {
  expect(parseAmount(typed)).toBeNull()
})

it('a bill shows pence on every line', () => {
  expect([billText(880_000), billText(1_148_480), billText(5)]).toEqual(['£8,800.00', '£11,484.80', '£0.05'])
})

it('a field shows commas, and pence where there are any', () => {
  expect([fieldText(1_148_480), fieldText(880_000), fieldText(5)]).toEqual(['11,484.80', '8,800', '0.05'])
})

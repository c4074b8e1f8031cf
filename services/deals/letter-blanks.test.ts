import { expect, test } from 'vitest'
import { fillLetter, type LetterTerms, readBlanks } from './letter-blanks.ts'

const TERMS: LetterTerms = {
  registration: '7 W',
  amount: 950_000,
  deposit: 100_000,
  depositDays: 1,
  balanceDays: 14,
  includes: '$& and {price}',
  until: '2026-12-24',
  balanceBy: null,
  link: 'https://plates.example/order/t',
}

test.each<[text: string, filled: string]>([
  ['{plate} at {price} until {until}.', '7 W at £9,500 until 24 December 2026.'],
  ['{deposit} in {deposit days}, the rest in {balance days}', '£1,000 in 1 day, the rest in 14 days'],
  [
    'See {link}, once more {link}',
    'See https://plates.example/order/t, once more https://plates.example/order/t',
  ],
  ['{ Price } and {PLATE}', '£9,500 and 7 W'],
  ['{includes}', '$& and {price}'],
  ['{prise}, {balance until}, {}, {pri\nce}', '{prise}, {balance until}, {}, {pri\nce}'],
])('The blanks of “%s” are filled in', (text, filled) => {
  expect(fillLetter(text, TERMS)).toBe(filled)
})

test('A blank that the terms have nothing for has no value', () => {
  const none = { ...TERMS, amount: 0, deposit: null, depositDays: Number.NaN, balanceDays: 0, includes: null }
  const text = '{price} {deposit} {deposit days} {balance days} {includes} {until} {link} {toString}'
  const values = readBlanks(text, { ...none, until: null, link: null }).map(({ value }) => value)
  expect(values).toEqual(Array(8).fill(null))
})

import { expect, test } from 'vitest'
import { readListPrice } from './price-reading.ts'

test.each([
  ['7.6k', 7600, 'read'],
  ['1,5k', 1500, 'read'],
  ['4,500 ono', 4500, 'read'],
  ['1.250,00', 1250, 'read'],
  ['1,2,3', 123, 'read'],
  ['1,250', 1250, 'exact'],
  ['4500 + VAT', 4500, 'vat'],
])('the price %s of a list is read as %i: %s', (cell, pounds, kind) => {
  expect(readListPrice(cell)).toMatchObject({ kind, pounds })
})

test.each([
  ['£1,2500', '“£1,2500” could be £12,500 or £1,250'],
  ['1.250', '“1.250” could be £1,250 or £1.25'],
  ['1250.50', '“1250.50” has pence'],
])('the price %s of a list is refused with what it might be', (cell, message) => {
  expect(() => readListPrice(cell)).toThrow(message)
})

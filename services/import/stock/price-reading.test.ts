import { expect, test } from 'vitest'
import { numberText } from '#shared/cells/cell.ts'
import { readListPrice } from './price-reading.ts'

test.each([
  ['1,250', 1250, 'exact'],
  [' £1,250.00 ', 1250, 'exact'],
  ['1250.-', 1250, 'exact'],
  ['7.6k', 7600, 'read'],
  ['1,5k', 1500, 'read'],
  ['4,500 ono', 4500, 'read'],
  ['1.250', 1250, 'read'],
  ['12.500', 12_500, 'read'],
  ['£1.250', 1250, 'read'],
  ['1.250,00', 1250, 'read'],
  ['£1.250,00', 1250, 'read'],
  ['1 250,00', 1250, 'read'],
  ['1250,00', 1250, 'read'],
  ['1,2,3', 123, 'read'],
  ['1250.50', 1251, 'read'],
  ['1250.4', 1250, 'read'],
  ['£1,249.99', 1250, 'read'],
  ['1249.998', 1250, 'read'],
  ['999.9980', 1000, 'read'],
  ['1249.999999999', 1250, 'read'],
  ['1.25E+03', 1250, 'read'],
  ['(£1,250)', 1250, 'read'],
  ['£(1,250.00)', 1250, 'read'],
  ['-1250', 1250, 'read'],
  ['-£1,250.00', 1250, 'read'],
  ['£-1,250', 1250, 'read'],
  ['− £1,250', 1250, 'read'],
  ['1,250.00-', 1250, 'read'],
  ['4500 + VAT', 4500, 'vat'],
])('the price %s of a list is read as %i: %s', (cell, pounds, kind) => {
  expect(readListPrice(cell)).toMatchObject({ kind, pounds })
})

test('the price that a workbook has computed is shown as it has it', () => {
  expect(readListPrice(numberText(1249.998))).toEqual({ kind: 'read', pounds: 1250, cell: '1249.998' })
})

test.each([
  ...['POA', 'P.O.A.', 'TBC', 'ask', 'n/a', '?'],
  ...['-', '--', '–', '£ -', ' £ -   ', '£-', '-£', '- £', '£ –', 'GBP -', '£'],
  ...['0', '£0', '£ 0.00', '0.00', '-0'],
])('the price %s of a list is none', (cell) => {
  expect(readListPrice(cell)).toEqual({ kind: 'none', cell: cell.trim() })
})

test.each([
  ['£1,2500', '“£1,2500” could be £12,500 or £1,250'],
  ['1,25', '“1,25” could be £125 or £1.25'],
  ['1.5', '“1.5” has pence'],
  ['4,500 or 5,000', 'is not a price in pounds'],
  ['4,500-5,000', 'is not a price in pounds'],
  ['$500', 'is not a price in pounds'],
  ['€1.250,00', 'is not a price in pounds'],
  ['ten', 'is not a price in pounds'],
])('the price %s of a list is refused with what it might be', (cell, message) => {
  expect(() => readListPrice(cell)).toThrow(message)
})

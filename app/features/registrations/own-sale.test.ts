import { expect, it } from 'vitest'
import type { DocumentedSale } from '#shared/sales/sale.ts'
import { contradictsOwnSale, ownSaleOf } from './own-sale.ts'

const RANGE = { lowGbp: 7_700, highGbp: 28_000 }

const sale = (saleYear: number, hammerPriceGbp: number | null, totalPriceGbp: number | null = null) =>
  ({ saleYear, hammerPriceGbp, totalPriceGbp }) as DocumentedSale

it.each([
  ['no sale', [], null],
  ['a sale of the month', [{ saleMonth: 11, hammerPriceGbp: 2_130 }], { hammerGbp: 2_130, monthsAgo: 0 }],
  [
    'a latest sale with a total alone, and an earlier one with a hammer price',
    [
      { saleMonth: 10, hammerPriceGbp: null },
      { saleYear: 2024, saleMonth: 1, hammerPriceGbp: 900 },
    ],
    { hammerGbp: 900, monthsAgo: 34 },
  ],
  ['a sale without a month', [{ saleMonth: null, hammerPriceGbp: 900 }], { hammerGbp: 900, monthsAgo: 4.5 }],
])('the own sale of a registration with %s', (_, sales, expected) => {
  const recorded = sales.map((one) => ({ saleYear: 2026, ...one }) as DocumentedSale)
  expect(ownSaleOf(recorded, new Date('2026-11-25T12:00:00Z'))).toEqual(expected)
})

it.each([
  ['no sale', [], false],
  ['a sale within the range', [sale(2025, 9_000)], false],
  ['a sale above the range', [sale(2025, 51_020)], true],
  ['an old sale above the range', [sale(2006, null, 254_000)], true],
  ['a recent sale below the range', [sale(2024, 900)], true],
  ['an old sale below the range', [sale(1998, 900)], false],
  [
    'a latest sale within the range, and an earlier one above it',
    [sale(2025, 9_000), sale(2019, 80_000)],
    false,
  ],
  [
    'a latest sale without a price, and an earlier one above the range',
    [sale(2025, null), sale(2019, 80_000)],
    true,
  ],
] as [string, DocumentedSale[], boolean][])('an estimate is compared with %s', (_, sales, contradicts) => {
  expect(contradictsOwnSale(RANGE, sales, 2026)).toBe(contradicts)
})

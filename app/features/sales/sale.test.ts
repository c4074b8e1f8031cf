import { expect, test } from 'vitest'
import { describeSalePrices, longSaleDate, type PriceBasis } from './sale.ts'

test.each([
  [2025, 7, 'July 2025'],
  [2012, null, '2012'],
  [2012, 13, '2012'],
])('%s, month %s is shown as %s', (saleYear, saleMonth, text) => {
  expect(longSaleDate({ saleYear, saleMonth })).toBe(text)
})

test.each([
  [530_000, 608_600, 'both', 'Hammer £530,000, total £608,600'],
  [160_000, null, 'hammer', 'Hammer £160,000'],
  [null, 397_500, 'total', 'Total £397,500'],
  // The kind of price is unknown, so none is named.
  [null, 285_000, 'unclear', '£285,000'],
  [null, null, 'unclear', '-'],
  [null, null, null, '-'],
])('hammer %s and total %s (%s) are shown as %s', (hammerPriceGbp, totalPriceGbp, priceBasis, text) => {
  expect(
    describeSalePrices({ hammerPriceGbp, totalPriceGbp, priceBasis: priceBasis as PriceBasis | null }),
  ).toBe(text)
})

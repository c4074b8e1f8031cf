import { expect, test } from 'vitest'
import { EXPLORERS } from './explorers.ts'
import { describeKnownPrice, describeSalePrices, longSaleDate, type PriceBasis } from './sale.ts'

test.each([
  [2025, 7, 'July 2025'],
  [2012, null, '2012'],
  [2012, 13, '2012'],
])('%s, month %s is shown as %s', (saleYear, saleMonth, text) => {
  expect(longSaleDate({ saleYear, saleMonth })).toBe(text)
})

test.each([
  [530_000, 608_600, 'both', 'Hammer £530,000 reported, total £608,600 reported'],
  [530_000, 608_600, 'total', 'Hammer £530,000 computed, total £608,600 reported'],
  [56_200, 72_915, 'hammer', 'Hammer £56,200 reported, total £72,915 computed'],
  [160_000, null, 'hammer', 'Hammer £160,000 reported'],
  [null, 397_500, 'total', 'Total £397,500 reported'],
  // The kind of price is unknown, so none is named.
  [null, 285_000, 'unclear', '£285,000 as reported'],
  [null, null, 'unclear', '-'],
  [null, null, null, '-'],
])('hammer %s and total %s (%s) are shown as %s', (hammerPriceGbp, totalPriceGbp, priceBasis, text) => {
  expect(
    describeSalePrices({ hammerPriceGbp, totalPriceGbp, priceBasis: priceBasis as PriceBasis | null }),
  ).toBe(text)
})

test.each([
  [608_600, 'both', 'uk', 'total, reported'],
  [72_915, 'hammer', 'uk', 'total, computed'],
  [null, 'hammer', 'uk', 'hammer, reported'],
  [285_000, 'unclear', 'uk', 'as reported'],
  // Jersey's one price is never computed.
  [73_000, 'hammer', 'jersey', 'hammer before commission, reported'],
  [2_700, 'unclear', 'jersey', 'as reported'],
  [65_000, 'total', 'jersey', 'reported'],
] as const)(
  'a price with the total %s (%s, %s) is named “%s”',
  (totalPriceGbp, priceBasis, explorer, words) => {
    expect(describeKnownPrice({ totalPriceGbp, priceBasis }, EXPLORERS[explorer])).toBe(words)
  },
)

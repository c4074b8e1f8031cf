import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Sale } from './sale.ts'
import {
  describeSummary,
  figuresByYear,
  formatCompactGbp,
  pricePoints,
  quartilesOf,
  summarise,
  tally,
  topWithOther,
} from './sales-stats.ts'

const sale = (saleYear: number, totalPriceGbp: number | null, values: Partial<Sale> = {}): Sale => ({
  id: `${saleYear}-${totalPriceGbp}`,
  registration: 'AB 1',
  whereSold: 'Bonhams',
  category: 'Number 1',
  type: null,
  saleYear,
  saleMonth: null,
  hammerPriceGbp: null,
  totalPriceGbp,
  priceBasis: 'total',
  ...values,
})

describe('a median', () => {
  it.each([
    [[1, 2, 3, 4], null], // too few
    [[5, 1, 4, 2, 3], { lowerQuartile: 2, median: 3, upperQuartile: 4 }],
    [[10, 20, 30, 40, 50, 60], { lowerQuartile: 23, median: 35, upperQuartile: 48 }], // 22.5 and 47.5, rounded up
  ])('of %j is %j', (prices, expected) => {
    expect(quartilesOf(prices)).toEqual(expected)
  })
  it('lies between the quartiles, and these between minimum and maximum', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(1_000_000), { minLength: 5 }), (prices) => {
        const quartiles = quartilesOf(prices)
        const order = [
          Math.min(...prices),
          quartiles?.lowerQuartile ?? 0,
          quartiles?.median ?? 0,
          quartiles?.upperQuartile ?? 0,
          Math.max(...prices),
        ]
        expect(order).toEqual([...order].sort((one, other) => one - other))
      }),
    )
  })
  it('excludes prices of an unknown kind, hammer prices and missing prices', () => {
    const sales = [
      ...[1, 2, 3, 4, 5].map((price) => sale(2020, price)),
      sale(2020, 999, { priceBasis: 'unclear' }),
      sale(2020, null, { hammerPriceGbp: 999, priceBasis: 'hammer' }),
      sale(2020, 0),
    ]
    expect(summarise(sales)).toMatchObject({ count: 8, priced: 5, quartiles: { median: 3 }, totalGbp: 15 })
  })
})

it('a year with fewer than five prices is a gap, as is one without sales', () => {
  const sales = [...[1, 2, 3, 4, 5].map((price) => sale(2018, price)), sale(2020, 7)]
  expect(figuresByYear(sales)).toEqual([
    { year: 2018, count: 5, priced: 5, quartiles: { lowerQuartile: 2, median: 3, upperQuartile: 4 } },
    { year: 2019, count: 0, priced: 0, quartiles: null },
    { year: 2020, count: 1, priced: 1, quartiles: null },
  ])
  expect(figuresByYear([])).toEqual([])
  expect(figuresByYear([sale(1900, 1), sale(9999, 1)])).toHaveLength(2)
})

it('sellers are counted, the largest first, and small ones grouped', () => {
  const sales = ['b', 'a', null, 'b'].map((whereSold, n) => sale(2020, n, { whereSold }))
  const shares = tally(sales, ({ whereSold }) => whereSold, 'Not recorded')
  expect(shares).toEqual([
    { name: 'b', count: 2 },
    { name: 'Not recorded', count: 1 },
    { name: 'a', count: 1 },
  ])
  expect(topWithOther(shares, 2)).toEqual([
    { name: 'b', count: 2 },
    { name: '2 others', count: 2 },
  ])
})

it('a point has the best known price, and whether it is a reported total', () => {
  expect(
    pricePoints([
      sale(2020, 5, { saleMonth: 1 }),
      sale(2021, null, { hammerPriceGbp: 3, priceBasis: 'hammer' }),
      sale(2022, null),
    ]),
  ).toEqual([
    { at: 2020 + 0.5 / 12, priceGbp: 5, isTotal: true },
    { at: 2021.5, priceGbp: 3, isTotal: false },
  ])
})

it('the figures are described in text', () => {
  expect(describeSummary(summarise([sale(2020, 700), sale(2020, 5, { priceBasis: 'unclear' })]))).toEqual([
    '1 of 2 sales has a reported total.',
    'That is too few for a median: we give one from 5 on.',
    'The highest is £700 for AB 1, 2020; all of them add up to £700.',
  ])
  expect(describeSummary(summarise([]))).toEqual(['0 of 0 sales have a reported total.'])
  expect(describeSummary(summarise([100, 200, 300, 400, 500].map((price) => sale(2020, price))))[1]).toBe(
    'The median is £300; the middle half lies between £200 and £400.',
  )
})

it.each([
  [100, '£100'],
  [1_000, '£1k'],
  [12_500, '£12.5k'],
  [999_960, '£1m'],
  [2_147_483_647, '£2147.5m'],
])('%d is formatted as %s', (price, text) => {
  expect(formatCompactGbp(price)).toBe(text)
})

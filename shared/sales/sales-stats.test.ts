import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Sale } from './sale.ts'
import {
  figuresOf,
  pricePoints,
  type TypicalPrices,
  tally,
  timeOf,
  topWithOther,
  typicalPrices,
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
  selection: 'reported',
  priceBasis: 'total',
  ...values,
})

/** A lot of a DVLA auction, drawn at random. */
const lot = (hammerPriceGbp: number, values: Partial<Sale> = {}): Sale =>
  sale(2025, null, {
    whereSold: 'DVLA Auction',
    saleMonth: 1,
    hammerPriceGbp,
    priceBasis: 'hammer',
    selection: 'sample',
    ...values,
  })
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

it.each([
  [[], null],
  [[7], { priced: 1, lowerQuartile: 7, median: 7, upperQuartile: 7, medianLow: 7, medianHigh: 7 }],
  [
    [10, 20, 30, 40, 50, 60], // quartiles 22.5 and 47.5, rounded up
    { priced: 6, lowerQuartile: 23, median: 35, upperQuartile: 48, medianLow: 10, medianHigh: 60 },
  ],
  // The ranks of the 95 % confidence interval for 10, 30 and 75 prices: 2 and 9, 10 and 21, 29 and 47.
  [upTo(10), { priced: 10, lowerQuartile: 3, median: 6, upperQuartile: 8, medianLow: 2, medianHigh: 9 }],
  [upTo(30), { priced: 30, lowerQuartile: 8, median: 16, upperQuartile: 23, medianLow: 10, medianHigh: 21 }],
  [upTo(75), { priced: 75, lowerQuartile: 20, median: 38, upperQuartile: 57, medianLow: 29, medianHigh: 47 }],
])('typical prices of %j', (prices, expected) => {
  expect(typicalPrices(prices)).toEqual(expected)
})
it('typical prices are in order, whatever the prices and their order', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(1_000_000), { minLength: 1 }), (prices) => {
      const typical = typicalPrices(prices)
      const { lowerQuartile, median, upperQuartile, medianLow, medianHigh } = typical as TypicalPrices
      const order = [Math.min(...prices), lowerQuartile, median, upperQuartile, Math.max(...prices)]
      expect(order).toEqual([...order].sort((one, other) => one - other))
      expect(medianLow).toBeLessThanOrEqual(median)
      expect(medianHigh).toBeGreaterThanOrEqual(median)
    }),
  )
})
it('typical prices come only from hammer prices of unselected sales', () => {
  const others: Sale[] = [
    lot(9_999, { selection: 'highest' }),
    lot(9_999, { selection: 'reported' }),
    lot(9_999, { selection: 'own' }),
    lot(9_999, { priceBasis: 'unclear' }),
    lot(9_999, { priceBasis: 'total' }),
    lot(0),
  ]
  const sales = [...others, lot(100), lot(200, { selection: 'complete' }), lot(300, { priceBasis: null })]
  expect(figuresOf(sales, 'uk')).toMatchObject({
    count: 9,
    typical: { priced: 3, median: 200 },
    selections: [
      { name: 'complete', count: 1 },
      { name: 'sample', count: 5 },
      { name: 'highest', count: 1 },
      { name: 'reported', count: 1 },
      { name: 'own', count: 1 },
    ],
  })
  expect(figuresOf([lot(100, { totalPriceGbp: 70 })], 'jersey')).toMatchObject({
    typical: { priced: 1, median: 70 },
    kinds: [],
  })
})
it('typical prices are given by kind and by auction; without a month there is no auction', () => {
  const { kinds, auctions } = figuresOf(
    [
      lot(100, { category: 'Prefix' }),
      lot(300, { saleMonth: 2 }),
      lot(500, { saleMonth: null }),
      lot(700, { whereSold: null }),
    ],
    'uk',
  )
  expect(kinds.map(({ name, priced, median }) => [name, priced, median])).toEqual([
    ['Number 1', 3, 500],
    ['Prefix', 1, 100],
  ])
  expect(auctions.map(({ saleMonth, median }) => [saleMonth, median])).toEqual([
    [1, 100],
    [2, 300],
  ])
})
it('typical prices are independent of the highest price, which is the highest total of all selections', () => {
  const dearest = sale(2020, 900, { priceBasis: 'unclear' })
  expect(figuresOf([lot(1_000), sale(2019, 800), dearest], 'uk').highest).toBe(dearest)
  expect(figuresOf([lot(1_000)], 'uk').highest).toBeNull()
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

it.each<[Partial<Sale>, object]>([
  [{ totalPriceGbp: 5 }, { priceGbp: 5, isHammer: false, priceWord: 'reported' }],
  [
    { totalPriceGbp: 5, hammerPriceGbp: 4, priceBasis: 'hammer' },
    { priceGbp: 5, isHammer: false, priceWord: 'computed' },
  ],
  [
    { hammerPriceGbp: 4, priceBasis: 'hammer' },
    { priceGbp: 4, isHammer: true, priceWord: 'reported' },
  ],
  [
    { totalPriceGbp: 5, priceBasis: 'unclear' },
    { priceGbp: 5, isHammer: false, priceWord: 'as reported' },
  ],
])('a point of a chart has the best known price and the word for it: %j', (values, expected) => {
  expect(pricePoints([sale(2020, null, values)], 'uk')).toMatchObject([expected])
})
it('a point of a chart has in Jersey the reported hammer price', () => {
  const point = { priceGbp: 5, isHammer: true, priceWord: 'reported' }
  expect(pricePoints([sale(2020, 5, { priceBasis: 'hammer' })], 'jersey')).toMatchObject([point])
})
it('a point of a chart is missing without a price', () => {
  expect(pricePoints([sale(2022, null), sale(2022, 0)], 'uk')).toEqual([])
})

it('a point of a chart for a sale without a month is in the middle of its year', () => {
  expect(timeOf(sale(2020, 5, { saleMonth: 1 }))).toBe(2020 + 0.5 / 12)
  expect(timeOf(sale(2021, 5))).toBe(2021.5)
})

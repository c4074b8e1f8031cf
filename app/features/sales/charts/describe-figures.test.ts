import { expect, it } from 'vitest'
import type { Sale } from '#shared/sales/sale.ts'
import { figuresOf } from '#shared/sales/sales-stats.ts'
import { describeAuctions, describeFigures } from './describe-figures.ts'

const sale = (values: Partial<Sale>): Sale => ({
  id: '1',
  registration: 'AB 1',
  whereSold: 'Bonhams',
  category: 'Number 1',
  type: null,
  saleYear: 2020,
  saleMonth: 7,
  hammerPriceGbp: null,
  totalPriceGbp: null,
  selection: 'reported',
  priceBasis: 'total',
  ...values,
})

/** Drawn at random, at £100, £200 and so on. */
const lots = (count: number, values: Partial<Sale> = {}): Sale[] =>
  Array.from({ length: count }, (_, index) =>
    sale({ hammerPriceGbp: (index + 1) * 100, priceBasis: 'hammer', selection: 'sample', ...values }),
  )
const describeAll = (sales: readonly Sale[], explorer: 'uk' | 'jersey' = 'uk') =>
  describeFigures(figuresOf(sales, explorer), explorer)

it('the sentences about the figures name each selection, the typical price with its interval and scope, and the highest price with its kind', () => {
  const sales = [...lots(6), ...lots(6, { saleMonth: 9 }), sale({ totalPriceGbp: 9_000, saleMonth: null })]
  expect(describeAll(sales)).toEqual([
    '13 recorded sales: 12 drawn at random from all the lots sold at an auction and 1 reported in the news.',
    'The median hammer price, before fees, of the 12 sales that were not picked for their price or fame is £350 (95% confidence interval £200 to £500); half of them made between £200 and £500. They come from 2 auctions (Bonhams), from July 2020 to September 2020.',
    'The dearest of all is AB 1, sold in 2020 for £9,000 in total (reported).',
  ])
})
it.each([
  [[sale({ totalPriceGbp: 5, priceBasis: 'unclear' }), ...lots(9)], 'there are 9.'],
  [[sale({}), ...lots(1)], 'there is one.'],
  [[sale({})], 'there are none.'],
])('the sentences about the figures give no typical price for fewer than ten', (sales, expected) => {
  const [, typical] = describeAll(sales)
  expect(typical).toMatch(/^A typical price takes at least 10 hammer prices/)
  expect(typical?.endsWith(expected)).toBe(true)
})
it.each<[Partial<Sale>, string]>([
  [{ totalPriceGbp: 70, hammerPriceGbp: 50, priceBasis: 'hammer' }, '£70 in total (computed)'],
  [{ totalPriceGbp: 70, priceBasis: 'unclear' }, '£70 (as reported)'],
])('the sentences about the figures name the kind of the highest price', (values, expected) => {
  expect(describeAll([sale({}), sale(values)]).at(-1)).toContain(expected)
})
it('the sentences about the figures name the kind of prices in Jersey', () => {
  const sales = [73_000, 65_000].map((totalPriceGbp) => sale({ totalPriceGbp, priceBasis: 'hammer' }))
  const sentences = describeAll(sales, 'jersey')
  expect(sentences[0]).toBe('2 recorded sales, both reported in the news.')
  expect(sentences.at(-1)).toContain('for £73,000 under the hammer (reported)')
})

it('an auction with fewer than thirty such sales is a gap', () => {
  const { auctions } = figuresOf([...lots(30), ...lots(29, { saleMonth: 8 })], 'uk')
  expect(describeAuctions(auctions)).toMatch(/^1 auction\. The median of July 2020 is £1,550\./)
  expect(describeAuctions(auctions)).toContain('1 auction has fewer than 30 such sales')
})

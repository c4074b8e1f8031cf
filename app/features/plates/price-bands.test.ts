import { expect, test } from 'vitest'
import { makeStock } from '#test/synthetic-stock.ts'
import { inPriceBands, priceBandOf } from './price-bands.ts'

const priced = (...pricesGbp: number[]) => pricesGbp.map((priceGbp) => ({ plate: { priceGbp } }))
const onePage = (count: number) => ({ count, pages: 1 })

test.each([
  [285_000, '£100,000 and over'],
  [100_000, '£100,000 and over'],
  [99_999, '£50,000 to £100,000'],
  [34_950, '£20,000 to £50,000'],
  [1_000, '£1,000 to £2,000'],
  [999, 'Under £1,000'],
  [0, 'Price on request'],
])('a plate at £%i is listed under “%s”', (priceGbp, heading) => {
  expect(priceBandOf(priceGbp)).toBe(heading)
})

test('each band has one heading and at least one plate, and no plate is lost or moved', () => {
  const dearest = makeStock(300).map((plate) => ({ plate }))
  for (const items of [dearest, dearest.toReversed()]) {
    const bands = inPriceBands(items, onePage(300)) ?? []
    expect(bands.length).toBeGreaterThan(5)
    expect(new Set(bands.map(({ heading }) => heading)).size).toBe(bands.length)
    for (const { items } of bands) expect(items.length).toBeGreaterThan(0)
    expect(bands.flatMap(({ items }) => items)).toEqual(items)
  }
})

test('plates without a price come last under a separate heading', () => {
  const bands = inPriceBands(priced(120_000, 3_000, 0, 0), onePage(25))
  expect(bands?.map(({ heading, items }) => [heading, items.length])).toEqual([
    ['£100,000 and over', 1],
    ['£2,000 to £5,000', 1],
    ['Price on request', 2],
  ])
})

test('a short list has no headings, nor does a list within one price band', () => {
  expect(inPriceBands(priced(120_000, 3_000), onePage(24))).toBeNull()
  expect(inPriceBands(priced(4_000, 3_000), onePage(30))).toBeNull()
})

test('a page of a longer list has a heading even if it is within one price band', () => {
  expect(inPriceBands(priced(4_000, 3_000), { count: 60, pages: 2 })).toHaveLength(1)
})

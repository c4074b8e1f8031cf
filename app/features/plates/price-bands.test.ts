import { expect, test } from 'vitest'
import { makeStock } from '#test/synthetic-stock.ts'
import { inPriceBands } from './price-bands.ts'

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
])('plates at £%i are listed under “%s”', (priceGbp, heading) => {
  const bands = inPriceBands(priced(priceGbp, priceGbp, priceGbp), { count: 60, pages: 2 })
  expect(bands?.map(({ heading }) => heading)).toEqual([heading])
})

test('each band has one heading and at least three plates, and no plate is lost or moved', () => {
  const dearest = makeStock(300).map((plate) => ({ plate }))
  for (const items of [dearest, dearest.toReversed()]) {
    const bands = inPriceBands(items, onePage(300)) ?? []
    expect(bands.length).toBeGreaterThan(5)
    expect(new Set(bands.map(({ heading }) => heading)).size).toBe(bands.length)
    for (const { items } of bands) expect(items.length).toBeGreaterThan(2)
    expect(bands.flatMap(({ items }) => items)).toEqual(items)
  }
})

test('a band with one or two plates joins the smaller band beside it', () => {
  const list = priced(120_000, 60_000, 55_000, 30_000, 15_000, 14_000, 13_000, 12_000, 900)
  const bands = inPriceBands(list, onePage(25))
  expect(bands?.map(({ heading, items }) => [heading, items.length])).toEqual([
    ['£20,000 and over', 4],
    ['Under £20,000', 5],
  ])
})

test('plates without a price come last under a separate heading', () => {
  const bands = inPriceBands(priced(120_000, 110_000, 3_000, 0, 0), onePage(25))
  expect(bands?.map(({ heading, items }) => [heading, items.length])).toEqual([
    ['£2,000 and over', 3],
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

import { expect, it } from 'vitest'
import type { Lot } from '#packages/estimate/lot.ts'
import { shufflePrices, toResidual } from './score.ts'

it('a score gives a lot of no learnt shape the kind “other”, and a refused one its reason', () => {
  const lot = {
    registration: 'Q123ABC',
    month: 24_300,
    hammerGbp: 900,
    estimateGbp: 1234,
    lowGbp: 1234,
    highGbp: 1234,
    system: null,
    format: 'none',
    confidence: null,
    refused: 'unlearnt-system' as const,
    naiveGbp: 1111,
  }
  expect(toResidual(lot)).toEqual({
    month: 24_300,
    kind: 'other',
    estimateGbp: 1200,
    lowGbp: 1200,
    highGbp: 1200,
    answer: 'unlearnt-system',
    naiveGbp: 1100,
    ratio: 0.75,
  })
})

it('a score of shuffled prices moves those of the tested lots alone, and always in the same way', () => {
  const lot = (hammerGbp: number | null, month: number, list: Lot['list'] = 'complete'): Lot => ({
    registration: `AB${month}`,
    month,
    hammerGbp,
    reserveGbp: null,
    list,
  })
  const tested = Array.from({ length: 50 }, (_, index) => lot(100 + index, 11))
  const others = [lot(1, 10), lot(null, 11), lot(2, 12, 'truncated')]
  const shuffled = shufflePrices([...others, ...tested], 10)
  expect(shuffled.slice(0, 3)).toEqual(others)
  const prices = shuffled.slice(3).map(({ hammerGbp }) => hammerGbp as number)
  expect(prices).not.toEqual(tested.map(({ hammerGbp }) => hammerGbp))
  expect(prices.toSorted((one, other) => one - other)).toEqual(tested.map(({ hammerGbp }) => hammerGbp))
  expect(shufflePrices([...others, ...tested], 10)).toEqual(shuffled)
})

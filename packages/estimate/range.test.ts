import { expect, test } from 'vitest'
import { confidenceOf, restOnOwnSale } from './range.ts'

const log = Math.log
/** Logs of pounds, as the package represents a range. */
const range = (lowGbp: number, middleGbp: number, highGbp: number) => ({
  low: log(lowGbp),
  middle: log(middleGbp),
  high: log(highGbp),
})
const WIDE = range(1_000, 4_000, 9_000)

test.each([
  { monthsAgo: 0, weight: 0.6 },
  { monthsAgo: 18, weight: 0.5 },
  { monthsAgo: 36, weight: 0.4 },
  // A sale that is dated later in the month of the estimate.
  { monthsAgo: -0.5, weight: 0.6 },
])(
  'a range beside the registration’s own sale moves $weight of the way to a sale of $monthsAgo months ago',
  ({ monthsAgo, weight }) => {
    const { middle } = restOnOwnSale(WIDE, { hammerGbp: 2_000, monthsAgo }) ?? {}
    expect(middle).toBeCloseTo(log(4_000) + weight * log(2_000 / 4_000), 10)
  },
)

test('a range beside the registration’s own sale narrows to four to one, and no further if it is narrower', () => {
  const ownSale = { hammerGbp: 4_000, monthsAgo: 12 }
  const { low = 0, middle = 0, high = 0 } = restOnOwnSale(WIDE, ownSale) ?? {}
  expect(Math.exp(high - low)).toBeCloseTo(4, 10)
  expect((high - middle) / (middle - low)).toBeCloseTo(log(9 / 4) / log(4), 10)
  const narrow = range(3_000, 4_000, 6_000)
  const rested = restOnOwnSale(narrow, ownSale) ?? { low: 0, high: 0 }
  expect(rested.high - rested.low).toBeCloseTo(narrow.high - narrow.low, 10)
})

test('a range stays as it is without an own sale of the last three years, and if it is unknown', () => {
  const unknown = { low: Number.NEGATIVE_INFINITY, middle: 0, high: Number.POSITIVE_INFINITY }
  expect(restOnOwnSale(unknown, { hammerGbp: 2_000, monthsAgo: 0 })).toBeNull()
  expect(restOnOwnSale(WIDE, null)).toBeNull()
  expect(restOnOwnSale(WIDE, { hammerGbp: 2_000, monthsAgo: 36.5 })).toBeNull()
})

test.each([
  { ratio: 2.9, hasComparables: true, confidence: 'high' },
  { ratio: 2.9, hasComparables: false, confidence: 'medium' },
  { ratio: 4, hasComparables: true, confidence: 'medium' },
  { ratio: 5, hasComparables: true, confidence: 'low' },
  { ratio: 5, hasComparables: false, confidence: 'low' },
])(
  'the confidence of a range of $ratio to 1 is $confidence if it has comparables: $hasComparables',
  ({ ratio, hasComparables, confidence }) => {
    const rule = { highConfidenceRatio: 3, mediumConfidenceRatio: 4.5 }
    expect(confidenceOf(ratio, rule, hasComparables)).toBe(confidence)
  },
)

import { describe, expect, it, test } from 'vitest'
import { formatMonth, type Lot, parseMonth } from './lot.ts'
import {
  calibrate,
  compareRepeatSales,
  halfWithinPercent,
  measure,
  measureBands,
  measureConfidences,
  measureKinds,
  measureMonths,
  noiseCeiling,
  worstMisses,
} from './measures.ts'
import type { Residual } from './residuals.ts'

const MONTH = parseMonth('2025-09') as number

const row = (estimateGbp: number, hammerGbp: number, other: Partial<Residual> = {}): Residual => ({
  month: MONTH,
  kind: 'prefix',
  estimateGbp,
  lowGbp: estimateGbp / 2,
  highGbp: estimateGbp * 2,
  answer: 'medium',
  naiveGbp: 1000,
  ratio: hammerGbp / estimateGbp,
  ...other,
})

describe('the measures', () => {
  // The natural logarithms of the prices are 0, 1, 2 and 3 times that of 10, with the mean 1.5 and the variance 1.25.
  const POWERS = [row(1, 1), row(10, 10), row(100, 100), row(1000, 1000)]

  it('the measures are perfect for estimates that equal the prices', () => {
    expect(measure(POWERS)).toMatchObject({
      n: 4,
      r2: 1,
      mdape: 0,
      within20: 1,
      within2x: 1,
      coverage80: 1,
      refused: 0,
    })
  })

  it('the measures have an R² of the logarithm of the price', () => {
    // The first estimate is ten times too high: 1 squared, over 4 rows, against a variance of 1.25.
    const rows = [row(10, 1), ...POWERS.slice(1)]
    expect(measure(rows).r2).toBeCloseTo(1 - 0.25 / 1.25, 12)
    // The mean logarithm, 10^1.5 = 31.6, explains nothing: its R² is the lowest that a constant of two figures can
    // reach, 32.
    expect(measure(POWERS.map((one) => row(32, one.estimateGbp))).r2).toBeCloseTo(0, 3)
    // Estimating 1 for everything is worse than nothing: 0 + 1 + 4 + 9 over 4, against 1.25.
    expect(measure(POWERS.map((one) => row(1, one.estimateGbp))).r2).toBeCloseTo(1 - 3.5 / 1.25, 12)
  })

  it('the measures have no R² if the prices do not vary', () => {
    expect(measure([row(100, 200), row(400, 200)]).r2).toBeNull()
  })

  test.each([
    // estimate, price, error as a share of the price
    [800, 1000, 0.2],
    [1200, 1000, 0.2],
    [500, 1000, 0.5],
    [2000, 1000, 1],
    [300, 1000, 0.7],
  ])('an estimate of £%i for a price of £%i has an error of %d of the price', (estimate, price, error) => {
    const measures = measure([row(estimate, price)])
    expect(measures.mdape).toBeCloseTo(error, 12)
    expect([measures.within20, measures.within2x]).toEqual([
      Number(error <= 0.2),
      Number(estimate >= 500 && estimate <= 2000),
    ])
  })

  it('the measures interpolate the median of an even number of errors', () => {
    // Errors of 0, 0.1, 0.3 and 1.
    const rows = [row(1000, 1000), row(1100, 1000), row(700, 1000), row(2000, 1000)]
    expect(measure(rows).mdape).toBeCloseTo(0.2, 12)
  })

  it('the measures include refused lots, and report their share', () => {
    const rows = [row(1000, 1000), row(1000, 9000, { answer: 'wide-range' })]
    expect(measure(rows)).toMatchObject({ refused: 0.5, within20: 0.5, coverage80: 0.5 })
    const only = [row(1000, 4000, { answer: 'record-class' }), row(1000, 2000, { answer: 'unlearnt-format' })]
    expect(measure(only)).toMatchObject({ refused: 1, mdape: 0.625 })
  })

  it('the measures count a price on the edge of the range as inside it', () => {
    expect(measure([row(1000, 500), row(1000, 2000)]).coverage80).toBe(1)
    expect(measure([row(1000, 499), row(1000, 2001)]).coverage80).toBe(0)
  })

  it('the measures include those of the naive figure', () => {
    const rows = [row(1000, 1000, { naiveGbp: 500 }), row(2000, 2000, { naiveGbp: 500 })]
    expect(measure(rows).naive).toMatchObject({ mdape: 0.625, within20: 0, within2x: 0.5 })
  })

  test.each([
    [0.341, 35],
    [0.34, 34],
    [0.28, 28],
    [0.3400001, 35],
  ])('a median error of %d puts half of the estimates within %i %%', (mdape, percent) => {
    expect(halfWithinPercent({ mdape })).toBe(percent)
  })

  it('the measures throw for no rows', () => {
    expect(() => measure([])).toThrow('There is nothing to measure')
  })
})

describe('the groups', () => {
  const rows = [
    row(400, 600, { kind: 'suffix', answer: 'high' }),
    row(500, 400, { answer: 'low', month: MONTH - 1 }),
    row(1500, 12000, { answer: 'wide-range' }),
    row(20_000, 15_000, { answer: 'unlearnt-system', kind: 'current' }),
    row(990, 1000, { answer: 'high' }),
  ]
  const sizes = (groups: { key: string; n: number }[]) => groups.map(({ key, n }) => [key, n])

  it('groups by kind begin with the largest', () => {
    expect(sizes(measureKinds(rows))).toEqual([
      ['prefix', 3],
      ['current', 1],
      ['suffix', 1],
    ])
  })

  it('groups by confidence put all refusals together', () => {
    expect(sizes(measureConfidences(rows))).toEqual([
      ['high', 2],
      ['low', 1],
      ['refused', 2],
    ])
  })

  it('groups by price use the estimate or the price, each band from its lower bound', () => {
    expect(sizes(measureBands(rows, 'estimate'))).toEqual([
      ['0-500', 1],
      ['500-1000', 2],
      ['1000-2000', 1],
      ['10000-', 1],
    ])
    expect(sizes(measureBands(rows, 'hammer'))).toEqual([
      ['0-500', 1],
      ['500-1000', 1],
      ['1000-2000', 1],
      ['10000-', 2],
    ])
  })

  it('groups by month are in chronological order', () => {
    expect(measureMonths(rows).map(({ key, n }) => [key, n])).toEqual([
      [formatMonth(MONTH - 1), 1],
      [formatMonth(MONTH), 4],
    ])
  })
})

test('the calibration compares what was said with what was paid, in bins of equal size', () => {
  const prices = [80, 90, 100, 110, 200, 900, 1000, 1100, 1200, 3000]
  const rows = prices.map((price, index) => row(index < 5 ? 100 : 1000, price))
  expect(calibrate(rows, 2)).toEqual([
    // The 10 % quantile from 80 to 200 in four steps: 80 + 0.4 × 10, and 110 + 0.6 × 90.
    {
      n: 5,
      estimateGbp: 100,
      lowGbp: 50,
      highGbp: 200,
      hammerGbp: 100,
      hammerLowGbp: 84,
      hammerHighGbp: 164,
    },
    {
      n: 5,
      estimateGbp: 1000,
      lowGbp: 500,
      highGbp: 2000,
      hammerGbp: 1100,
      hammerLowGbp: 940,
      hammerHighGbp: 2280,
    },
  ])
  expect(calibrate(rows.slice(0, 3), 10).map(({ n }) => n)).toEqual([1, 1, 1])
})

test('the worst misses are the furthest by factor, in either direction', () => {
  const rows = [row(100, 110), row(100, 450), row(1000, 200), row(1000, 1500)]
  expect(worstMisses(rows, 2).map(({ ratio }) => ratio)).toEqual([0.2, 4.5])
})

describe('the noise ceiling', () => {
  const lot = (registration: string, month: number, hammerGbp: number | null, list = 'complete'): Lot => ({
    registration,
    month,
    hammerGbp,
    reserveGbp: null,
    list: list as Lot['list'],
  })

  it('the noise ceiling comes from registrations that were sold twice, each sale against the next', () => {
    const repeats = compareRepeatSales([
      lot('AB1', 5, 200),
      lot('AB1', 3, 100),
      lot('AB1', 9, 200),
      lot('CD2', 3, 400),
      lot('CD2', 4, 100),
      lot('EF3', 3, 100),
    ])
    // The logarithms differ by ln 2, 0 and -ln 4: the squares add up to 5 ln² 2, over 3 pairs, and half of it.
    expect(repeats?.pairs).toBe(3)
    expect(repeats?.variance).toBeCloseTo((5 * Math.LN2 ** 2) / 6, 12)
    expect(repeats?.medianDifference).toBeCloseTo(1, 12)
  })

  it('the noise ceiling ignores unsold lots, truncated lists, and two sales of the same month', () => {
    expect(
      compareRepeatSales([
        lot('AB1', 3, 100),
        lot('AB1', 3, 300),
        lot('AB1', 4, null),
        lot('AB1', 5, 900, 'truncated'),
      ]),
    ).toBeNull()
  })

  it('the noise ceiling is the share of the variance that is not chance', () => {
    // Prices of 1 and 100: the variance of the logarithms is ln² 10.
    const rows = [row(1, 1), row(100, 100)]
    const variance = Math.LN10 ** 2 / 5
    const ceiling = noiseCeiling({ pairs: 7, variance, medianDifference: Math.E ** Math.SQRT2 - 1 }, rows)
    expect(ceiling?.pairs).toBe(7)
    expect(ceiling?.r2).toBeCloseTo(0.8, 12)
    expect(ceiling?.mdape).toBeCloseTo(Math.E - 1, 12)
  })
})

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { logScale, yearScale } from './chart-scale.ts'

it('prices are on a logarithmic scale, the highest on top', () => {
  const { at, ticks } = logScale([400, 608_600], 300, 0)
  expect(ticks).toEqual([1_000, 10_000, 100_000])
  expect(at(1_000) - at(10_000)).toBeCloseTo(at(10_000) - at(100_000), 0)
  expect(at(608_600)).toBeGreaterThan(0)
})

it('year ticks are at round years, and no denser than there is room for', () => {
  expect(yearScale([1989.9, 2025.5], 0, 700, 8).ticks).toEqual([
    1990, 1995, 2000, 2005, 2010, 2015, 2020, 2025,
  ])
  expect(yearScale([1989.9, 2025.5], 0, 300, 4).ticks).toEqual([1990, 2000, 2010, 2020])
  expect(yearScale([2020, 2021.9], 0, 300, 4).ticks).toEqual([2020, 2021, 2022])
})

it('every value is within the frame', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 2_147_483_647 })),
      fc.array(fc.double({ min: 1900, max: 10_000, noNaN: true })),
      (prices, years) => {
        const y = logScale(prices, 300, 0)
        const x = yearScale(years, 0, 700, 8)
        for (const price of prices) expect(y.at(price)).toSatisfy((at: number) => at >= 0 && at <= 300)
        for (const year of years) expect(x.at(year)).toSatisfy((at: number) => at >= 0 && at <= 700)
        expect(x.ticks.length).toBeLessThanOrEqual(9)
      },
    ),
  )
})

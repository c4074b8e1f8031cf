import fc from 'fast-check'
import { expect, it } from 'vitest'
import { crowdedYearScale, logScale, monthScale, yearScale } from './chart-scale.ts'

it('prices are on a logarithmic scale, the highest on top', () => {
  const { at, ticks } = logScale([400, 608_600], 300, 0)
  expect(ticks).toEqual([1_000, 10_000, 100_000])
  expect(at(1_000) - at(10_000)).toBeCloseTo(at(10_000) - at(100_000), 0)
  expect(at(608_600)).toBeGreaterThan(0)
})

it('a narrow range of prices has finer ticks', () => {
  expect(logScale([900, 4_000], 300, 0).ticks).toEqual([1_000, 2_000, 5_000])
  expect(logScale([1_100, 1_600], 300, 0).ticks).toEqual([1_000, 1_500, 2_000])
})

it('year ticks are at round years, and no denser than there is room for', () => {
  expect(yearScale([1989.9, 2025.5], 0, 700, 8).ticks).toEqual([
    1990, 1995, 2000, 2005, 2010, 2015, 2020, 2025,
  ])
  expect(yearScale([1989.9, 2025.5], 0, 300, 4).ticks).toEqual([1990, 2000, 2010, 2020])
  expect(yearScale([2020, 2021.9], 0, 300, 4).ticks).toEqual([2020, 2021, 2022])
})

it('years with more sales are wider, and their ticks keep their distance', () => {
  const crowded = [1990.5, ...Array.from({ length: 99 }, () => 2025.5)]
  const { at, ticks } = crowdedYearScale(crowded, 0, 720, 60)
  expect(at(2026) - at(2025)).toBeCloseTo(10 + 360 * 0.99, 0)
  expect(at(2000) - at(1999)).toBeCloseTo(10, 0)
  expect(ticks).toEqual([1990, 2000, 2010, 2025, 2026])
  const even = crowdedYearScale([2020.5, 2021.5, 2022.5], 0, 300, 36)
  expect([2020, 2021, 2022, 2023].map(even.at)).toEqual([0, 100, 200, 300])
})

it('up to two years have ticks at months', () => {
  const january = 2025 + 0.5 / 12
  expect(monthScale([january, january + 1 / 12], 0, 200, 10)?.ticks).toEqual([january, january + 1 / 12])
  expect(monthScale([january, january + 3], 0, 200, 10)).toBeNull()
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
        const crowded = crowdedYearScale(years, 0, 700, 36)
        for (const year of years) expect(crowded.at(year)).toSatisfy((at: number) => at >= 0 && at <= 700)
      },
    ),
  )
})

import { expect, test } from 'vitest'
import { describeYears } from './trading-years.ts'

test.each([
  [1993, 'more than 30 years'],
  [1996, '30 years'],
  [2007, '19 years'],
  [2019, '7 years'],
  [2025, 'a year'],
  [2026, 'months'],
])('a firm that has traded since %d has, in 2026, %s of knowledge', (since, years) => {
  expect(describeYears(since, new Date('2026-11-23T12:00:00Z'))).toBe(years)
})

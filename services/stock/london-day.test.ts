import { expect, test } from 'vitest'
import { addDays, londonDay } from './london-day.ts'

test.each([
  ['2026-06-30T22:59:59Z', '2026-06-30'],
  ['2026-06-30T23:00:00Z', '2026-07-01'],
  ['2026-12-31T23:59:59Z', '2026-12-31'],
  ['2027-01-01T00:00:00Z', '2027-01-01'],
])('at %s it is %s in London', (moment, day) => {
  expect(londonDay(new Date(moment))).toBe(day)
})

test.each([
  ['2026-02-27', 2, '2026-03-01'],
  ['2026-10-24', 2, '2026-10-26'],
  ['2026-01-01', -1, '2025-12-31'],
])('%s and %i days is %s', (day, days, expected) => {
  expect(addDays(day, days)).toBe(expected)
})

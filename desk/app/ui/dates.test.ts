import { expect, test } from 'vitest'
import { ageOf, daysUntil, fullMoment, nearDay, recentMoment, shortDay, shortMoment } from './dates.ts'

test.each([
  ['2026-11-23T12:00:20Z', 'a moment'],
  ['2026-11-23T11:59:00Z', '1 minute'],
  ['2026-11-23T09:00:00Z', '3 hours'],
  ['2026-11-21T13:00:00Z', '47 hours'],
  ['2026-11-11T12:00:00Z', '12 days'],
  ['2026-11-24T12:00:00Z', 'a moment'], // from a clock that was ahead
])('an item from %s has waited for %s', (moment, age) => {
  expect(ageOf(moment, '2026-11-23T12:00:30Z')).toBe(age)
})

test.each([
  ['2026-07-01T23:30:00Z', '2026-07-02', '00:30'],
  ['2026-07-01T22:30:00Z', '2026-07-02', '1 Jul'],
  ['2025-07-01T22:30:00Z', '2026-07-02', '1 Jul 2025'],
])('%s is shown on %s in London as %s', (moment, today, text) => {
  expect(shortMoment(moment, today)).toBe(text)
})

test.each([
  ['2026-12-31', '31 Dec'],
  ['2027-01-02', '2 Jan 2027'],
])('the day %s of a reservation is shown in 2026 as %s', (day, text) => {
  expect(nearDay(day, '2026-12-30')).toBe(text)
})

test('days are counted across the change to summer time', () => {
  expect(daysUntil('2026-03-30', '2026-03-28')).toBe(2)
  expect(daysUntil('2026-03-27', '2026-03-28')).toBe(-1)
  expect(shortDay('2026-11-03')).toBe('3 Nov 2026')
  expect(fullMoment('2026-07-01T23:30:00Z')).toBe('2 Jul 2026, 00:30')
})

test.each([
  ['2026-07-01T11:59:00Z', 'just now'],
  ['2026-07-01T12:01:00Z', 'just now'],
  ['2026-07-01T08:05:00Z', 'today, 09:05'],
  ['2026-06-30T23:30:00Z', 'today, 00:30'],
  ['2026-06-30T08:30:00Z', 'yesterday, 09:30'],
  ['2026-06-03T08:30:00Z', '3 Jun 2026'],
])('%s is shown as %s, in London time', (moment, text) => {
  expect(recentMoment(moment, new Date('2026-07-01T12:00:00Z'))).toBe(text)
})

import { expect, test } from 'vitest'
import {
  addDays,
  describeLondon,
  isMonth,
  londonDay,
  monthBounds,
  monthOf,
  parseLondon,
  toLondon,
} from './london-time.ts'

test.each([
  ['2026-11-23', '09:30', '2026-11-23T09:30:00.000Z'],
  ['2026-07-01', '09:30', '2026-07-01T08:30:00.000Z'],
  ['2027-03-28', '00:59', '2027-03-28T00:59:00.000Z'],
  ['2027-03-28', '02:00', '2027-03-28T01:00:00.000Z'],
  ['2027-10-31', '00:59', '2027-10-30T23:59:00.000Z'],
  ['2027-10-31', '02:00', '2027-10-31T02:00:00.000Z'],
  ['2028-02-29', '00:00', '2028-02-29T00:00:00.000Z'],
])('%s at %s in London is %s', (day, time, at) => {
  const moment = parseLondon(day, time)
  expect([moment?.at.toISOString(), moment?.note]).toEqual([at, null])
  expect(toLondon(new Date(at))).toEqual({ day, time })
})

test('a skipped time means one hour later', () => {
  const moment = parseLondon('2027-03-28', '01:30')
  expect(moment?.at.toISOString()).toBe('2027-03-28T01:30:00.000Z')
  expect(moment?.note).toBe(
    'There is no 1.30am on 28 March 2027, because the clocks go forward. 2.30am is used instead.',
  )
})

test('a repeated time means its first occurrence', () => {
  const moment = parseLondon('2027-10-31', '01:30')
  expect(moment?.at.toISOString()).toBe('2027-10-31T00:30:00.000Z')
  expect(moment?.note).toBe(
    '1.30am comes twice on 31 October 2027, because the clocks go back. The first is used, in British Summer Time.',
  )
})

test.each([
  ['2026-02-30', '09:00'],
  ['2026-11-23', '24:00'],
  ['2026-11-23', '9:00'],
  ['', ''],
  ['23/11/2026', '09:00'],
])('%s at %s is invalid', (day, time) => {
  expect(parseLondon(day, time)).toBeNull()
})

test('a moment is formatted as people say it', () => {
  expect(describeLondon(new Date('2026-07-01T08:30:00Z'))).toBe('1 July 2026 at 9.30am')
  expect(describeLondon(new Date('2026-11-23T12:00:00Z'))).toBe('23 November 2026 at 12pm')
  expect(describeLondon(new Date('2026-11-23T00:05:00Z'))).toBe('23 November 2026 at 12.05am')
})

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

test.each([
  ['2026-01', '2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z'],
  ['2026-03', '2026-03-01T00:00:00.000Z', '2026-03-31T23:00:00.000Z'],
  ['2026-06', '2026-05-31T23:00:00.000Z', '2026-06-30T23:00:00.000Z'],
  ['2026-10', '2026-09-30T23:00:00.000Z', '2026-11-01T00:00:00.000Z'],
  ['2026-12', '2026-12-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
])('the month %s of London is from %s until %s', (month, from, until) => {
  expect(monthBounds(month)).toEqual({ from, until })
  expect(monthOf(new Date(from))).toBe(month)
  expect(monthOf(new Date(Date.parse(until) - 1))).toBe(month)
})

test.each(['2026-13', '2026-00', '26-01', '2026-1', ''])('%j is not a month', (text) => {
  expect(isMonth(text)).toBe(false)
  expect(() => monthBounds(text)).toThrow(RangeError)
})

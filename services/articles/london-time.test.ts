import { expect, test } from 'vitest'
import { describeLondon, parseLondon, toLondon } from './london-time.ts'

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

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readDay, readFutureDay, readPastDay } from './stock-cells.ts'

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-28T12:00:00Z'), toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

it.each([
  ['12/03/98', '1998-03-12'],
  ['12/03/26', '2026-03-12'],
  ['12-Mar-99', '1999-03-12'],
  ['March 12, ’98', '1998-03-12'],
  ['12/03/2024', '2024-03-12'],
  ['July 12, 2024', '2024-07-12'],
  ['2024/07/12', '2024-07-12'],
  ['2024-06-30T23:00:00.000Z', '2024-07-01'],
  ['45750', '2025-04-03'],
  ['Mar-98', '1998-03-01'],
  ['Mar 2024', '2024-03-01'],
  ['03/2024', '2024-03-01'],
  ['2024-03', '2024-03-01'],
])('the day of a purchase %s is %s', (cell, day) => {
  expect(readPastDay(cell)).toBe(day)
})

it.each([
  ['12/03/35', '2035-03-12'],
  ['12/03/75', '2075-03-12'],
  ['12/03/98', '1998-03-12'],
  ['Mar-33', '2033-03-01'],
  ['03/33', '2033-03-01'],
  ['March 2033', '2033-03-01'],
  ['July 12, 2030', '2030-07-12'],
  ['2030-06-30T23:00:00.000Z', '2030-07-01'],
  ['51000', '2039-08-18'],
])('the day of an expiry %s is %s', (cell, day) => {
  expect(readFutureDay(cell)).toBe(day)
})

it.each(['31/02/2024', '31/06/2030', '12/31/2030', '2030', 'Q3 2030', 'soon', '1/1/1949', '25-Apr', '45'])(
  'the day %s of a list is refused',
  (cell) => {
    expect(() => readPastDay(cell)).toThrow('is not a day')
    expect(() => readFutureDay(cell)).toThrow('is not a day')
  },
)

it('the day that a form has is never a month', () => {
  expect(readDay('12/3/2026')).toBe('2026-03-12')
  for (const month of ['Mar-33', '03/2033', 'March 2033'])
    expect(() => readDay(month)).toThrow('is not a day')
})

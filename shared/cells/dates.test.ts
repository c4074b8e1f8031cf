import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { addYear, isDate, isPartOfYear, readDate, readDayOrder, swapDayAndMonth } from './dates.ts'

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-28T12:00:00Z'), toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

it.each<[string, number, number | null]>([
  ['2025-07-12', 2025, 7],
  ['2025-7-2', 2025, 7],
  ['2025/07/12', 2025, 7],
  ['2025.07.12', 2025, 7],
  ['20250712', 2025, 7],
  ['2025-07-12T09:30:00Z', 2025, 7],
  ['12/07/2025', 2025, 7],
  ['12 / 07 / 2025', 2025, 7],
  ['12 07 2025', 2025, 7],
  ['12-07-25', 2025, 7],
  ['1.7.2025', 2025, 7],
  ['1. 7. 2025', 2025, 7],
  ['12 July 2025', 2025, 7],
  ['12th Jul 2025', 2025, 7],
  ['the 12th of July, 2025', 2025, 7],
  ['12-Jul-2025', 2025, 7],
  ['12/Jul/2025', 2025, 7],
  ['12Jul2025', 2025, 7],
  ['12Jul25', 2025, 7],
  ['12 Sept 2024', 2024, 9],
  ['July 12, 2024', 2024, 7],
  ['July 12 2024', 2024, 7],
  ['Jul. 12th, 2024', 2024, 7],
  ['Jul-12-2024', 2024, 7],
  ['July 12, ’24', 2024, 7],
  ['2024-Jul-12', 2024, 7],
  ['2024 July 12', 2024, 7],
  ['2024 Jul', 2024, 7],
  ['Jul 2025', 2025, 7],
  ['July, 2025', 2025, 7],
  ['Jul-2025', 2025, 7],
  ['07/2025', 2025, 7],
  ['2025-07', 2025, 7],
  ['2025/07', 2025, 7],
  ['2025', 2025, null],
  ['03/04/25', 2025, 4],
  ['03-Apr-25', 2025, 4],
  ['Thursday, 3 April 2025', 2025, 4],
  ['Thu 3/4/2025', 2025, 4],
  ['Thu, April 3, 2025', 2025, 4],
  ['3 April ’25', 2025, 4],
  ['03/04/25 9:30', 2025, 4],
  ['03/04/25 9:30 PM', 2025, 4],
  ['3/4/2025 0:00', 2025, 4],
  ['03/04/2025, 09:30:00', 2025, 4],
  ['3 April 2025 at 10:30', 2025, 4],
  ['Apr-25', 2025, 4],
  ['Apr/25', 2025, 4],
  ["April '25", 2025, 4],
  ['04/98', 1998, 4],
  ['3.4.98', 1998, 4],
  ['3.4.27', 1927, 4],
  ["'03/04/25\u200b", 2025, 4],
  ['29/02/2024', 2024, 2],
  ['45750', 2025, 4],
  ['45750.75', 2025, 4],
  ['Q3 2024', 2024, null],
  ['2024 Q3', 2024, null],
  ['Summer 2024', 2024, null],
  ['c. 2019', 2019, null],
])('the date %s is %i and %s', (cell, year, month) => {
  expect(readDate(cell)).toEqual({ year, month })
})

it.each<[string, number, number]>([
  ['2024-06-30T23:00:00.000Z', 2024, 7],
  ['2024-06-30T22:59:59Z', 2024, 6],
  ['2024-11-30T23:59:00Z', 2024, 11],
  ['2024-12-31T23:30:00-01:00', 2025, 1],
  ['2024-07-12 00:00:00+00:00', 2024, 7],
  ['2024-07-01T00:30:00+01:00', 2024, 7],
  ['2024-07-01T00:30:00+02:00', 2024, 6],
  ['2024-07-01 00:30 +0200', 2024, 6],
  ['2024-07-01 00:30+02', 2024, 6],
  ['30/06/2024 23:00 UTC', 2024, 7],
  ['30 June 2024 11:00 PM GMT', 2024, 7],
  ['1 July 2024 00:10 BST', 2024, 7],
  ['Sun Jun 30 2024 23:00:00 GMT+0000 (Coordinated Universal Time)', 2024, 7],
  ['Mon Jul 01 2024 00:00:00 GMT+0100 (British Summer Time)', 2024, 7],
  ['Sun, 30 Jun 2024 23:00:00 GMT', 2024, 7],
])('the instant %s is in %i-%i in London', (cell, year, month) => {
  expect(readDate(cell)).toEqual({ year, month })
})

it.each([
  '07/13/2025',
  '31/02/2024',
  '31/06/2024',
  '29/02/2025',
  '31 April 2024',
  'February 30, 2024',
  '2024-02-30',
  '20240231',
  '25-Apr',
  'Apr 25',
  'April 25',
  '3 Apr',
  '04/25',
  'yesterday',
  '2025-13-01',
  '00/01/2025',
  '1/1/1850',
  '1/1/9999',
  '99999',
  '1250',
  'Marble 2024',
  '12 Decade 2024',
])('the date %s is refused', (cell) => {
  expect(() => readDate(cell)).toThrow()
})

it('a part of a year, such as a quarter, is told from a date that has its month, or none', () => {
  expect(['Q3 2024', 'Summer 2024', '2024', 'July 2024'].map(isPartOfYear)).toEqual([
    true,
    true,
    false,
    false,
  ])
})

it.each<[string, ReturnType<typeof readDayOrder>]>([
  ['12/31/2030', 'month_first'],
  ['12/31/30', 'month_first'],
  ['12-31-2030', 'month_first'],
  ['12.31.2030', 'month_first'],
  ['12/31/2030 10:30', 'month_first'],
  ['Tue 12/31/2030', 'month_first'],
  ['31/12/2030', 'day_first'],
  ['07/12/2024', 'either'],
  ['7/7/2024', null],
  ['0/13/2024', null],
  ['13/14/2024', null],
  ['12/32/2024', null],
  ['2024/12/31', null],
  ['12 July 2024', null],
  ['', null],
])('the order of day and month in %s is %s', (cell, order) => {
  expect(readDayOrder(cell)).toBe(order)
})

it.each([
  ['12/31/2030', '31/12/2030'],
  ['12-31-30 9:15', '31-12-30 9:15'],
  ['Tue 12/31/2030', 'Tue 31/12/2030'],
])('day and month of %s change places: %s', (cell, swapped) => {
  expect(swapDayAndMonth(cell)).toBe(swapped)
})

it('a date is recognised in either order', () => {
  expect(['12/31/2030', '31/12/2030', 'July 2024', 'ask', '25-Apr'].map(isDate)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ])
})

it.each([
  ['25-Apr', '25 Apr 2025'],
  ['3 Apr', '3 Apr 2025'],
  ['3rd of April', '3 April 2025'],
  ['April 25', '25 April 2025'],
  ['Apr 3rd', '3 Apr 2025'],
  ['Thu 3 Apr', '3 Apr 2025'],
])('the date %s without a year gets one: %s', (cell, dated) => {
  expect(addYear(cell, '2025')).toBe(dated)
  expect(readDate(dated)).toEqual({ year: 2025, month: 4 })
})

it.each(['April', 'Apr-25', "April '25", 'April 2025', '3/4/2025', 'Q3', 'ask', '32 Apr', '', '2025'])(
  'the date %s gets no year',
  (cell) => {
    expect(addYear(cell, '2025')).toBeNull()
  },
)

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addYears, monthsBetween, parseMonth } from './month.ts'

const TODAY = '2026-11-23'

it.each([
  ['2001-08', '2001-08'],
  ['2001-8', '2001-08'],
  ['2001-08-17', '2001-08'],
  ['08/2001', '2001-08'],
  ['8.2001', '2001-08'],
  ['17 08 2001', '2001-08'],
  ['17/08/2001', '2001-08'],
  ['August 2001', '2001-08'],
  ['aug, 2001', '2001-08'],
  ['Sept. 2001', '2001-09'],
  ['1st March 1995', '1995-03'],
  ['29/02/2024', '2024-02'],
  ['０８/２００１', '2001-08'],
  ['01/1903', '1903-01'],
  ['11/2026', '2026-11'],
])('%s is the month %s', (typed, month) => {
  expect(parseMonth(typed, TODAY)).toEqual({ month })
})

it.each([
  ['2016', '2016-01', '2016-12'],
  ['2026', '2026-01', '2026-11'],
  ['16 plate', '2016-03', '2016-08'],
  ['66-plate', '2016-09', '2017-02'],
  ['51 reg', '2001-09', '2002-02'],
  ['76 Plate', '2026-09', '2026-11'],
])('%s is any month from %s to %s', (typed, month, last) => {
  expect(parseMonth(typed, TODAY)).toEqual({ month, last })
})

it.each([
  ['', 'Enter the month in which the vehicle was first registered.'],
  ['ten', 'We couldn’t read that date.'],
  ['Augustus 2001', 'We couldn’t read that date.'],
  ['12', 'We couldn’t read that date.'],
  ['<script>', 'We couldn’t read that date.'],
  ['01 plate', 'We couldn’t read that date.'],
  ['27 plate', 'That month is in the future.'],
  ['1890', 'Nothing was registered before 1903.'],
  ['2027', 'That month is in the future.'],
  ['13/2001', 'That month doesn’t exist.'],
  ['2001-00', 'That month doesn’t exist.'],
  ['31/02/2001', 'That day doesn’t exist.'],
  ['08/1890', 'Nothing was registered before 1903.'],
  ['01/0001', 'Nothing was registered before 1903.'],
  ['12/2026', 'That month is in the future.'],
  ['08/9999', 'That month is in the future.'],
])('%s is refused, with what to do', (typed, message) => {
  expect(parseMonth(typed, TODAY)).toEqual({ error: expect.stringContaining(message) })
})

it('every month since 1903 is parsed in every accepted format', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1903, max: 2025 }), fc.integer({ min: 1, max: 12 }), (year, month) => {
      const two = String(month).padStart(2, '0')
      for (const typed of [`${year}-${two}`, `${two}/${year}`, `${month}.${year}`, `01-${two}-${year}`])
        expect(parseMonth(typed, TODAY)).toEqual({ month: `${year}-${two}` })
    }),
    { seed: 20 },
  )
})

it('any text gives a month or an error message', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (typed) => {
      const parsed = parseMonth(typed, TODAY)
      if ('month' in parsed) expect(parsed.month).toMatch(/^\d{4}-\d{2}$/)
      else expect(parsed.error).toMatch(/\.$/)
    }),
    { seed: 20 },
  )
})

it('months are counted, and years are added', () => {
  expect(monthsBetween('2023-11', '2026-11')).toBe(36)
  expect(monthsBetween('2023-12', '2026-11')).toBe(35)
  expect(addYears('2023-11', 3)).toBe('2026-11')
})

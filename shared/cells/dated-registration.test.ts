import { expect, it } from 'vitest'
import { datedRegistrations } from './dated-registration.ts'

it.each([
  ['25-Dec', 'DEC 25', '25 DEC'],
  ['Dec-25', 'DEC 25', '25 DEC'],
  ['01-Mar', 'MAR 1', '1 MAR'],
  ['25-DEC-2025', 'DEC 25', '25 DEC'],
  ['25 Dec 2025', 'DEC 25', '25 DEC'],
  ['25 Dec', 'DEC 25', '25 DEC'],
  ['25/12/2025', 'DEC 25', '25 DEC'],
  ['2025-12-25', 'DEC 25', '25 DEC'],
  ['2025-12-25T10:00', 'DEC 25', '25 DEC'],
  ['1950-03-01', 'MAR 50', '50 MAR'],
  ['2025-12-25 00:00:00', 'DEC 25', '25 DEC'],
  ['2025-06-24T23:00:00.000Z', 'JUN 25', '25 JUN'],
  ['12/25/2025', 'DEC 25', '25 DEC'],
  ['25-12-2025', 'DEC 25', '25 DEC'],
  ['25 December 2025', 'DEC 25', '25 DEC'],
  ['Dec 25, 2025', 'DEC 25', '25 DEC'],
])('a spreadsheet may have made %s of %s or %s', (cell, lettersFirst, numberFirst) => {
  expect(datedRegistrations(cell)).toEqual({ letters_first: lettersFirst, number_first: numberFirst })
})

it.each(['DEC 25', '25 DEC', 'dec25', 'BU61 ABC', 'BU61-ABC', 'ABC-12', '31/02/2025', '46016', ''])(
  'no spreadsheet has made a date of %s',
  (cell) => {
    expect(datedRegistrations(cell)).toBe(null)
  },
)

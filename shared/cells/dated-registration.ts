/** Registrations such as DEC 25 and 25 DEC, which a spreadsheet takes for a date and shows as 25-Dec. */
import { MONTHS } from '../text/format.ts'
import { readDayOrder, readNumbers, swapDayAndMonth } from './dates.ts'
import { CellError, monthNumber } from './fields.ts'

/**
 * '25-Dec', 'Dec-25', '2025-12-25' and '25/12/2025' may have been DEC 25 or 25 DEC; '1950-03-01' MAR 50 or 50 MAR. Null
 * for 'DEC 25', '25 DEC' and other registrations.
 */
export function datedRegistrations(cell: string): { letters_first: string; number_first: string } | null {
  const [month, number] = monthAndNumber(cell.trim())
  const letters = MONTHS[month - 1]?.slice(0, 3).toUpperCase()
  if (letters === undefined) return null
  return { letters_first: `${letters} ${number}`, number_first: `${number} ${letters}` }
}

function monthAndNumber(cell: string): [month: number, number: number] {
  const words =
    /^(\d{1,2})-([a-z]{3})(?:-\d{2,4})?$/i.exec(cell) ?? /^(\d{1,2}) ([A-Z][a-z]{2})(?: \d{4})?$/.exec(cell)
  if (words) return [monthNumber(words[2] ?? ''), Number(words[1])]
  const ending = /^([a-z]{3})-(\d{2})$/i.exec(cell)
  if (ending) return [monthNumber(ending[1] ?? ''), Number(ending[2])]
  if (/^\d+(?:\.\d+)?$/.test(cell)) return NONE
  const dayFirst = readDayOrder(cell) === 'month_first' ? swapDayAndMonth(cell) : cell
  const { year = 0, month, day } = readNumbers(dayFirst, 'past') ?? {}
  if (!month || !day) return NONE
  // A number above 31 cannot be a day, so a spreadsheet takes it for the year.
  return [month, day === 1 && year < 2000 ? year % 100 : day]
}

const NONE: [number, number] = [0, 0]

/** For lists whose rows are not asked about. @throws CellError */
export function refuseDates(registration: string): void {
  if (datedRegistrations(registration))
    throw new CellError(
      `“${registration}” is a date, perhaps one that a spreadsheet made of a registration such as MAR 25: enter the registration as text`,
    )
}

/** Registrations such as DEC 25 and 25 DEC, which a spreadsheet takes for a date and shows as 25-Dec. */
import { MONTHS } from '../text/format.ts'
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
  const figures = /^(\d{1,2})\/(\d{1,2})\/\d{2,4}(?: |$)/.exec(cell)
  if (figures) return [Number(figures[2]), Number(figures[1])]
  const [, year = '', month, day] = /^(\d{4})-(\d{2})-(\d{2})(?:T|$)/.exec(cell) ?? []
  // A number above 31 cannot be a day, so a spreadsheet takes it for the year.
  return [Number(month), day === '01' && year < '2000' ? Number(year.slice(2)) : Number(day)]
}

/** For lists whose rows are not asked about. @throws CellError */
export function refuseDates(registration: string): void {
  if (datedRegistrations(registration))
    throw new CellError(
      `“${registration}” is a date, perhaps one that a spreadsheet made of a registration such as MAR 25: enter the registration as text`,
    )
}

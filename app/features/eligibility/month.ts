import { MONTHS } from '../../shared/format.ts'

/** The earliest year of the registration facts: the first registrations date from 1903. */
const FIRST_YEAR = 1903

const HINT = 'Type it as month and year, such as 08/2001 or August 2001.'

const NAMES = MONTHS.map((name) => name.slice(0, 3).toLowerCase())

type ParsedMonth = { month: string } | { error: string }

/**
 * '2001-08', '8/2001', 'Aug 2001' and '17.08.2001' (as on a log book) give '2001-08'; 'ten', '2001', 1890 and future
 * months are refused.
 * @param today 'YYYY-MM-DD'
 */
export function parseMonth(typed: string, today: string): ParsedMonth {
  const text = typed
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s,./\-–]+/g, ' ')
    .trim()
  if (text === '') return { error: `Type the month in which the vehicle was first registered. ${HINT}` }
  if (/^\d{4}$/.test(text))
    return { error: `Add the month, which may decide it: for example ${MONTHS[7]} ${text} or 08/${text}.` }
  const found = readMonth(text)
  if (found === null) return { error: `That does not read as a month. ${HINT}` }
  const { year, month, day } = found
  if (month < 1 || month > 12) return { error: `A year has only twelve months. ${HINT}` }
  if (!isDay(year, month, day)) return { error: 'There is no such day. Just the month and the year will do.' }
  if (year < FIRST_YEAR)
    return { error: `Nothing was registered before ${FIRST_YEAR}. Check the year on the log book.` }
  const iso = `${year}-${String(month).padStart(2, '0')}`
  if (iso > today.slice(0, 7))
    return { error: 'That month is still to come. Check the year on the log book.' }
  return { month: iso }
}

function readMonth(text: string): { year: number; month: number; day: number } | null {
  const iso = /^(\d{4}) (\d{1,2})(?: (\d{1,2}))?$/.exec(text)
  if (iso) return numbers(iso[1], iso[2], iso[3])
  const british = /^(?:(\d{1,2}) )?(\d{1,2}) (\d{4})$/.exec(text)
  if (british) return numbers(british[3], british[2], british[1])
  const named = /^(?:(\d{1,2})(?:st|nd|rd|th)? )?([a-z]{3,9}) (\d{4})$/.exec(text)
  const name = named?.[2] ?? ''
  const index = NAMES.indexOf(name.slice(0, 3))
  const isName = index >= 0 && (MONTHS[index]?.toLowerCase().startsWith(name) || name === 'sept')
  return named && isName ? numbers(named[3], String(index + 1), named[1]) : null
}

const numbers = (year?: string, month?: string, day = '1') => ({
  year: Number(year),
  month: Number(month),
  day: Number(day),
})

const isDay = (year: number, month: number, day: number) => {
  const date = new Date(Date.UTC(2000, month - 1, day))
  date.setUTCFullYear(year, month - 1, day)
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

/** Whole months between two months: from '2023-11' to '2026-11' are 36. */
export function monthsBetween(from: string, to: string): number {
  const count = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7))
  return count(to) - count(from)
}

/** '2023-11' and three give '2026-11'. */
export const addYears = (month: string, years: number) =>
  `${Number(month.slice(0, 4)) + years}${month.slice(4)}`

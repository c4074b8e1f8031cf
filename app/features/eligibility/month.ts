import { isDay, MONTHS } from '#shared/text/format.ts'

/** The earliest year of the registration facts: the first registrations date from 1903. */
const FIRST_YEAR = 1903

const HINT = 'Try 08/2016 or August 2016.'

const NAMES = MONTHS.map((name) => name.slice(0, 3).toLowerCase())

/** `last` is the last possible month, where more than one is. */
type ParsedMonth = { month: string; last?: string } | { error: string }

/**
 * '2001-08', '8/2001', 'Aug 2001' and '17.08.2001' (as on a log book) give '2001-08', '2001' any month of that year,
 * and '51 plate' those of its figures; 'ten', 1890 and future months are refused.
 * @param today 'YYYY-MM-DD'
 */
export function parseMonth(typed: string, today: string): ParsedMonth {
  const text = typed
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s,./\-–]+/g, ' ')
    .trim()
  if (text === '') return { error: `Enter the month in which the vehicle was first registered. ${HINT}` }
  const [, yearOnly] = /^(\d{4})$/.exec(text) ?? []
  const [, figures] = /^(\d\d) (?:plate|reg|registration)$/.exec(text) ?? []
  const found = yearOnly ? numbers(yearOnly, '1') : figures ? firstMonthOf(Number(figures)) : readMonth(text)
  if (found === null) return { error: `We couldn’t read that date. ${HINT}` }
  const { year, month, day } = found
  if (month < 1 || month > 12) return { error: `That month doesn’t exist. ${HINT}` }
  const iso = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}`
  if (!isDay(`${iso}-${String(day).padStart(2, '0')}`))
    return { error: 'That day doesn’t exist. Just the month and the year will do.' }
  if (year < FIRST_YEAR)
    return { error: `Nothing was registered before ${FIRST_YEAR}. Check the year on the log book.` }
  if (iso > today.slice(0, 7))
    return { error: 'That month is in the future. Check the year on the log book.' }
  if (!yearOnly && !figures) return { month: iso }
  const last = yearOnly ? `${year}-12` : month === 3 ? `${year}-08` : `${year + 1}-02`
  return { month: iso, last: last > today.slice(0, 7) ? today.slice(0, 7) : last }
}

/** The figures of the current style: 16 began in March 2016, 66 in September 2016; 51 in September 2001 was the first. */
function firstMonthOf(figures: number) {
  if (figures > 1 && figures < 51) return { year: 2000 + figures, month: 3, day: 1 }
  return figures > 50 ? { year: 1950 + figures, month: 9, day: 1 } : null
}

/** For a year or a plate's figures that leave open what the month decides. */
export const addMonthError = (month: string) =>
  `We need the month too, such as ${MONTHS[7]} ${month.slice(0, 4)} or 08/${month.slice(0, 4)}.`

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

/** Whole months between two months: from '2023-11' to '2026-11' are 36. */
export function monthsBetween(from: string, to: string): number {
  const count = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7))
  return count(to) - count(from)
}

/** '2023-11' and three give '2026-11'. */
export const addYears = (month: string, years: number) =>
  `${Number(month.slice(0, 4)) + years}${month.slice(4)}`

/** Dates as lists and forms have them, day first. */
import { escapeLine } from '../text/escape-control.ts'
import { londonDay } from '../text/london-day.ts'
import { CellError, monthNumber, plainValue, readYear } from './fields.ts'
import { formatSerialDate } from './serial-dates.ts'

/** The parts as written: the year may have two figures, and the month may be a name. */
interface WrittenDate {
  year: string
  month?: string
  day?: string
}

const DAY = '(?:the )?(?<day>\\d{1,2})(?:st|nd|rd|th)?(?: of)?'
const MONTH = '(?<month>[a-z]{3,9})\\.?'
const YEAR = '(?<year>\\d{4}|\\d{2})'
const DATE_FORMS = [
  '(?<year>\\d{4})',
  '(?<year>\\d{4})([/.-])(?<month>\\d{1,2})(?:\\2(?<day>\\d{1,2}))?',
  '(?<year>\\d{4})(?<month>\\d{2})(?<day>\\d{2})',
  `(?<day>\\d{1,2})(?: ?[/.-] ?| )(?<month>\\d{1,2})(?: ?[/.-] ?| )${YEAR}`,
  '(?<month>\\d{1,2}) ?[/.-] ?(?<year>\\d{4})',
  // No day of a month has such a number.
  '(?<month>\\d{1,2})/(?<year>3[2-9]|[4-9]\\d)',
  `${DAY}[ /.-]*${MONTH},?[ /.-]*['’]?${YEAR}`,
  `${MONTH}[ /.-]*(?<day>\\d{1,2})(?:st|nd|rd|th)?(?:,? | ?[/.-])['’]?${YEAR}`,
  `(?<year>\\d{4})[ /.-]*${MONTH}(?:[ /.-]*(?<day>\\d{1,2}))?`,
  `${MONTH},?[ /.-]*(?<year>\\d{4})`,
  `${MONTH}(?:[-/]| ?['’])(?<year>\\d{2})`,
].map((form) => new RegExp(`^${form}$`, 'i'))

const WEEKDAY = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,? /i
const TIME =
  /^(?<date>.*?)(?:T|,? (?:at )?)(?<hour>\d{1,2}):(?<minute>\d{2})(?::\d{2}(?:[.,]\d+)?)?(?: ?(?<half>[ap])\.?m\.?)?(?: ?(?<zone>Z|UTC|GMT|BST)?(?<offset>[+-]\d{2}(?::?\d{2})?)?)?(?: .*)?$/i
/** A spreadsheet's number of days, from 1954 to 2119. */
const SERIAL = /^[2-7]\d{4}(?:\.\d+)?$/

/** The parts of a date as written, without its time; a time with a zone gives its day in London. Null if it is none. */
function splitDate(cell: string): WrittenDate | null {
  const plain = plainValue(cell)
  const text = SERIAL.test(plain) ? formatSerialDate(Number(plain)) : plain
  const time = TIME.exec(text)?.groups
  const bare = (time?.date ?? text).replace(WEEKDAY, '')
  for (const form of DATE_FORMS) {
    const date = form.exec(bare)?.groups as WrittenDate | undefined
    if (date) return time && (time.zone || time.offset) ? inLondon(date, time) : date
  }
  return null
}

function inLondon(date: WrittenDate, time: Record<string, string | undefined>): WrittenDate {
  const { year, month, day } = numbersOf(date, 'past') ?? {}
  if (!year || !month || !day) return date
  const { hour, minute, half, zone, offset = '' } = time
  const hours = half ? (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hour)
  const [, sign, ahead = '0', minutesAhead = '0'] = /^([+-])(\d\d):?(\d\d)?$/.exec(offset) ?? []
  const summer = zone?.toUpperCase() === 'BST' ? 60 : 0
  const zoneMinutes = (Number(ahead) * 60 + Number(minutesAhead)) * (sign === '-' ? -1 : 1) + summer
  const at = new Date(Date.UTC(year, month - 1, day, hours, Number(minute) - zoneMinutes))
  const [years = '', months, days] = londonDay(at).split('-')
  return { year: years, month: months, day: days } as WrittenDate
}

/** What the dates of a column are about: a year of two figures is in 19xx or 20xx by it. */
export type DateMeaning = 'past' | 'future'

interface DateNumbers {
  year: number
  month: number | null
  day: number | null
}

/** Null if the calendar has no such date. */
function numbersOf({ year: written, month: name, day: figures }: WrittenDate, meaning: DateMeaning) {
  const year = written.length === 4 ? Number(written) : fullYear(Number(written), meaning)
  const month = name === undefined ? null : monthNumber(name)
  const day = figures === undefined ? null : Number(figures)
  const last = new Date(Date.UTC(year, month ?? 1, 0)).getUTCDate()
  if (month === 0 || (day !== null && (day < 1 || day > last))) return null
  return { year, month, day } satisfies DateNumbers
}

/** Of a past, '98' is 1998; of a future, '35' is 2035 and '98' the nearer 1998. */
function fullYear(figures: number, meaning: DateMeaning): number {
  const thisYear = new Date().getFullYear()
  const latest = meaning === 'past' ? thisYear : thisYear + 50
  return 2000 + figures > latest ? 1900 + figures : 2000 + figures
}

export function readNumbers(cell: string, meaning: DateMeaning): DateNumbers | null {
  const date = splitDate(cell)
  return date && numbersOf(date, meaning)
}

export interface YearAndMonth {
  year: number
  month: number | null
}

/** What has a year, but no month: 'Q3 2024', 'Summer 2024', 'early 2024'. */
const PART_OF_YEAR =
  /^(?:(?:[qh][1-4]|spring|summer|autumn|winter|early|mid|late|c\.?|circa|about|around)[ /-]?(\d{4})|(\d{4})[ /-]?[qh][1-4])$/i

/**
 * Of a sale, which is never in the future: '2025-07-12', '12/07/2025', '12.7.25', '12 July 2025', 'July 12, 2025', '45850',
 * 'Jul 2025', 'Jul-25', '07/2025', '2025', 'Q3 2025'. Not '07/13/2025', '31/02/2025', or '25-Jul', which has no year.
 * @throws CellError
 */
export function readDate(cell: string): YearAndMonth {
  const [, after, before] = PART_OF_YEAR.exec(plainValue(cell)) ?? []
  const partOfYear = after ?? before
  const { year, month } = readNumbers(cell, 'past') ?? {}
  if (partOfYear === undefined && year === undefined)
    throw new CellError(`“${escapeLine(cell)}” is not a date, such as 12/07/2025 or 2025-07-12`)
  return { year: readYear(partOfYear ?? String(year)), month: month ?? null }
}

/** Whether the date of a sale names a part of the year that is not stored: 'Q3 2025'. */
export const isPartOfYear = (cell: string): boolean => PART_OF_YEAR.test(plainValue(cell))

/** Whether it is a date, day first or month first. */
export function isDate(cell: string): boolean {
  const written = readDayOrder(cell)
  return written !== null || readNumbers(cell, 'past') !== null || isPartOfYear(cell)
}

const IN_FIGURES =
  /^(?<before>\D*)(?<first>\d{1,2})(?<between> ?[/.-] ?)(?<second>\d{1,2})(?<after>\k<between>(?:\d{4}|\d{2})(?!\d).*)$/

/**
 * The order of day and month of a date in figures: '25/12/2030' is day first, '12/31/2030' month first, '07/12/2030' either.
 * Null for other dates, and those that are the same in both orders.
 */
export function readDayOrder(cell: string): 'day_first' | 'month_first' | 'either' | null {
  const { first, second } = IN_FIGURES.exec(plainValue(cell))?.groups ?? {}
  const [one, other] = [Number(first), Number(second)]
  if (first === undefined || one === other || Math.min(one, other) < 1 || Math.max(one, other) > 31)
    return null
  if (Math.min(one, other) > 12) return null
  if (one > 12) return 'day_first'
  return other > 12 ? 'month_first' : 'either'
}

/** '12/31/2030' → '31/12/2030' */
export const swapDayAndMonth = (cell: string): string =>
  plainValue(cell).replace(IN_FIGURES, '$<before>$<second>$<between>$<first>$<after>')

const WITHOUT_YEAR = [`${DAY}[ /.-]*${MONTH}`, `${MONTH} *(?<day>\\d{1,2})(?:st|nd|rd|th)?`].map(
  (form) => new RegExp(`^${form}$`, 'i'),
)

/** '25-Apr', 'April 25' or '3 Apr' with that year; null for a date that has one, and other texts. */
export function addYear(cell: string, year: string): string | null {
  const bare = plainValue(cell).replace(WEEKDAY, '')
  for (const form of WITHOUT_YEAR) {
    const { day = '', month = '' } = form.exec(bare)?.groups ?? {}
    if (monthNumber(month) > 0 && Number(day) >= 1 && Number(day) <= 31) return `${day} ${month} ${year}`
  }
  return null
}

/** Reads in the words of a letter what may be an amount, a day, a number of days, or a registration. */
import { CellError } from '#shared/cells/fields.ts'
import { readDay } from '#shared/cells/stock-cells.ts'
import { parseRegistration } from '#shared/registration/registration.ts'
import { longDay, MONTHS, plural } from '#shared/text/format.ts'
import { formatPence } from '#shared/text/money.ts'

/** '9,500', '9500.50', '10 000', '9.5k' */
const NUMBER = String.raw`\d(?:[\d.,'’]{0,20}\d)?(?: \d{3}(?!\d)){0,3}(?:\.\d\d)?(?: ?(?:k|grand|thousand|m|million)\b)?`
const amountPattern = () =>
  new RegExp(String.raw`(?:£|\bGBP)\s?${NUMBER}|\b${NUMBER} ?(?:pounds|quid|GBP)\b`, 'gi')

function dayPattern(): RegExp {
  const month = `(?:Sept|${MONTHS.map((name) => `${name}|${name.slice(0, 3)}`).join('|')})`
  const ordinal = '(?:st|nd|rd|th)?'
  const forms = [
    String.raw`\b\d{4}-\d\d-\d\d\b`,
    String.raw`\b\d{1,2}[/.-]\d{1,2}[/.-](?:\d{4}|\d\d)\b`,
    String.raw`\b\d{1,2}${ordinal}(?: of)?[ -]${month}\b(?:\.?,?[ -]\d{4}\b)?`,
    String.raw`\b${month}\.? \d{1,2}${ordinal}\b(?:,? \d{4}\b)?`,
  ]
  return new RegExp(forms.join('|'), 'gi')
}

const SPAN = /\bwithin \d{1,3} days?\b/gi

/** In capitals, as the trade writes them: in small letters, 'by 12' and 'of 500' would be registrations. */
const REGISTRATION =
  /\b(?:[A-Z]{2}\d\d ?[A-Z]{3}|[A-Z]\d{1,3} ?[A-Z]{3}|[A-Z]{3} ?\d{1,3}[A-Z]|[A-Z]{1,3} ?\d{1,4}|\d{1,4} ?[A-Z]{1,3})\b/g

/** Addresses, postcodes, the DVLA's forms and times of the day read like registrations. */
const LOOK_ALIKE =
  /https?:\/\/\S+|\S{1,64}@\S+|\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}\b|\bV(?:5C|62|317|750|778|888)\b|\b\d{1,2} ?[AP]M\b/g

export interface Figure {
  written: string
  /** As the blanks have it: '£9,500', '24 December 2026', '24 December', '3 days', '7 W'; null if it cannot be read. */
  value: string | null
}

/** @param readPence throws a CellError for what is no amount */
export function readFigures(words: string, readPence: (amount: string) => number): Figure[] {
  let rest = words.replace(LOOK_ALIKE, ' | ')
  const take = (pattern: RegExp, read: (written: string) => string): Figure[] => {
    const found = rest.match(pattern) ?? []
    rest = rest.replace(pattern, ' | ')
    return found.map((written) => ({ written, value: orNull(() => read(written)) }))
  }
  return [
    ...take(amountPattern(), (amount) => formatPence(readPence(amount))),
    ...take(dayPattern(), readDayOf),
    ...take(SPAN, (span) => plural(Number.parseInt(span.replace(/\D+/, ''), 10), 'day')),
    ...take(REGISTRATION, readRegistration).filter(({ value }) => value !== null),
  ]
}

function orNull(read: () => string): string | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof CellError) return null
    throw error
  }
}

/** '24th of December', 'Dec 24' */
function readDayOf(written: string): string {
  const plain = written.replace(/(\d)(?:st|nd|rd|th)\b/i, '$1').replace(/ of\b/, '')
  const [, month, rest] = /^([a-z]+)\.? (.*)$/i.exec(plain) ?? []
  const [, date = '', year = ''] = /^(\d+)(?:,? (\d{4}))?$/.exec(rest ?? '') ?? []
  const dayFirst = month ? `${date} ${month}${year && ` ${year}`}` : plain
  // Of a leap year, which has every day.
  return /[a-z]\.?$/i.test(dayFirst)
    ? longDay(readDay(`${dayFirst} 2024`)).replace(/ \d{4}$/, '')
    : longDay(readDay(dayFirst))
}

function readRegistration(written: string): string {
  const parsed = parseRegistration(written)
  if (!parsed.ok) throw new CellError(parsed.reason)
  return parsed.registration.text
}

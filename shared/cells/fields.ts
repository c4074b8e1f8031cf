/** Cell parsers. Each gets a cell that is not blank and throws a CellError whose message fits after "line 7:". */
import { SELECTIONS } from '../sales/sale.ts'
import { cleanLine, cleanText } from '../text/clean-text.ts'
import { escapeLine } from '../text/escape-control.ts'
import { formatNumber, MONTHS } from '../text/format.ts'
import { parseUrl } from '../text/parse-url.ts'
import { describeDoubt, describeMeanings, type ReadAmount, readAmount } from '../text/written-amount.ts'

/** A refusal that has a remedy, which the desk and the commands word each in their own way. */
export type RefusalCode = 'other_month'

export class CellError extends Error {
  override name = 'CellError'
  readonly code: RefusalCode | undefined
  /** The column to correct, where the message names several. */
  readonly column: string | undefined

  constructor(message: string, code?: RefusalCode, column?: string) {
    super(message)
    this.code = code
    this.column = column
  }
}

/** Puts the heading of the column before the message of a CellError. */
export function inColumn<T>(name: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof CellError ? new CellError(`${escapeLine(name)}: ${error.message}`) : error
  }
}

const quote = (cell: string) => `“${escapeLine(cell)}”`

/** Cleaned, and without the apostrophe that keeps a spreadsheet from reading a cell. */
export const plainValue = (cell: string): string => cleanLine(cell).replace(/^['‘’](?=.)/, '')

/** @throws CellError with the amounts that the text may mean, or with `fault` if it means none */
export function readCertainAmount(cell: string, fault: string): ReadAmount {
  const text = plainValue(cell)
  const amount = readAmount(text)
  if (amount && 'pence' in amount) return amount
  const doubt = describeDoubt(text)
  throw new CellError(doubt ? `${doubt}: type it again` : fault)
}

const MAX_PRICE = 2_147_483_647

/** A number that a spreadsheet or a program has computed: '1249.998', '999.9980'. Text such as '1.250' may be one or thousands. */
export const isComputed = (cell: string): boolean => /^(?:\d{4,}\.\d{3,}|\d+\.\d{4,})$/.test(plainValue(cell))

/** In whole pounds, and in figures: '£1,250', '1250.00', 'GBP 1,250'. Not '1,25', '1.250', '12k' or 'POA'. */
function readFigures(cell: string): number {
  const { pence, hasUnit } = readCertainAmount(
    isComputed(cell) ? Number(plainValue(cell)).toFixed(2) : cell,
    `${quote(cell)} is not a price in pounds, such as 1250 or £1,250`,
  )
  if (hasUnit) throw new CellError(`${describeMeanings(cell, [pence])}: type it again`)
  if (pence > MAX_PRICE * 100) throw new CellError(`${quote(cell)} is too large for a price`)
  return pence / 100
}

/** As `readFigures`, and not '1250.50'. @throws CellError */
export function readPrice(cell: string): number {
  const price = readFigures(cell)
  if (!Number.isInteger(price)) throw new CellError(`${quote(cell)} has pence: prices are whole pounds`)
  return price
}

/** Whole pounds; pence are rounded, since an auction's fees leave some. @throws CellError */
export const readCost = (cell: string): number => Math.round(readFigures(cell))

export function readAskingPrice(cell: string): number {
  const price = readPrice(cell)
  if (price === 0) throw new CellError(`${quote(cell)} is not an asking price`)
  return price
}

export const YES = /^(yes|y|true|t|1|x|✓|✔|on)$/i
export const NO = /^(no|n|false|f|0|-|✗|✘|off)$/i

export function readYesNo(cell: string): boolean {
  const word = cell.trim()
  if (YES.test(word)) return true
  if (NO.test(word)) return false
  throw new CellError(`${quote(cell)} is neither yes nor no`)
}

export function readYear(cell: string): number {
  const year = Number(cell.trim())
  if (!/^\d{4}$/.test(cell.trim()) || year < 1900)
    throw new CellError(`${quote(cell)} is not a year, such as 2025`)
  if (year > new Date().getFullYear()) throw new CellError(`${year} is in the future`)
  return year
}

/** '7', '07', 'Jul', 'Sept', 'July' and 'Jul.' are their months; 0 for anything else. */
export function monthNumber(text: string): number {
  const word = text.trim().toLowerCase().replace(/\.$/, '')
  if (/^\d{1,2}$/.test(word)) return Number(word) > 12 ? 0 : Number(word)
  return word.length < 3 ? 0 : MONTHS.findIndex((name) => name.toLowerCase().startsWith(word)) + 1
}

export function readMonth(cell: string): number {
  const month = monthNumber(cell)
  if (month === 0) throw new CellError(`${quote(cell)} is not a month: 1 to 12, or its name`)
  return month
}

const textReader =
  (clean: (text: string) => string) =>
  (maxLength: number) =>
  (cell: string): string => {
    const text = clean(cell)
    // A program writes U+FFFD for a character that it cannot read.
    if (text.includes('\ufffd')) throw new CellError('it has “\ufffd” where a character was lost')
    if (text.length > maxLength)
      throw new CellError(
        `it has ${formatNumber(text.length)} characters; the maximum is ${formatNumber(maxLength)}`,
      )
    return text
  }

export const readText = textReader(cleanText)

/** Text on one line. */
export const readLine = textReader(cleanLine)

export function readWebAddress(cell: string): string {
  const address = readText(2000)(cell)
  if (!/^https?:$/.test(parseUrl(address)?.protocol ?? ''))
    throw new CellError(`${quote(cell)} is not an address that begins with https://`)
  return address
}

/** The Content-Security-Policy allows images from https and from this site. */
export function readImageAddress(cell: string): string {
  const address = readText(2000)(cell)
  if (/^\/(?!\/)\S*$/.test(address)) return address
  if (!/^https:\/\/\S+$/.test(address) || !parseUrl(address))
    throw new CellError(`${quote(cell)} is not a picture address that begins with https:// or /`)
  return address
}

const BASES = ['both', 'total', 'hammer', 'unclear']

export function readPriceBasis(cell: string): string {
  const basis = cell.trim().toLowerCase()
  if (!BASES.includes(basis)) throw new CellError(`${quote(cell)} is not one of ${BASES.join(', ')}`)
  return basis
}

/** Throws CellError unless the text is one of the five selections. */
export function readSelection(cell: string): string {
  const selection = cell.trim().toLowerCase()
  if (!SELECTIONS.some((known) => known === selection))
    throw new CellError(`${quote(cell)} is not one of ${SELECTIONS.join(', ')}`)
  return selection
}

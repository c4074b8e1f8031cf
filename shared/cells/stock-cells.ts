/** Parsers of cells that only a list or form of stock has: days and documents. */
import { escapeLine } from '../text/escape-control.ts'
import { CellError, monthNumber, plainValue, splitDate } from './fields.ts'
import { formatSerialDate } from './serial-dates.ts'

export type PlateDocument = 'V750' | 'V778' | 'vehicle'

/**
 * A day as YYYY-MM-DD, day first: '12/07/2025', '12.7.25', '12 July 2025', '2025-07-12', and the number '45850', which is
 * how a spreadsheet counts days. Not 'Jul 2025' or '07/13/2025'.
 * @throws CellError
 */
export function readDay(cell: string): string {
  const text = plainValue(cell)
  const parts = splitDate(/^[2-7]\d{4}$/.test(text) ? formatSerialDate(Number(text)) : text)
  const year = Number(parts?.year) + (parts?.year.length === 2 ? 2000 : 0)
  const [month, day] = [monthNumber(parts?.month ?? ''), Number(parts?.day)]
  const date = new Date(Date.UTC(year, month - 1, day))
  if (!(year >= 1950 && year <= 2100) || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day)
    throw new CellError(`“${escapeLine(cell.trim())}” is not a day, such as 12/07/2025 or 2025-07-12`)
  return date.toISOString().slice(0, 10)
}

const DOCUMENTS: readonly [RegExp, PlateDocument][] = [
  [/\bv ?750\b|certificate of entitlement|\bcoe\b/gi, 'V750'],
  [/\bv ?778\b|\bretention\b/gi, 'V778'],
  [/\bv ?5c?\b|\b(?:car|vehicle|bike|van)\b/gi, 'vehicle'],
]

/** 'V750', 'v778 retention', 'on car'. @throws CellError if it is none of them, or more than one */
export function readDocument(cell: string): PlateDocument {
  const held = splitDocument(cell)
  if (!held) throw new CellError(`“${escapeLine(cell.trim())}” is not one of V750, V778, vehicle`)
  return held.document
}

const FILLER = /(^|[^\w/-])(?:on|the|held|certificate|cert|document|doc|number|no)(?![\w/-])/gi

/**
 * 'V778 A/123' is a V778 of the number A/123, and 'V778 in the safe' says more. Null if the cell names no document, or
 * several.
 */
export function splitDocument(
  cell: string,
): { document: PlateDocument; number: string; saysMore: boolean } | null {
  const [found, other] = DOCUMENTS.filter(([words]) => cell.search(words) >= 0)
  if (!found || other) return null
  const [words, document] = found
  const rest = cell
    .replace(words, ' ')
    .replace(FILLER, '$1 ')
    .replace(/^[^a-z0-9]+|[^a-z0-9]+$/gi, '')
  const isNumber = /^[a-z0-9/-]*\d[a-z0-9/-]*$/i.test(rest)
  return { document, number: isNumber ? rest.slice(0, 100) : '', saysMore: rest !== '' && !isNumber }
}

/** Parsers of cells that only a list or form of stock has: days and documents. */
import { escapeLine } from '../text/escape-control.ts'
import { formatList, isoMonth } from '../text/format.ts'
import { type DateMeaning, readNumbers } from './dates.ts'
import { CellError, readLine } from './fields.ts'

export type PlateDocument = 'V750' | 'V778' | 'vehicle'

/** The firm, as the holder of a document. */
export const US = 'us'
/** The holder has signed for a nominee who is still to be named. */
export const OPEN = 'signed and open'

/**
 * A day as YYYY-MM-DD: '12/07/2025', '12.7.25', '12 July 2025', '2025-07-12', and '45850', which is how a spreadsheet
 * counts days. Not 'Jul 2025' or '07/13/2025'.
 * @throws CellError
 */
export const readDay = (cell: string, meaning: DateMeaning = 'future'): string =>
  formatDay(cell, readNumbers(cell, meaning))

/** Of a list, where a month such as 'Mar-33' or '03/2033' means its first day. @throws CellError */
const listDayReader = (meaning: DateMeaning) => (cell: string) => {
  const date = readNumbers(cell, meaning)
  return formatDay(cell, date && { ...date, day: date.day ?? 1 })
}

export const readFutureDay = listDayReader('future')

/** @param today given for a form, where a later day is refused */
export function readPastDay(cell: string, today?: string): string {
  const day = listDayReader('past')(cell)
  if (today !== undefined && day > today) throw new CellError(`${day} is in the future`)
  return day
}

function formatDay(cell: string, date: ReturnType<typeof readNumbers>): string {
  const { year = 0, month, day } = date ?? {}
  if (!month || !day || year < 1950 || year > 2100)
    throw new CellError(`“${escapeLine(cell.trim())}” is not a day, such as 12/07/2025 or 2025-07-12`)
  return `${isoMonth(year, month)}-${String(day).padStart(2, '0')}`
}

const DOCUMENTS: readonly [RegExp, PlateDocument][] = [
  [/\bv[ .-]?750\b|\b(?:cert(?:ificate)?\.? of )?entitlement\b|\bc(?: of | ?o ?)e\b/gi, 'V750'],
  [/\bv[ .-]?778\b|\bret(?:ention|ained)?\b/gi, 'V778'],
  [
    /\bv[ .-]?5c?\b|\blog ?book\b|\b(?:car|veh|vehicle|motor ?bike|motorcycle|bike|scooter|moped|van|lorry|truck)\b|\bassigned\b/gi,
    'vehicle',
  ],
]

/** 'V750', 'v778 retention', 'on car'. @throws CellError if it is none of them, or more than one */
export function readDocument(cell: string): PlateDocument {
  const [document] = documentsIn(cell)
  if (!document) throw new CellError(`“${escapeLine(cell.trim())}” is not one of V750, V778, vehicle`)
  refuseSeveralDocuments(cell)
  return document
}

const documentsIn = (cell: string): PlateDocument[] =>
  DOCUMENTS.filter(([words]) => cell.search(words) >= 0).map(([, document]) => document)

/** 'V750/V778' @throws CellError */
export function refuseSeveralDocuments(cell: string): void {
  const documents = documentsIn(cell)
  if (documents.length > 1)
    throw new CellError(`“${escapeLine(cell.trim())}” names more than one document: ${formatList(documents)}`)
}

const readName = readLine(200)

/** 'Us', 'ours' and 'ourselves' are `US`; anything else is a name. */
export const readHolder = (cell: string): string =>
  /^(?:us|we|ours?|ourselves)$/i.test(cell.trim()) ? US : readName(cell)

/** 'Signed', 'open' and 'signed, open' are `OPEN`; anything else is a name. */
export const readNominee = (cell: string): string =>
  /^(?:signed|open|signed(?:,| and|,? but)? (?:open|blank))$/i.test(cell.trim()) ? OPEN : readName(cell)

const FILLER = /(^|[^\w/-])(?:on|an?|the|held|certificate|cert|document|doc|number|no)(?![\w/-])/gi

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

/**
 * Reads whether a plate is for sale from the columns in which dealers keep it: Sold, Status, Available and the
 * like. What is not understood is refused, since a sold plate must never go on sale by a guess.
 */
import { escapeTerminal } from '../escape-terminal.ts'
import { CellError, NO, readDate, YES } from './fields.ts'

/** `not sold` says less than `for sale`: a plate that was withdrawn is not sold either. */
export type Availability = 'for sale' | 'not sold' | 'not for sale' | 'sold'

/** What yes and no mean in a column; in a status they mean nothing. */
export type AvailabilityColumn = 'is_available' | 'sold' | 'status'

const FOR_SALE = /^(?:available(?: now)?|for sale|on sale|in stock)$/
const NOT_SOLD = /^(?:unsold|not sold)$/
/** Sold subject to contract is not sold yet: the plate is kept, and may come back. */
const HELD =
  /^(?:sstc|stc|sold,? (?:\(?stc|\(?subject to contract)|reserved|(?:on )?hold|held|withdrawn|under offer|offer accepted|sale agreed|deposit (?:paid|taken)|unavailable|not available|not for sale|off sale)(?![a-z])/
const SOLD = /^sold(?![a-z])/
/** 'Sold - fell through', 'sold?' */
const DOUBT = /\?|\b(?:no|not|fell|cancelled|canceled|back|again|returned|void|unless|until paid)\b/

/** A longer remark says more than whether a plate is for sale. */
const LONGEST = 200
const plain = (cell: string) =>
  cell.length > LONGEST
    ? ''
    : cell
        .trim()
        .toLowerCase()
        .replace(/\s+/g, ' ')
        .replace(/[.!]+$/, '')

/**
 * In a column Sold: 'x', 'sold 12.3.24', '12/03/2024'   are sold;   'no' is not sold.
 * In a column Status: 'SSTC', 'reserved for Ann'        are not for sale;   'yes' and 'sold?' are refused.
 */
export function readAvailability(cell: string, column: AvailabilityColumn): Availability {
  const text = plain(cell)
  if (column !== 'status') {
    if (YES.test(text)) return column === 'sold' ? 'sold' : 'for sale'
    if (NO.test(text)) return column === 'sold' ? 'not sold' : 'not for sale'
  }
  if (column === 'sold' && isDay(text)) return 'sold'
  if (FOR_SALE.test(text)) return 'for sale'
  if (NOT_SOLD.test(text)) return 'not sold'
  const details = text.replace(HELD, '')
  if (details !== text && !DOUBT.test(details)) return 'not for sale'
  if (isMarkedSold(cell)) return 'sold'
  throw new CellError(`“${escapeTerminal(cell.trim())}” says neither that it is for sale nor that it is sold`)
}

/** 'SOLD', 'Sold 12.3.24', but not 'sold?' */
export function isMarkedSold(cell: string): boolean {
  const text = plain(cell)
  return SOLD.test(text) && !DOUBT.test(text)
}

/** The day of the sale in place of a yes: '12.3.24', '12 March 2024'; a year alone may be anything. */
function isDay(text: string): boolean {
  if (/^\d{1,2}[/.-]\d{1,2}[/.-]\d{2}$/.test(text)) return true
  if (/^\d+$/.test(text)) return false
  try {
    readDate(text)
    return true
  } catch (error) {
    if (error instanceof CellError) return false
    throw error
  }
}

/**
 * What several columns say together, or null if they say nothing.
 *
 * @throws CellError if two of them contradict each other
 */
export function combineAvailability(
  statements: readonly { name: string; cell: string; value: Availability }[],
): Availability | null {
  const find = (...wanted: Availability[]) => statements.find(({ value }) => wanted.includes(value))
  const sold = find('sold')
  const off = sold ?? find('not for sale')
  const against = find('for sale') ?? (sold && find('not sold'))
  if (off && against) {
    const [first, second] = statements.filter((entry) => entry === off || entry === against)
    throw new CellError(`${quote(first)} and ${quote(second)} contradict each other`)
  }
  return (off ?? against ?? find('not sold'))?.value ?? null
}

const quote = (statement?: { name: string; cell: string }) =>
  `“${escapeTerminal(statement?.name)}” (${escapeTerminal(statement?.cell.trim())})`

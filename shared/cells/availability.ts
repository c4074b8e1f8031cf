// A cell that is not understood is refused: a sold plate must never go on sale because of a guess.
import { escapeLine } from '../text/escape-control.ts'
import { isDate } from './dates.ts'
import { CellError, NO, YES } from './fields.ts'

/** `not sold` is weaker than `for sale`: a withdrawn plate is not sold either. */
export type Availability = 'for sale' | 'not sold' | 'not for sale' | 'sold'

export type AvailabilityColumn = 'is_available' | 'sold' | 'status'

const FOR_SALE = /^(?:available(?: now)?|for sale|on sale|in stock)$/
const NOT_SOLD = /^(?:unsold|not sold)$/
/** Sold subject to contract is not sold yet. */
const RESERVED =
  /^(?:sstc|stc|sold,? (?:\(?stc|\(?subject to contract)|reserved|(?:on )?hold|held|withdrawn|under offer|offer accepted|sale agreed|deposit (?:paid|taken)|unavailable|not available|not for sale|off sale)(?![a-z])/
const SOLD = /^sold(?![a-z])/
/** 'Sold - fell through', 'sold?' */
const DOUBTFUL = /\?|\b(?:no|not|fell|cancelled|canceled|back|again|returned|void|unless|until paid)\b/

const MAX_LENGTH = 200
const normalize = (cell: string) =>
  cell.length > MAX_LENGTH
    ? ''
    : cell
        .trim()
        .toLowerCase()
        .replace(/\s+/g, ' ')
        .replace(/[.!]+$/, '')

/** Sold: 'x' and '12/03/2024' are sold, 'no' is not. Status: 'SSTC' is not for sale; 'yes' and 'sold?' throw. */
export function readAvailability(cell: string, column: AvailabilityColumn): Availability {
  const text = normalize(cell)
  if (column !== 'status') {
    if (YES.test(text)) return column === 'sold' ? 'sold' : 'for sale'
    if (NO.test(text)) return column === 'sold' ? 'not sold' : 'not for sale'
  }
  if (column === 'sold' && isDay(text)) return 'sold'
  if (FOR_SALE.test(text)) return 'for sale'
  if (NOT_SOLD.test(text)) return 'not sold'
  const details = text.replace(RESERVED, '')
  if (details !== text && !DOUBTFUL.test(details)) return 'not for sale'
  if (isMarkedSold(cell)) return 'sold'
  throw new CellError(`“${escapeLine(cell.trim())}” is neither for sale nor sold`)
}

/** 'SSTC', 'under offer', 'reserved for Ann', but not 'withdrawn' */
export const isMarkedReserved = (cell: string): boolean =>
  /^(?:sstc|stc|sold,? \(?(?:stc|subject)|reserved|(?:on )?hold|held|under offer|offer accepted|sale agreed|deposit)/.test(
    normalize(cell),
  )

export function isMarkedSold(cell: string): boolean {
  const text = normalize(cell)
  return SOLD.test(text) && !DOUBTFUL.test(text)
}

/** Whether there are words besides the status: 'Reserved - Mr Patel', 'SOLD to Ann', but not 'SSTC' or 'sold 12.3.24'. */
export function saysMore(cell: string): boolean {
  const text = normalize(cell)
  if (FOR_SALE.test(text) || YES.test(text) || NO.test(text) || NOT_SOLD.test(text) || isDay(text))
    return false
  const details = text
    .replace(RESERVED, '')
    .replace(SOLD, '')
    .replace(/^[^a-z0-9£]+|[^a-z0-9]+$/g, '')
  return details !== '' && !isDay(details)
}

/** '12.3.24', '12 March 2024', but not a year or another bare number. */
const isDay = (text: string) => !/^\d+$/.test(text) && isDate(text)

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
  `“${escapeLine(statement?.name)}” (${escapeLine(statement?.cell.trim())})`

/** Tells the entries of a list from totals, titles and repeated headings. */
import { parseTyped } from '#shared/registration/typed-registration.ts'
import { cleanText } from '#shared/text/clean-text.ts'

const TOTAL = /^(?:grand |sub[- ]?)?(?:totals?|sum|count|average|avg)\b/i

export const isTotal = (record: Record<string, unknown>, columns: ReadonlyMap<string, string>) => {
  const filled = Object.values(record)
    .map(textOf)
    .filter((cell) => cell.trim() !== '')
  const registration = textOf(record[columns.get('plate_number') ?? '']).trim()
  // SUM 1 is a registration.
  if (registration !== '' && (!TOTAL.test(registration) || parseTyped(registration).ok)) return false
  return TOTAL.test(filled[0]?.trim() ?? '')
}

/** Why a row is not an entry of the list; null if it is one. */
export function noEntry(
  record: Record<string, unknown>,
  columns: ReadonlyMap<string, string>,
  isBelow: boolean,
): string | null {
  if (isTotal(record, columns)) return 'a total'
  const cells = Object.entries(record).filter(([, cell]) => textOf(cell).trim() !== '')
  if (cells.length > 1 && cells.every(([name, cell]) => plain(textOf(cell)) === plain(name)))
    return 'the headings again'
  const registration = textOf(record[columns.get('plate_number') ?? '']).trim()
  if (isBelow && registration === '') return 'below the list'
  const [only] = cells
  // Every registration has digits and at most a few words.
  const isTitle = only && cells.length === 1 && textOf(only[1]).trim() === registration
  return isTitle && (!/\d/.test(registration) || registration.split(/\s+/).length > 4) ? 'a title' : null
}

const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/ \(column [A-Z]+\)$/i, '')
    .replace(/[^a-z0-9£]/g, '')

/** Cleaned; '' for a cell that is not a single value. */
export const textOf = (value: unknown): string =>
  typeof value === 'string'
    ? cleanText(value)
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : ''

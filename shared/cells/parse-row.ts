import { SYSTEM_NAMES } from '../registration/registration.ts'
import { parseTyped } from '../registration/typed-registration.ts'
import { cleanText } from '../text/clean-text.ts'
import { escapeLine } from '../text/escape-control.ts'
import { combineAvailability, isMarkedSold, readAvailability } from './availability.ts'
import { UnreadableCell } from './cell.ts'
import { refuseDates } from './dated-registration.ts'
import { CellError, inColumn, plainValue, type RefusalCode, readDate, type YearAndMonth } from './fields.ts'
import { type HeadingReader, type Headings, headingReader } from './headings.ts'
import { keyOf, type Row, type TableSpec } from './table-specs.ts'

export interface ParsedRow {
  line: number
  key: string
  /** The columns that the file sets; always includes the key columns. */
  given: Row
  /** Default values of a new row. */
  fill: Row
  /** The registration as written in the file, if it differs from the stored spelling. */
  written?: string
  /** The file says that the plate is sold, so it must not go on sale. */
  isSold?: true
  /** The file has no total. */
  hasComputedTotal?: true
  /** Why the row is skipped: 'unsold', 'withdrawn'. */
  leftOut?: string
}

export interface Refusal {
  line: number
  reason: string
  registration?: string
  code?: RefusalCode
  /** The column to correct, where the reason names several. */
  column?: string
}

export interface RowReader {
  /** @returns null for a row that is not an entry of the list, such as a total */
  read(line: number, record: Record<string, unknown>): ParsedRow | Refusal | null
  ignored(): string[]
}

interface RowReaderOptions {
  allowDoubtful?: boolean
  headings?: HeadingReader
}

export function rowReader(
  table: TableSpec,
  { allowDoubtful = false, headings = headingReader(table) }: RowReaderOptions = {},
) {
  const { match, ignored } = headingMatcher(headings)

  return {
    ignored,
    read(line: number, record: Record<string, unknown>): ParsedRow | Refusal {
      let registration = ''
      try {
        const { columns, isVaguePrice } = match(record)
        const cells = new Map<string, string>()
        registration = String(record[columns.get('plate_number') ?? ''] ?? '')
        for (const [column, name] of columns) {
          const cell = cellText(record[name], name)
          if (cell.trim() !== '') cells.set(column, cell)
        }
        registration = cells.get('plate_number') ?? ''
        refuseDates(registration)
        const { row, written } = readRegistration(table, registration, allowDoubtful)
        const isSold = readSale(table, cells, columns, row)
        readFields(table, cells, columns, row, isSold)
        check(row)
        const hasComputedTotal = adoptDerived(table, row)
        for (const column of table.key) row[column] ??= null
        const isVague = isVaguePrice && cells.has('total_price') && !cells.has('hammer_price')
        return {
          line,
          key: keyOf(table, row),
          given: row,
          fill: { ...table.fill(row), ...(isVague ? { price_basis: 'unclear' } : {}) },
          ...(written === undefined ? {} : { written }),
          ...(isSold ? { isSold } : {}),
          ...(hasComputedTotal ? { hasComputedTotal } : {}),
        }
      } catch (error) {
        if (!(error instanceof CellError)) throw error
        return {
          line,
          reason: error.message,
          column: error.column,
          ...(registration && { registration: escapeLine(registration) }),
        }
      }
    },
  }
}

function adoptDerived(table: TableSpec, row: Row): true | undefined {
  const { total_price: written } = row
  Object.assign(row, table.derive?.(row))
  return (typeof written !== 'number' && typeof row.total_price === 'number') || undefined
}

/** Matches the columns of records; cached, since all rows of a list have the same columns. */
export function headingMatcher(headings: HeadingReader) {
  const ignored = new Set<string>()
  const matched = new Map<string, Headings>()
  return {
    ignored: () => [...ignored],
    match(record: Record<string, unknown>): Headings {
      const names = Object.keys(record)
      const signature = names.join('\n')
      const found = matched.get(signature)
      if (found) return found
      const made = headings.match(names)
      for (const name of made.ignored) ignored.add(escapeLine(name))
      if (matched.size < 100) matched.set(signature, made)
      return made
    },
  }
}

export function cellText(value: unknown, name: string): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return cleanText(value)
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (value instanceof UnreadableCell) throw new CellError(`“${escapeLine(name)}”, ${value.reason}`)
  throw new CellError(`“${escapeLine(name)}” is a list or an object, not a single value`)
}

export function readRegistration(table: TableSpec, cell: string, allowDoubtful: boolean) {
  const plain = plainValue(cell)
  if (plain === '') throw new CellError('it has no registration')
  const { home } = table
  const parsed = parseTyped(plain, home?.jurisdiction)
  const isHome = !home || (parsed.ok && parsed.registration.system === home.system)
  if (parsed.ok && (isHome || allowDoubtful)) {
    const { text } = parsed.registration
    return { row: { plate_number: text } as Row, written: text === cell.trim() ? undefined : cell.trim() }
  }
  if (!allowDoubtful)
    throw new CellError(
      parsed.ok
        ? `${parsed.registration.text} is not a ${home && SYSTEM_NAMES[home.system]} registration`
        : lowerFirst(parsed.reason),
    )
  const asWritten = plain.toUpperCase().replace(/\s+/g, ' ')
  if (!/^[\p{L}\p{N} .-]{1,20}$/u.test(asWritten))
    throw new CellError('the registration contains characters that no registration has')
  return {
    row: { plate_number: asWritten } as Row,
    written: asWritten === cell.trim() ? undefined : cell.trim(),
  }
}

/** For use after a colon; a sentence that begins with the registration keeps its capitals. */
const lowerFirst = (sentence: string) =>
  sentence.replace(/^(That|Type|The|Two|Three|No) /, (word) => word.toLowerCase()).replace(/\.$/, '')

function readSale(
  table: TableSpec,
  cells: Map<string, string>,
  columns: Map<string, string>,
  row: Row,
): true | undefined {
  if (table.availability.length === 0) return undefined
  const statements = table.availability.flatMap(({ column }) => {
    const cell = cells.get(column)
    if (cell === undefined) return []
    const name = columns.get(column) ?? column
    return [{ name, cell, value: inColumn(name, () => readAvailability(cell, column)) }]
  })
  const price = cells.get('price')
  if (price !== undefined && isMarkedSold(price))
    statements.push({ name: columns.get('price') ?? 'price', cell: price, value: 'sold' })
  const availability = combineAvailability(statements)
  if (availability === 'for sale') row.is_available = true
  if (availability === 'sold' || availability === 'not for sale') row.is_available = false
  return availability === 'sold' || undefined
}

function readFields(
  table: TableSpec,
  cells: Map<string, string>,
  columns: Map<string, string>,
  row: Row,
  isSold: true | undefined,
): void {
  for (const { column, read } of table.fields) {
    const cell = cells.get(column)
    if (cell === undefined) continue
    try {
      row[column] = inColumn(columns.get(column) ?? column, () => read(cell))
    } catch (error) {
      // The price of a sold plate is not shown, so it need not be readable.
      if (!(isSold && column === 'price' && error instanceof CellError)) throw error
    }
  }
  const date = cells.get('sale_date')
  if (date !== undefined) {
    const { year, month } = inColumn(columns.get('sale_date') ?? 'date', () => readDate(date))
    if (!agree(row, { year, month }))
      throw new CellError(`“${escapeLine(date)}” does not match the year and month columns`)
    row.sale_year = year
    row.sale_month ??= month
  }
  if (table.name !== 'plates' && row.sale_year === undefined) throw new CellError('it has no year')
}

const agree = (row: Row, { year, month }: YearAndMonth) =>
  (row.sale_year ?? year) === year && (row.sale_month ?? month) === (month ?? row.sale_month ?? null)

function check({ hammer_price, total_price }: Row): void {
  if (typeof hammer_price === 'number' && typeof total_price === 'number' && hammer_price > total_price)
    throw new CellError(
      'the hammer price is above the total price: are the columns the right way round?',
      undefined,
      'hammer_price',
    )
}

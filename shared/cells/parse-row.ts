import { SYSTEM_NAMES } from '../registration/registration.ts'
import { parseTyped } from '../registration/typed-registration.ts'
import { cleanText } from '../text/clean-text.ts'
import { escapeLine } from '../text/escape-control.ts'
import { numberText, UnreadableCell } from './cell.ts'
import { refuseDates } from './dated-registration.ts'
import { readDate, type YearAndMonth } from './dates.ts'
import { CellError, inColumn, plainValue, type RefusalCode } from './fields.ts'
import { columnsOf } from './headings.ts'
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
}

interface RowReaderOptions {
  allowDoubtful?: boolean
  /** The name of each column in the records; its own by default. */
  columns?: ReadonlyMap<string, string>
  /** The name of the total price does not say whether it includes fees. */
  isVaguePrice?: boolean
}

export function rowReader(
  table: TableSpec,
  {
    allowDoubtful = false,
    columns = new Map(columnsOf(table).map((column) => [column, column])),
    isVaguePrice = false,
  }: RowReaderOptions = {},
) {
  return {
    read(line: number, record: Record<string, unknown>): ParsedRow | Refusal {
      let registration = ''
      try {
        registration = String(record[columns.get('plate_number') ?? ''] ?? '')
        const cells = cellsOf(record, columns)
        registration = cells.get('plate_number')?.cell ?? ''
        refuseDates(registration)
        const { registration: plate_number, written } = readRegistration(
          registration,
          allowDoubtful,
          table.home,
        )
        const row: Row = { plate_number, ...readFields(table, cells) }
        check(row)
        const hasComputedTotal = adoptDerived(table, row)
        for (const column of table.key) row[column] ??= null
        const isVague = isVaguePrice && cells.has('total_price') && !cells.has('hammer_price')
        return {
          line,
          key: keyOf(table, row),
          given: row,
          fill: { ...table.fill(row), ...(isVague ? { price_basis: 'unclear' } : {}) },
          written,
          hasComputedTotal,
        }
      } catch (error) {
        if (!(error instanceof CellError)) throw error
        return {
          line,
          reason: error.message,
          column: error.column,
          registration: escapeLine(registration) || undefined,
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

export function cellText(value: unknown, name: string): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return cleanText(value)
  if (typeof value === 'number') return numberText(value)
  if (typeof value === 'boolean') return String(value)
  if (value instanceof UnreadableCell) throw new CellError(`“${escapeLine(name)}”, ${value.reason}`)
  throw new CellError(`“${escapeLine(name)}” is a list or an object, not a single value`)
}

/** A cell that is not blank, and its heading. */
export interface NamedCell {
  name: string
  cell: string
}

export type Cells = ReadonlyMap<string, NamedCell>

/** The cells of a row that are not blank, by column. @param columns the heading of each column. @throws CellError */
export function cellsOf(record: Record<string, unknown>, columns: ReadonlyMap<string, string>): Cells {
  const cells = new Map<string, NamedCell>()
  for (const [column, name] of columns) {
    const cell = cellText(record[name], name)
    if (cell.trim() !== '') cells.set(column, { name, cell })
  }
  return cells
}

/** The parsed cell; undefined if it is blank. @throws CellError that names its heading */
export function readCell<T>(cells: Cells, column: string, read: (cell: string) => T): T | undefined {
  const found = cells.get(column)
  return found && inColumn(found.name, () => read(found.cell))
}

/** @param home registrations of any other system are refused. @throws CellError */
export function readRegistration(cell: string, allowDoubtful: boolean, home?: TableSpec['home']) {
  const plain = plainValue(cell)
  if (plain === '') throw new CellError('it has no registration')
  const parsed = parseTyped(plain, home?.jurisdiction)
  const asGiven = (registration: string) => ({
    registration,
    written: registration === cell.trim() ? undefined : cell.trim(),
  })
  const isHome = !home || (parsed.ok && parsed.registration.system === home.system)
  if (parsed.ok && (isHome || allowDoubtful)) return asGiven(parsed.registration.text)
  if (!allowDoubtful)
    throw new CellError(
      parsed.ok
        ? `${parsed.registration.text} is not a ${home && SYSTEM_NAMES[home.system]} registration`
        : lowerFirst(parsed.reason),
    )
  const asWritten = plain.toUpperCase().replace(/\s+/g, ' ')
  if (!/^[\p{L}\p{N} .-]{1,20}$/u.test(asWritten))
    throw new CellError('the registration contains characters that no registration has')
  return asGiven(asWritten)
}

/** For use after a colon; a sentence that begins with the registration keeps its capitals. */
const lowerFirst = (sentence: string) =>
  sentence.replace(/^(That|Type|The|Two|Three|No) /, (word) => word.toLowerCase()).replace(/\.$/, '')

function readFields({ fields }: TableSpec, cells: Cells): Row {
  const row: Row = {}
  for (const { column, read } of fields) {
    const value = readCell(cells, column, read)
    if (value !== undefined) row[column] = value
  }
  const date = readCell(cells, 'sale_date', readDate)
  if (date) {
    if (!agree(row, date))
      throw new CellError(
        `“${escapeLine(cells.get('sale_date')?.cell)}” does not match the year and month columns`,
      )
    row.sale_year = date.year
    row.sale_month ??= date.month
  }
  if (row.sale_year === undefined) throw new CellError('it has no year')
  return row
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

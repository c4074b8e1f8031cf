/** From a record of a file to a row that a table can take, or to the reason why it cannot. */
import { parseRegistration } from '../../app/domain/registration.ts'
import { OfficeFault } from '../faults.ts'
import { printable } from '../printable.ts'
import { CellFault, readDate, type YearAndMonth } from './fields.ts'
import {
  DATE_NAMES,
  keyOf,
  REGISTRATION_NAMES,
  type Row,
  type TableSpec,
  VAGUE_PRICE_NAMES,
} from './tables.ts'

export interface StagedRow {
  /** Where the file has it. */
  line: number
  key: string
  /** What the file says, the columns of the key always among it. */
  given: Row
  /** What a new row gets beside it. */
  fill: Row
  /** The registration as the file has it, where it is kept in another spelling. */
  written?: string
}

export interface Refusal {
  line: number
  reason: string
  registration?: string
}

/** Whose names do not count: they are the database's own. */
const OURS = new Set(['id', 'createdat', 'updatedat'])

const bare = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '')

export interface RowReader {
  read(line: number, record: Record<string, unknown>): StagedRow | Refusal
  /** Columns that nothing was taken from. */
  unused(): string[]
}

/** @param allowDoubtful takes registrations that the grammar does not read, as they are written */
export function rowReader(table: TableSpec, { allowDoubtful = false } = {}): RowReader {
  const known = knownNames(table)
  const unused = new Set<string>()
  const matched = new Map<string, Match>()

  /** All rows of a CSV have the same columns, and most of a JSON: they are matched once. */
  function match(record: Record<string, unknown>): Match {
    const names = Object.keys(record)
    const signature = names.join('\n')
    const found = matched.get(signature)
    if (found) return found
    const made = matchColumns(table, known, names)
    for (const name of made.unused) unused.add(name)
    if (matched.size < 100) matched.set(signature, made)
    return made
  }

  return {
    unused: () => [...unused],
    read(line, record) {
      let registration = ''
      try {
        const { columns } = match(record)
        const cells = new Map<string, string>()
        registration = String(record[columns.get('plate_number') ?? ''] ?? '')
        for (const [column, name] of columns) {
          const cell = cellText(record[name], name)
          if (cell.trim() !== '') cells.set(column, cell)
        }
        registration = cells.get('plate_number') ?? ''
        const { row, written } = readRegistration(table, registration, allowDoubtful)
        readFields(table, cells, columns, row)
        const problem = check(row)
        if (problem) throw new CellFault(problem)
        for (const column of table.key) row[column] ??= null
        return {
          line,
          key: keyOf(table, row),
          given: row,
          fill: { ...table.fill(row), ...vagueBasis(table, columns, cells) },
          ...(written === undefined ? {} : { written }),
        }
      } catch (error) {
        if (!(error instanceof CellFault)) throw error
        return { line, reason: error.message, ...(registration && { registration: printable(registration) }) }
      }
    },
  }
}

interface Match {
  /** Column of the table → name in the file. */
  columns: Map<string, string>
  unused: string[]
}

function knownNames(table: TableSpec): Map<string, string> {
  const known = new Map<string, string>()
  const add = (column: string, names: readonly string[]) => {
    for (const name of [column, ...names]) known.set(bare(name), column)
  }
  add('plate_number', REGISTRATION_NAMES)
  for (const { column, names } of table.fields) add(column, names)
  if (table.name !== 'plates') add('sale_date', DATE_NAMES)
  return known
}

/** @throws OfficeFault where the columns cannot be told apart, or the one that counts is missing */
function matchColumns(table: TableSpec, known: Map<string, string>, names: string[]): Match {
  const columns = new Map<string, string>()
  const unused: string[] = []
  for (const name of names) {
    const column = known.get(bare(name))
    if (column === undefined) {
      if (name !== '' && !OURS.has(bare(name))) unused.push(printable(name))
      continue
    }
    const other = columns.get(column)
    if (other !== undefined)
      throw new OfficeFault(
        `The columns “${printable(other)}” and “${printable(name)}” both hold the ${column.replace('_', ' ')}: remove one of them.`,
      )
    columns.set(column, name)
  }
  if (!columns.has('plate_number'))
    throw new OfficeFault(
      `No column holds the registration: name it “registration” in the first line. It has: ${names
        .slice(0, 20)
        .map((name) => printable(name, 30))
        .join(', ')}.`,
    )
  if (table.name !== 'plates' && !columns.has('sale_year') && !columns.has('sale_date'))
    throw new OfficeFault('No column holds the year of the sale: name one “year”, or “date”.')
  return { columns, unused }
}

function cellText(value: unknown, name: string): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  throw new CellFault(`“${printable(name)}” holds a list or an object, and not one value`)
}

function readRegistration(table: TableSpec, cell: string, allowDoubtful: boolean) {
  if (cell.trim() === '') throw new CellFault('it has no registration')
  const parsed = parseRegistration(cell, table.hint)
  const isHome = table.name !== 'jersey_sales' || (parsed.ok && parsed.registration.system === 'jersey')
  if (parsed.ok && (isHome || allowDoubtful)) {
    const { text } = parsed.registration
    return { row: { plate_number: text } as Row, written: text === cell.trim() ? undefined : cell.trim() }
  }
  if (!allowDoubtful)
    throw new CellFault(
      parsed.ok ? `${parsed.registration.text} is no registration of Jersey` : lowerFirst(parsed.reason),
    )
  const asWritten = cell.trim().toUpperCase().replace(/\s+/g, ' ')
  if (!/^[\p{L}\p{N} .-]{1,20}$/u.test(asWritten))
    throw new CellFault('it holds what no registration can hold')
  return {
    row: { plate_number: asWritten } as Row,
    written: asWritten === cell.trim() ? undefined : cell.trim(),
  }
}

/** 'That is too long: …' stands after a colon; a sentence that begins with the mark itself keeps its capitals. */
const lowerFirst = (sentence: string) =>
  sentence.replace(/^(That|Type|The|Two|Three|No) /, (word) => word.toLowerCase()).replace(/\.$/, '')

function readFields(
  table: TableSpec,
  cells: Map<string, string>,
  columns: Map<string, string>,
  row: Row,
): void {
  for (const { column, read } of table.fields) {
    const cell = cells.get(column)
    if (cell !== undefined) row[column] = inColumn(columns.get(column) ?? column, () => read(cell))
  }
  const date = cells.get('sale_date')
  if (date !== undefined) {
    const { year, month } = inColumn(columns.get('sale_date') ?? 'date', () => readDate(date))
    if (!agree(row, { year, month }))
      throw new CellFault(`“${printable(date)}” is not in the year and month that stand beside it`)
    row.sale_year = year
    row.sale_month ??= month
  }
  if (table.name !== 'plates' && row.sale_year === undefined) throw new CellFault('it has no year')
}

const agree = (row: Row, { year, month }: YearAndMonth) =>
  (row.sale_year ?? year) === year && (row.sale_month ?? month) === (month ?? row.sale_month ?? null)

function inColumn<T>(name: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof CellFault ? new CellFault(`${printable(name)}: ${error.message}`) : error
  }
}

function check({ hammer_price, total_price }: Row): string | null {
  if (typeof hammer_price === 'number' && typeof total_price === 'number' && hammer_price > total_price)
    return 'the hammer price is above the total price: are the columns the right way round?'
  return null
}

/** A column that is only called "price" does not say whether fees are in it. */
function vagueBasis(table: TableSpec, columns: Map<string, string>, cells: Map<string, string>): Row {
  const name = columns.get('total_price')
  const isVague =
    table.name !== 'plates' && name !== undefined && VAGUE_PRICE_NAMES.map(bare).includes(bare(name))
  return isVague && cells.has('total_price') && !cells.has('hammer_price') ? { price_basis: 'unclear' } : {}
}

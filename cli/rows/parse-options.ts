import { UsageError } from '../errors.ts'
import { escapeTerminal } from '../escape-terminal.ts'
import { CellError } from './fields.ts'
import { type ParsedRow, rowReader } from './parse-row.ts'
import type { TableSpec } from './table-specs.ts'

/** Applies the rules for the cells of a file. @throws UsageError that names the wrong option */
export function rowFromOptions(
  table: TableSpec,
  cells: Record<string, string | undefined>,
  { allowDoubtful = false } = {},
): ParsedRow {
  const given = Object.fromEntries(Object.entries(cells).filter(([, cell]) => cell !== undefined))
  const row = rowReader(table, { allowDoubtful }).read(1, given)
  if ('reason' in row)
    throw new UsageError(
      `${row.registration ? `${row.registration}: ` : ''}${escapeTerminal(row.reason, 400)}.`,
    )
  if (given.price?.trim() && row.given.price === undefined)
    throw new UsageError(
      `price: “${escapeTerminal(given.price)}” is not a price in pounds, such as 1250 or £1,250.`,
    )
  return row
}

/** @throws UsageError that begins with the label, instead of a CellError */
export function labelErrors<T>(label: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof CellError ? new UsageError(`${label}: ${error.message}.`) : error
  }
}

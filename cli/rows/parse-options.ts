/** What is typed behind a command, read by the same rules as the cells of a file. */
import { UsageFault } from '../errors.ts'
import { printable } from '../escape-terminal.ts'
import { rowReader, type StagedRow } from './parse-row.ts'
import type { TableSpec } from './table-specs.ts'

/** @throws UsageFault that says which option is wrong */
export function rowFromWords(
  table: TableSpec,
  cells: Record<string, string | undefined>,
  { allowDoubtful = false } = {},
): StagedRow {
  const given = Object.fromEntries(Object.entries(cells).filter(([, cell]) => cell !== undefined))
  const row = rowReader(table, { allowDoubtful }).read(1, given)
  if ('reason' in row)
    throw new UsageFault(`${row.registration ? `${row.registration}: ` : ''}${printable(row.reason, 400)}.`)
  if (given.price?.trim() && row.given.price === undefined)
    throw new UsageFault(`price: “${printable(given.price)}” is no price in pounds, such as 1250 or £1,250.`)
  return row
}

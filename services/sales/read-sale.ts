/** Parses and validates a sale that a person enters, by the rules of an import. */

import { readRegistration, rowReader } from '#shared/cells/parse-row.ts'
import type { Row, TableSpec, Value } from '#shared/cells/table-specs.ts'
import type { ExplorerName } from '#shared/sales/explorers.ts'
import { cleanText } from '#shared/text/clean-text.ts'
import { escapeLine } from '#shared/text/escape-control.ts'
import { isoMonth, MONTHS } from '#shared/text/format.ts'
import { InvalidInput, readForm, refuseField, refuseFields, sentence } from '../changes/refusal.ts'
import { londonDay } from '../london-time.ts'
import { specOf } from './sale-types.ts'

/** The entered texts by column; a missing column stays unchanged. A new sale may have a `sale_date` instead. */
export type SaleCells = Record<string, string | undefined>

/**
 * Parses the cells that are not blank.
 * @param allowDoubtful accepts registrations of unknown systems
 * @throws InvalidInput with a sentence for each invalid column
 */
export function readCells(table: TableSpec, cells: SaleCells, allowDoubtful = false): Row {
  const fields: Record<string, { parse(cell: string): Value }> = {}
  for (const [column, cell = ''] of Object.entries(cells)) {
    const field = table.fields.find((known) => known.column === column)
    if (cleanText(cell) === '') continue
    if (column === 'plate_number')
      fields[column] = { parse: () => readRegistration(cell, allowDoubtful, table.home).registration }
    else if (field) fields[column] = { parse: field.read }
  }
  return readForm(fields, cells, '')
}

/**
 * The cells of a form that differ from the record. Leaves out derived values, such as a computed total, so that they
 * are recomputed.
 */
export function changedCells(table: TableSpec, sale: Row, cells: SaleCells): SaleCells {
  const changed = Object.entries(cells).filter(([column, cell]) => {
    if (cell === undefined || !table.columns.includes(column)) return false
    try {
      return (readCells(table, { [column]: cell })[column] ?? null) !== (sale[column] || null)
    } catch (error) {
      if (error instanceof InvalidInput) return true
      throw error
    }
  })
  return Object.fromEntries(changed)
}

/**
 * The row of a new sale: its values, the total if the fees of that month are known, and the columns derived from its
 * registration.
 * @param allowDoubtful accepts registrations of unknown systems
 * @throws InvalidInput with a sentence for each invalid column
 */
export function planNewSale(explorer: ExplorerName, cells: SaleCells, allowDoubtful = false): Row {
  const table = specOf(explorer)
  const given = Object.fromEntries(Object.entries(cells).filter(([, cell]) => cell !== undefined))
  const missing: Record<string, string> = {}
  if (!given.plate_number?.trim()) missing.plate_number = 'Enter the registration.'
  if (!given.sale_year?.trim() && !given.sale_date?.trim()) missing.sale_year = 'Enter the year of the sale.'
  refuseFields(missing)
  const { sale_date: _, ...separate } = given
  readCells(table, separate, allowDoubtful)
  const row = rowReader(table, { allowDoubtful }).read(1, given)
  if ('reason' in row) {
    const message = escapeLine(row.reason, 400)
    throw new InvalidInput(`${row.registration ? `${row.registration}: ` : ''}${message}.`, {
      [row.column ?? 'sale_date']: sentence(message),
    })
  }
  checkMoment(row.given)
  return { ...row.fill, ...row.given }
}

/** A year alone may be the current one. @throws InvalidInput if the month is in the future */
export function checkMoment({ sale_year, sale_month }: Row): void {
  if (typeof sale_month !== 'number') return
  if (isoMonth(Number(sale_year), sale_month) <= londonDay(new Date()).slice(0, 7)) return
  refuseField('sale_month', `${MONTHS[sale_month - 1]} ${sale_year} is in the future.`)
}

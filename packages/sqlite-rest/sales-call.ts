/** The arguments of `change_sales`; change-sales.ts executes the call. */
import type { Row } from './change-rows.ts'
import {
  type ChangedRow,
  type ChangesCall,
  OWN,
  readCall,
  readChange,
  readColumns,
  readText,
} from './changes-call.ts'
import { changesInvalid } from './errors.ts'
import type { BodyRow } from './parse-body.ts'
import { type Schema, salesTablesOf, type Table } from './schema.ts'

export interface SaleChange extends ChangedRow {
  readonly sale: Row
  /** The text for the public log of corrections; null: no entry. */
  readonly correction: string | null
}

export interface SalesCall extends ChangesCall<SaleChange> {
  readonly explorer: string
  readonly table: Table
  /** The reason of the corrections. */
  readonly reason: string | null
}

/** @throws RestError */
export function readSalesCall(schema: Schema, sent: BodyRow): SalesCall {
  const explorer = readText(sent, 'explorer')
  const tables = salesTablesOf(schema)
  const table = tables.find((known) => known.explorer === explorer)
  if (explorer === null || !table)
    throw changesInvalid(`explorer must be ${tables.map((known) => known.explorer).join(' or ')}`)
  const call = readCall(sent, 'sale', (change) => parseChange(table, change))
  return { ...call, explorer, table, reason: readText(sent, 'reason') }
}

function parseChange(table: Table, given: unknown): SaleChange {
  const { row, sent } = readChange(given, ['sale'], ['correction'])
  const correction = readText(sent, 'correction')
  if (row.isRemoval && correction === null) throw changesInvalid('a removal needs a correction')
  return {
    ...row,
    sale: readColumns(table, sent.sale, row.id === null ? ['updated_at'] : OWN),
    correction,
  }
}

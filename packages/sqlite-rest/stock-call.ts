/** The arguments of `change_stock`; change-stock.ts executes the call. */
import type { Row } from './change-rows.ts'
import { type ChangedRow, type ChangesCall, OWN, readCall, readChange, readColumns } from './changes-call.ts'
import type { BodyRow } from './parse-body.ts'
import { findTable } from './plan.ts'
import type { Schema } from './schema.ts'

export interface PlateChange extends ChangedRow {
  readonly plate: Row
  readonly details: Row
}

export type StockCall = ChangesCall<PlateChange>

/** @throws RestError */
export const readStockCall = (schema: Schema, sent: BodyRow): StockCall =>
  readCall(sent, 'plate', (change) => parseChange(schema, change))

function parseChange(schema: Schema, given: unknown): PlateChange {
  const { row, sent } = readChange(given, ['plate', 'details'])
  return {
    ...row,
    plate: readColumns(findTable(schema, 'plates'), sent.plate, row.id === null ? ['updated_at'] : OWN),
    details: readColumns(findTable(schema, 'plate_details'), sent.details, OWN),
  }
}

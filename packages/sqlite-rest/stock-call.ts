/** The arguments of `change_stock`; change-stock.ts executes the call. */
import type { AuditEntry } from './audit.ts'
import type { Row } from './change-rows.ts'
import {
  type ChangedRow,
  OWN,
  readArguments,
  readBatch,
  readChange,
  readChanges,
  readColumns,
  readEntry,
  SHARED_ARGUMENTS,
} from './changes-call.ts'
import type { BodyRow } from './parse-body.ts'
import { findTable } from './plan.ts'
import type { Schema } from './schema.ts'

export const CHANGE_STOCK = 'change_stock'

export interface PlateChange extends ChangedRow {
  readonly plate: Row
  readonly details: Row
}

export interface StockCall {
  readonly entry: AuditEntry
  readonly batch: string | null
  readonly changes: readonly PlateChange[]
}

/** @throws RestError */
export function parseStockCall(schema: Schema, body: Uint8Array, contentType: string | null): StockCall {
  return readStockCall(schema, readArguments(CHANGE_STOCK, SHARED_ARGUMENTS, body, contentType))
}

/** @throws RestError */
export function readStockCall(schema: Schema, sent: BodyRow): StockCall {
  return {
    entry: readEntry(sent),
    batch: readBatch(sent),
    changes: readChanges(sent, 'plate', (change) => parseChange(schema, change)),
  }
}

function parseChange(schema: Schema, given: unknown): PlateChange {
  const { row, sent } = readChange(given, ['plate', 'details'])
  return {
    ...row,
    plate: readColumns(findTable(schema, 'plates'), sent.plate, row.id === null ? ['updated_at'] : OWN),
    details: readColumns(findTable(schema, 'plate_details'), sent.details, OWN),
  }
}

/**
 * The function `apply_writes`, equivalent to the SQL function in supabase/current: several writes, and calls of
 * `change_stock` and `change_sales`, in one transaction.
 */
import { deleteText, insertText, later, type Row, selectText, updateText } from './change-rows.ts'
import { SalesWriter } from './change-sales.ts'
import { StockWriter } from './change-stock.ts'
import type { ChangeDatabase } from './change-writer.ts'
import { readArguments, readColumns } from './changes-call.ts'
import { changeConflict, changesInvalid } from './errors.ts'
import { isRow, parseBodyValue } from './parse-body.ts'
import { findTable } from './plan.ts'
import { CHANGE_SALES, readSalesCall, type SalesCall } from './sales-call.ts'
import type { Schema, Table } from './schema.ts'
import { CHANGE_STOCK, readStockCall, type StockCall } from './stock-call.ts'

export const APPLY_WRITES = 'apply_writes'

const TABLES = ['deals', 'deal_payments', 'mails', 'enquiries', 'enquiry_entries', 'audit']

export type Write =
  | { readonly stock: StockCall }
  | { readonly sales: SalesCall }
  | { readonly table: Table; readonly insert: Row }
  /** Without columns to update, the row is removed. */
  | {
      readonly table: Table
      readonly id: string
      readonly seenAt: string | null
      readonly update: Row | null
    }

/** @throws RestError */
export function parseWrites(schema: Schema, body: Uint8Array, contentType: string | null): Write[] {
  const { writes } = readArguments(APPLY_WRITES, ['writes'], body, contentType)
  if (!Array.isArray(writes)) throw changesInvalid('writes must be a list')
  return writes.map((given) => parseWrite(schema, given))
}

function parseWrite(schema: Schema, given: unknown): Write {
  const sent = isRow(given) ? given : {}
  if (sent.function === CHANGE_STOCK && isRow(sent.arguments))
    return { stock: readStockCall(schema, sent.arguments) }
  if (sent.function === CHANGE_SALES && isRow(sent.arguments))
    return { sales: readSalesCall(schema, sent.arguments) }
  if (!TABLES.includes(String(sent.table))) throw changesInvalid('a write needs a table or a function')
  const table = findTable(schema, String(sent.table))
  const values = readColumns(table, sent.insert ?? sent.update, [])
  const isEmpty = Object.keys(values).length === 0
  if (isEmpty && sent.remove !== true) throw changesInvalid('a write needs columns to insert or update')
  if (isRow(sent.insert)) return { table, insert: values }
  const read = (name: string, type: 'uuid' | 'timestamptz') =>
    parseBodyValue({ name, type, nullable: true }, sent[name] ?? null) as string | null
  return {
    table,
    id: read('id', 'uuid') ?? '',
    seenAt: read('seen_at', 'timestamptz'),
    update: isEmpty ? null : values,
  }
}

/** The caller runs it in a transaction and rolls back if this throws. Yields as `change_stock` does. @throws RestError */
export function* applyWrites(
  database: ChangeDatabase,
  schema: Schema,
  writes: readonly Write[],
  now: string,
): Generator<void, { writes: number }> {
  for (const write of writes) {
    if ('stock' in write) yield* new StockWriter(database, schema, write.stock, now).steps()
    else if ('sales' in write) yield* new SalesWriter(database, schema, write.sales, now).steps()
    else if ('insert' in write)
      database.write(write.table, insertText(write.table, Object.keys(write.insert)), write.insert)
    else {
      const { table, id, seenAt, update } = write
      const row = database.get(selectText(table), [id])
      if (!row || (seenAt !== null && row.updated_at !== seenAt)) throw changeConflict('row', [table.name])
      if (update)
        database.write(table, updateText(table, update), {
          ...update,
          updated_at: later(now, String(row.updated_at)),
          id,
        })
      else database.write(table, deleteText(table), { id })
    }
  }
  return { writes: writes.length }
}

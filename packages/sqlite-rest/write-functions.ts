/**
 * The functions that write, equivalent to the SQL functions in supabase/current. `apply_writes` does several writes, and
 * calls of the other two, in one transaction.
 */
import { deleteText, insertText, later, selectText, updateText } from './change-rows.ts'
import { readSalesCall, SalesWriter } from './change-sales.ts'
import { readStockCall, StockWriter } from './change-stock.ts'
import type { ChangeDatabase } from './change-writer.ts'
import { readColumns, SHARED_ARGUMENTS } from './changes-call.ts'
import { changeConflict, changesInvalid } from './errors.ts'
import { type BodyRow, isRow, parseBodyValue } from './parse-body.ts'
import { findTable } from './plan.ts'
import type { Schema } from './schema.ts'

/**
 * The caller runs it in a transaction and rolls back if it throws. Yields between steps, so that the event loop can do
 * other work. @throws RestError
 */
export type WriteSteps<Result = unknown> = (database: ChangeDatabase, now: string) => Generator<void, Result>

interface WriteFunction {
  /** The names of its arguments. */
  expected: readonly string[]
  /** @throws RestError for arguments that it cannot execute */
  read(schema: Schema, sent: BodyRow): WriteSteps
}

const CHANGES: Readonly<Record<string, WriteFunction>> = {
  change_stock: {
    expected: SHARED_ARGUMENTS,
    read(schema, sent) {
      const call = readStockCall(schema, sent)
      return (database, now) => new StockWriter(database, schema, call, now).steps()
    },
  },
  change_sales: {
    expected: ['explorer', 'reason', ...SHARED_ARGUMENTS],
    read(schema, sent) {
      const call = readSalesCall(schema, sent)
      return (database, now) => new SalesWriter(database, schema, call, now).steps()
    },
  },
}

export const WRITE_FUNCTIONS: ReadonlyMap<unknown, WriteFunction> = new Map(
  Object.entries({ ...CHANGES, apply_writes: { expected: ['writes'], read: readWrites } }),
)

/** The tables that `apply_writes` writes to. */
const TABLES = ['plates', 'deals', 'deal_payments', 'mails', 'enquiries', 'enquiry_entries', 'audit']

function readWrites(schema: Schema, { writes }: BodyRow): WriteSteps {
  if (!Array.isArray(writes)) throw changesInvalid('writes must be a list')
  const steps = writes.map((given) => readWrite(schema, isRow(given) ? given : {}))
  return function* (database, now) {
    for (const write of steps) yield* write(database, now)
    return { writes: steps.length }
  }
}

function readWrite(schema: Schema, sent: BodyRow): WriteSteps {
  const change = String(sent.function)
  if (Object.hasOwn(CHANGES, change) && isRow(sent.arguments))
    return (CHANGES[change] as WriteFunction).read(schema, sent.arguments)
  if (!TABLES.includes(String(sent.table))) throw changesInvalid('a write needs a table or a function')
  const table = findTable(schema, String(sent.table))
  const values = readColumns(table, sent.insert ?? sent.update, [])
  const isEmpty = Object.keys(values).length === 0
  if (isEmpty && sent.remove !== true) throw changesInvalid('a write needs columns to insert or update')
  const read = (name: string, type: 'uuid' | 'timestamptz') =>
    parseBodyValue({ name, type, nullable: true }, sent[name] ?? null) as string | null
  if (isRow(sent.insert))
    return function* (database) {
      yield database.write(table, insertText(table, Object.keys(values)), values)
    }
  const [id, seenAt] = [read('id', 'uuid') ?? '', read('seen_at', 'timestamptz')]
  return function* (database, now) {
    const row = database.get(selectText(table), [id])
    if (!row || (seenAt !== null && row.updated_at !== seenAt)) throw changeConflict('row', [table.name])
    const updated_at = later(now, String(row.updated_at))
    yield isEmpty
      ? database.write(table, deleteText(table), { id })
      : database.write(table, updateText(table, values), { ...values, updated_at, id })
  }
}

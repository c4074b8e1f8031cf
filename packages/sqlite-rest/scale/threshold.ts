/** The only file of this folder that runs for a small database. */
import type { DatabaseSync } from 'node:sqlite'
import type { ReadPlan } from '../plan.ts'
import { type Schema, salesTablesOf } from '../schema.ts'

/** With fewer sales than this, no read takes longer than a millisecond. */
export const LARGE_FROM_SALES = 5_000

export function sizeCheck(reader: DatabaseSync, schema: Schema, fromSales: number): () => boolean {
  // The highest id is an upper bound on the number of sales, because ids are not reused. Avoids counting.
  const ids = salesTablesOf(schema).map(({ name }) => `coalesce((SELECT max(rowid) FROM ${name}), 0)`)
  const lastSale = reader.prepare(`SELECT max(0, ${ids.join()}) AS last`)
  return () => Number(lastSale.get()?.last) >= fromSales
}

const SALES_TABLE = /^(?:[a-z]+_)?sales/

export const mayBeSlow = ({ table, conditions }: ReadPlan): boolean =>
  SALES_TABLE.test(table.name) &&
  !conditions.some(
    (condition) =>
      condition.kind === 'compare' &&
      condition.operator === 'eq' &&
      !condition.negated &&
      (condition.column.name === 'id' || condition.column.name === 'plate_number'),
  )

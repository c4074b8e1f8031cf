/** Decides whether a database is large. The only file of this folder that runs for a small one. */
import type { DatabaseSync } from 'node:sqlite'
import type { ReadPlan } from '../plan.ts'

/** With fewer sales than this, no read takes longer than a millisecond. */
export const LARGE_FROM_SALES = 5_000

/** @returns a function that tells whether the database holds `fromSales` sales or more at the moment */
export function sizeCheck(reader: DatabaseSync, fromSales: number): () => boolean {
  // The highest row id is found without counting. It is at least the number of sales, since ids are not reused.
  const lastSale = reader.prepare(
    'SELECT max(coalesce((SELECT max(rowid) FROM sales), 0), coalesce((SELECT max(rowid) FROM jersey_sales), 0)) AS last',
  )
  return () => Number(lastSale.get()?.last) >= fromSales
}

const SALES_TABLE = /^(?:jersey_)?sales/

/** Whether a read is slow in a large database: it reads sales, and not one row by its key. */
export const mayBeSlow = ({ table, conditions }: ReadPlan): boolean =>
  SALES_TABLE.test(table.name) &&
  !conditions.some(
    (condition) =>
      condition.kind === 'compare' &&
      condition.operator === 'eq' &&
      !condition.negated &&
      (condition.column.name === 'id' || condition.column.name === 'plate_number'),
  )

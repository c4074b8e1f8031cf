/** The common part of the functions `change_stock` and `change_sales`: their SQL, and the changes that they record. */
import { formatTimestamp } from './format-timestamp.ts'
import type { Value } from './plan.ts'
import type { Table } from './schema.ts'

export type Row = Record<string, Value | null>

/** Rows between two pauses, about 10 ms. */
export const STEP_ROWS = 100

export const names = (table: Table): string[] => [...table.columns.keys()]

export const blank = (table: Table): Row => Object.fromEntries(names(table).map((name) => [name, null]))

/** Removals come first, so that insertions can reuse their unique keys. */
export const inOrder = <Change extends { readonly id: string | null; readonly isRemoval: boolean }>(
  changes: readonly Change[],
): Change[] => [...changes].sort((one, other) => rank(one) - rank(other))

const rank = ({ id, isRemoval }: { id: string | null; isRemoval: boolean }) =>
  isRemoval ? 0 : id === null ? 2 : 1

export const selectText = (table: Table) => `SELECT ${names(table)} FROM ${table.name} WHERE id = ?`

export const insertText = (table: Table, columns: readonly string[]) =>
  `INSERT INTO ${table.name} (${columns}) VALUES (${columns.map((name) => `:${name}`)})`

export const updateText = (table: Table, changed: Row) =>
  `UPDATE ${table.name} SET ${[...Object.keys(changed), 'updated_at'].map((name) => `${name} = :${name}`)} WHERE id = :id`

export const deleteText = (table: Table) => `DELETE FROM ${table.name} WHERE id = :id`

/** The given values that differ from the row. */
export const differing = (given: Row, old: Row): Row =>
  Object.fromEntries(Object.entries(given).filter(([name, value]) => value !== old[name]))

export const pick = (row: Row, wanted: Row): Row =>
  Object.fromEntries(Object.keys(wanted).map((name) => [name, row[name] ?? null]))

/** A snapshot of an added or removed row: without nulls and without columns that the next insert sets itself. */
export const filled = (row: Row, omitted: readonly string[]): Row =>
  Object.fromEntries(Object.entries(row).filter(([name, value]) => value !== null && !omitted.includes(name)))

export const toJson = (table: Table, row: Row): Record<string, Value | boolean | null> =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      table.columns.get(name)?.type === 'boolean' && value !== null ? value === 1 : value,
    ]),
  )

/** Later than the row's last change even if the clock went back, because `updated_at` detects conflicts. */
export function later(now: string, before: string): string {
  if (now > before) return now
  const [seconds = '', fraction = ''] = before.slice(0, -'+00:00'.length).split('.')
  const moment = new Date(`${seconds}.${fraction.slice(0, 3).padEnd(3, '0')}Z`)
  return formatTimestamp(new Date(moment.getTime() + 1))
}

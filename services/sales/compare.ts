import type { ParsedRow } from '#shared/cells/parse-row.ts'
import type { Row, TableSpec } from '#shared/cells/table-specs.ts'

export type Outcome =
  | { kind: 'added'; row: Row }
  | Change
  | { kind: 'same' }
  | { kind: 'skipped'; reason: string }
  | { kind: 'refused'; reason: string; isContradiction?: true }

export interface Change {
  kind: 'changed'
  id: string
  columns: Row
  before: Row
  /** The differences for the preview. */
  remark?: string
  /** The list contradicts the stored row and replaces its values; the public log of corrections records the change. */
  isReplacement?: true
}

/** Compares a row of the file with the stored row. A blank cell leaves the stored value. */
export function compare(table: TableSpec, staged: ParsedRow, existing: Row | null): Outcome {
  if (!existing) {
    const row = { ...staged.fill, ...staged.given }
    const missing = table.required.find(({ column }) => row[column] === undefined || row[column] === null)
    return missing
      ? { kind: 'refused', reason: `it has no ${missing.label}, which a new ${table.one} needs` }
      : { kind: 'added', row }
  }
  const columns = Object.entries(staged.given).filter(([column]) => !table.key.includes(column))
  return changeOf(existing, Object.fromEntries(columns))
}

/** The change that gives the stored row the new values. */
export function changeOf(existing: Row, wanted: Row): Change | { kind: 'same' } {
  const columns = differences(existing, wanted)
  const before = Object.fromEntries(Object.keys(columns).map((column) => [column, existing[column] ?? null]))
  return Object.keys(columns).length === 0
    ? { kind: 'same' }
    : { kind: 'changed', id: String(existing.id), columns, before }
}

/** The new values that differ from the stored row. */
export const differences = (existing: Row, wanted: Row): Row =>
  Object.fromEntries(Object.entries(wanted).filter(([column, value]) => (existing[column] ?? null) !== value))

import type { ParsedRow } from '../rows/parse-row.ts'
import type { Row, TableSpec } from '../rows/table-specs.ts'

export type Outcome =
  | { kind: 'added'; row: Row }
  | { kind: 'changed'; id: string; columns: Row; before: Row }
  | { kind: 'same' }
  | { kind: 'skipped'; reason: string }
  | { kind: 'refused'; reason: string; isContradiction?: true }

/** Compares a row of the file with the stored row. A blank cell leaves the stored value. */
export function compare(table: TableSpec, staged: ParsedRow, existing: Row | null): Outcome {
  if (!existing && staged.isSold) return { kind: 'skipped', reason: 'sold' }
  if (!existing) {
    const row = { ...staged.fill, ...staged.given }
    const missing = table.required.find(({ column }) => row[column] === undefined || row[column] === null)
    return missing
      ? { kind: 'refused', reason: `it has no ${missing.label}, which a new ${table.one} needs` }
      : { kind: 'added', row }
  }
  const columns: Row = {}
  const before: Row = {}
  for (const [column, value] of Object.entries(staged.given)) {
    if (table.key.includes(column) || value === existing[column]) continue
    columns[column] = value
    before[column] = existing[column] ?? null
  }
  return Object.keys(columns).length === 0
    ? { kind: 'same' }
    : { kind: 'changed', id: String(existing.id), columns, before }
}

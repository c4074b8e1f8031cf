import type { Row } from '#shared/cells/table-specs.ts'

export interface Change {
  kind: 'changed'
  id: string
  columns: Row
  before: Row
  /** The differences for the preview. */
  remark?: string
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

/** Regardless of upper and lower case and of spaces; '' if it is not known. */
export const sellerOf = ({ where_sold }: Row): string =>
  String(where_sold ?? '')
    .trim()
    .replace(/\s+/g, ' ')
    .toLowerCase()

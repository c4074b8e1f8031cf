import type { Row } from '#shared/cells/table-specs.ts'

export interface Change {
  kind: 'changed'
  columns: Row
  /** The differences for the preview. */
  remark?: string
}

/** The change that gives the stored row the new values. */
export function changeOf(existing: Row, wanted: Row): Change | { kind: 'same' } {
  const columns = differences(existing, wanted)
  return Object.keys(columns).length === 0 ? { kind: 'same' } : { kind: 'changed', columns }
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

/** The columns of plates and their names in the services: `price` is `priceGbp`. */
import type { StoredValues } from '#data/stored-rows.ts'
import { STORED_COLUMNS } from '#shared/plates/columns.ts'

const COLUMNS = new Map<string, string>(STORED_COLUMNS.map(({ property, column }) => [property, column]))

/** Skips undefined properties. An unknown one is passed through, and the database refuses it. */
export const toColumns = (given: object): StoredValues =>
  Object.fromEntries(
    Object.entries(given).flatMap(([property, value]) =>
      value === undefined ? [] : [[COLUMNS.get(property) ?? property, value]],
    ),
  )

export function fromColumns(columns: unknown) {
  const row = columns as Record<string, unknown>
  const known = STORED_COLUMNS.filter(({ column }) => Object.hasOwn(row, column))
  return Object.fromEntries(known.map(({ property, column }) => [property, row[column]]))
}

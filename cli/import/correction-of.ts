import type { Correction } from '../rows/correct-sale.ts'
import { describeSaleChanges } from '../rows/sale-changes.ts'
import type { Row, TableSpec } from '../rows/table-specs.ts'
import type { Change } from './compare.ts'

/** The replacement of a sale on record by the values of a list, for the public log. */
export const correctionOf = (
  table: TableSpec,
  sale: Row,
  { columns }: Change,
  reason: string,
): Correction => ({
  sale,
  kind: 'edited',
  change: describeSaleChanges(table, sale, columns),
  reason,
  changes: columns,
})

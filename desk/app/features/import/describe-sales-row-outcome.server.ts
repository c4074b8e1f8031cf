/** Formats the outcomes of a sales plan for the table. */

import { lotOf } from '#services/import/sales/auction/lots.ts'
import type { SalesRowOutcome } from '#services/import/sales/decide.ts'
import { labelOf, showSaleValue } from '#services/sales/sale-changes.ts'
import type { RefusalCode } from '#shared/cells/fields.ts'
import type { Row, TableSpec } from '#shared/cells/table-specs.ts'
import { SELECTION_LABELS } from '#shared/sales/sale.ts'
import type { DescribedOutcome } from './describe-row-outcome.server.ts'

const REMEDIES: Record<RefusalCode, string> = {
  other_month: ': if the month that you entered is wrong, choose “Read again” above, or leave the column out',
}

export function describeSalesRowOutcome(
  table: TableSpec,
  { kind, reason, code, added, changes, correction }: SalesRowOutcome,
): DescribedOutcome {
  return {
    reason: code ? `${reason}${REMEDIES[code]}` : reason,
    values: added ? describeAdded(table, added) : [],
    // The log has the same text.
    changes:
      correction === undefined
        ? changes.map(({ column, from, to }) => ({
            label: labelOf(table, column),
            from: showSaleValue(column, from),
            to: showSaleValue(column, to),
          }))
        : [],
    ...(correction === undefined ? {} : { log: correction, decision: decisionOf(kind) }),
  }
}

const decisionOf = (kind: SalesRowOutcome['kind']) =>
  kind === 'corrected' ? 'replace' : kind === 'skipped' ? 'keep' : 'ask'

function describeAdded(table: TableSpec, row: Row): DescribedOutcome['values'] {
  const date = [showMonth(row.sale_month), row.sale_year].filter(Boolean).join(' ')
  const prices = (['hammer_price', 'total_price'] as const).flatMap((column) =>
    typeof row[column] === 'number'
      ? [
          {
            label: labelOf(table, column),
            text: showSaleValue(column, row[column]),
          },
        ]
      : [],
  )
  const known = prices.length > 0 ? prices : [{ label: 'price', text: 'none' }]
  const lot = lotOf(row.note)?.lot
  // The other values are the same for all lots.
  if (lot !== undefined) return [...known, { label: 'lot', text: lot }]
  const selection = SELECTION_LABELS[String(row.selection)]
  return [
    ...known,
    { label: 'sold', text: date },
    ...(row.where_sold ? [{ label: 'seller', text: String(row.where_sold) }] : []),
    ...(selection && row.selection !== 'reported' ? [{ label: 'on record', text: selection }] : []),
    ...(row.note ? [{ label: 'note', text: showSaleValue('note', row.note) }] : []),
  ]
}

const showMonth = (month: unknown) => (typeof month === 'number' ? showSaleValue('sale_month', month) : '')

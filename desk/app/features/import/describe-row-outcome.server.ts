/** Formats the outcomes of a stock plan for the table. */

import type { SalesRowOutcomeKind } from '#services/import/sales/decide.ts'
import type { RowOutcome } from '#services/import/stock/decide.ts'
import { showPlateValue } from '#services/stock/plate-form.ts'
import type { StockPlate } from '#services/stock/stock-types.ts'
import { STOCK_COLUMNS } from '#shared/plates/columns.ts'
import { shortDay } from '../../ui/dates.ts'

export interface OutcomeRow extends DescribedOutcome {
  key: number
  line: number | null
  registration: string
  /** As written in the list, if that differs from the stored spelling. */
  written: string | null
  kind: SalesRowOutcomeKind
  /** The label of its kind. */
  outcome: string
}

export interface DescribedOutcome {
  reason: string
  /** For a new plate: its price and other values. */
  values: { label: string; text: string }[]
  changes: { label: string; from: string; to: string }[]
  /** The entry, or possible entry, in the public log of corrections. */
  log?: string
  /** Whether the list contradicts a recorded sale, and the decision about it. */
  decision?: 'ask' | 'keep' | 'replace'
}

const MAX_TEXT = 120
const ISO_DAY = /^\d{4}-\d\d-\d\d$/

const shown = (column: string, value: unknown) =>
  showPlateValue(value, (text) => {
    if (column === 'status') return text.replace('_', ' ')
    if (ISO_DAY.test(text)) return shortDay(text)
    return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 1)}…` : text
  })

export function describeRowOutcome({ reason, changes, added }: RowOutcome): DescribedOutcome {
  // The status already says so.
  const isStatusShown = changes.some(({ column }) => column === 'status')
  return {
    reason,
    values: added ? describeAdded(added) : [],
    changes: changes
      .filter(({ column }) => !(column === 'is_available' && isStatusShown))
      .map(({ column, label, from, to }) => ({ label, from: shown(column, from), to: shown(column, to) })),
  }
}

function describeAdded({ plate, details }: NonNullable<RowOutcome['added']>) {
  const values: Partial<StockPlate> = { ...plate, ...details }
  return STOCK_COLUMNS.flatMap(({ column, property, label, listLabel = label }) => {
    const value = values[property]
    const isShown =
      column === 'price' || column === 'status' || (value !== null && value !== undefined && value !== false)
    if (!isShown || ['plate_number', 'is_available', 'category'].includes(column)) return []
    return [{ label: listLabel, text: shown(column, value) }]
  })
}

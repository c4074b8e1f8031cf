/** Formats the outcomes of a stock plan for the table. */

import type { RowOutcome } from '#services/import/stock/decide.ts'
import { STOCK_COLUMNS } from '#services/stock/stock-columns.ts'
import { formatGbp } from '#shared/text/money.ts'
import { shortDay } from '../../ui/dates.ts'
import { labelOfRowOutcome, ROW_OUTCOMES } from './labels.ts'

export interface OutcomeRow {
  key: number
  line: number | null
  registration: string
  /** As written in the list, if that differs from the stored spelling. */
  written: string | null
  kind: string
  /** 'New' */
  rowOutcome: string
  reason: string
  /** For a new plate: its price and other values. */
  values: { label: string; text: string }[]
  changes: { label: string; from: string; to: string }[]
  /** The entry, or possible entry, in the public log of corrections. */
  log?: string
  /** Whether the list contradicts a recorded sale, and the decision about it. */
  decision?: 'ask' | 'keep' | 'replace'
}

const STATUS_LABELS: Record<string, string> = {
  draft: 'draft',
  for_sale: 'for sale',
  reserved: 'reserved',
  sold: 'sold',
  withdrawn: 'withdrawn',
}

const MONEY = ['price', 'cost', 'sold_price']
const MAX_TEXT = 120
const ISO_DAY = /^\d{4}-\d\d-\d\d$/

function shown(column: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (MONEY.includes(column)) return formatGbp(Number(value))
  if (column === 'status') return STATUS_LABELS[String(value)] ?? String(value)
  const text = String(value)
  if (ISO_DAY.test(text)) return shortDay(text)
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 1)}…` : text
}

export function describeRowOutcome(rowOutcome: RowOutcome, key: number): OutcomeRow {
  const { line, registration, kind, reason, written = null, changes, added } = rowOutcome
  // The status already says so.
  const isStatusShown = changes.some(({ column }) => column === 'status')
  return {
    key,
    line,
    registration,
    written,
    kind,
    rowOutcome: labelOfRowOutcome(ROW_OUTCOMES, kind),
    reason,
    values: added ? describeAdded(added) : [],
    changes: changes
      .filter(({ column }) => !(column === 'is_available' && isStatusShown))
      .map(({ column, label, from, to }) => ({ label, from: shown(column, from), to: shown(column, to) })),
  }
}

function describeAdded({ plate, details }: NonNullable<RowOutcome['added']>) {
  return STOCK_COLUMNS.flatMap(({ column, part, key, label }) => {
    const columns: Record<string, unknown> = part === 'plate' ? plate : details
    const value = columns[key]
    const isShown =
      column === 'price' || column === 'status' || (value !== null && value !== undefined && value !== false)
    if (!isShown || ['plate_number', 'is_available', 'category'].includes(column)) return []
    return [{ label, text: shown(column, value) }]
  })
}

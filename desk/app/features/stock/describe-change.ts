import type { PlateStatus } from '#services/stock/plate-status.ts'
import { STATUS_LABELS } from '#services/stock/status-change.ts'
import type { ChangedColumns, PlateChange } from '#services/stock/stock-types.ts'
import { longDay } from '#shared/text/format.ts'
import { formatGbp } from '#shared/text/money.ts'

type Columns = ChangedColumns['plate'] & ChangedColumns['details']

/** Columns in display order, without those derived from others. */
const LABELS: Partial<Record<keyof Columns, string>> = {
  registration: 'Registration',
  status: 'Status',
  priceGbp: 'Price',
  soldPriceGbp: 'Sold for',
  soldOn: 'Sold on',
  recordedSale: 'In the sales explorer',
  reservedUntil: 'Reserved until',
  reservedFor: 'Reserved for',
  isFeature: 'Featured',
  costGbp: 'Cost',
  boughtOn: 'Bought on',
  document: 'Document',
  documentNumber: 'Document number',
  documentExpiresOn: 'Expires on',
  category: 'Category',
  description: 'Description',
  detailedDescription: 'Page text',
  priceReason: 'Reason for the price',
  imageUrl: 'Picture',
  notes: 'Notes',
}

export interface ColumnChange {
  label: string
  before: string
  after: string
}

/** Describes a change of one plate column by column; empty for a plate that was added or removed. */
export function describeColumns({ before, after }: Pick<PlateChange, 'before' | 'after'>): ColumnChange[] {
  if (!before || !after) return []
  const was: Columns = { ...before.plate, ...before.details }
  const is: Columns = { ...after.plate, ...after.details }
  const columns = (Object.keys(LABELS) as (keyof Columns)[]).filter((column) => column in was || column in is)
  const changes = columns.map((column) => ({
    label: LABELS[column] ?? column,
    before: show(column, was[column]),
    after: show(column, is[column]),
  }))
  // Another tool has changed only the availability.
  if (changes.length === 0 && 'isAvailable' in is)
    return [
      {
        label: 'On the site',
        before: show('isAvailable', was.isAvailable),
        after: show('isAvailable', is.isAvailable),
      },
    ]
  return changes
}

function show(column: keyof Columns, value: unknown): string {
  if (column === 'recordedSale') return value ? 'recorded' : 'not recorded'
  if (value === null || value === undefined || value === '') return 'none'
  if (column === 'status') return STATUS_LABELS[value as PlateStatus]
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return formatGbp(value)
  const text = String(value)
  return /^\d{4}-\d\d-\d\d$/.test(text) ? longDay(text) : text
}

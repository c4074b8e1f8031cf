import { showPlateValue } from '#services/stock/plate-form.ts'
import type { PlateStatus } from '#services/stock/plate-status.ts'
import { STATUS_LABELS } from '#services/stock/status-change.ts'
import type { PlateChange, PlateValues, StockPlate } from '#services/stock/stock-types.ts'
import {
  type PlateProperty,
  STOCK_COLUMNS,
  type StockColumn,
  stockColumn,
  titleOf,
} from '#shared/plates/columns.ts'
import { longDay } from '#shared/text/format.ts'

const inForm = (part: StockColumn['part']) =>
  STOCK_COLUMNS.filter((column) => column.part === part && column.form).map(({ property }) => property)

/** The columns in display order, without those that follow from the status. */
const SHOWN = new Set<PlateProperty>([
  ...(['registration', 'status', 'priceGbp', 'soldPriceGbp', 'soldOn', 'recordedSale'] as const),
  ...(['reservedUntil', 'reservedFor', 'isFeature'] as const),
  ...inForm('details'),
  ...inForm('plate'),
])

export interface ColumnChange {
  label: string
  before: string
  after: string
}

/** What its page shows of a change: column by column, or that the plate was added or removed. */
export const describeChange = ({ before, after, ...change }: PlateChange) => ({
  ...change,
  what: !before ? ('added' as const) : !after ? ('removed' as const) : describeColumns(before, after),
})

export type DescribedChange = ReturnType<typeof describeChange>

/** Describes a change of one plate column by column. */
export function describeColumns(before: PlateValues, after: PlateValues): ColumnChange[] {
  const [was, is] = [merged(before), merged(after)]
  const describe = (property: PlateProperty) => ({
    label: titleOf(stockColumn(property)),
    before: show(property, was[property]),
    after: show(property, is[property]),
  })
  const changes = [...SHOWN].filter((property) => property in was || property in is).map(describe)
  // Something other than the desk has changed only the availability.
  return changes.length === 0 && 'isAvailable' in is ? [describe('isAvailable')] : changes
}

const merged = ({ plate, details }: PlateValues): Partial<StockPlate> => ({ ...plate, ...details })

function show(property: PlateProperty, value: unknown): string {
  if (property === 'recordedSale') return value ? 'recorded' : 'not recorded'
  return showPlateValue(value, (text) => {
    if (property === 'status') return STATUS_LABELS[text as PlateStatus]
    return /^\d{4}-\d\d-\d\d$/.test(text) ? longDay(text) : text
  })
}

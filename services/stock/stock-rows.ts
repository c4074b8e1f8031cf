import type { Row } from '#data/tables.ts'
import { toKeptChange } from '../changes/kept-changes.ts'
import { fromColumns } from './stock-columns.ts'
import type { PlateChange, StockPlate } from './stock-types.ts'

export function stockPlateOf(row: Row<'stock'>): StockPlate {
  const { plateNumber, price, cost, soldPrice, plateCompact: _, ...others } = row
  return { ...others, registration: plateNumber, priceGbp: price, costGbp: cost, soldPriceGbp: soldPrice }
}

export const toPlateChange = (row: Row<'plateChanges'>): PlateChange => ({
  ...toKeptChange(row, ({ plate, details }) => ({
    plate: fromColumns(plate),
    details: fromColumns(details),
  })),
  plateId: row.plateId,
})

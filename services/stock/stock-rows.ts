/** Maps between rows of the database and plates. */
import { STORED_COLUMNS } from '#shared/plates/columns.ts'
import { toKeptChange } from '../changes/kept-changes.ts'
import type { PlateChange, PlateValues, StockPlate } from './stock-types.ts'

type Row = Record<string, unknown>

const COLUMNS = new Map<string, string>(STORED_COLUMNS.map(({ property, column }) => [property, column]))

/** Skips undefined properties. An unknown one is passed through, and the backend refuses it. */
export const toColumns = (given: object): Row =>
  Object.fromEntries(
    Object.entries(given).flatMap(([property, value]) =>
      value === undefined ? [] : [[COLUMNS.get(property) ?? property, value]],
    ),
  )

function fromColumns(row: Row): Row {
  const known = STORED_COLUMNS.filter(({ column }) => Object.hasOwn(row, column))
  return Object.fromEntries(known.map(({ property, column }) => [property, row[column]]))
}

/** @param row a row of the view `stock` */
export const toStockPlate = (row: Row) => fromColumns(row) as unknown as StockPlate

/** @param row a row of the table `plate_changes` */
export const toPlateChange = (row: Row): PlateChange => ({
  ...toKeptChange(row, toChangedColumns),
  plateId: String(row.plate_id),
})

const toChangedColumns = ({ plate, details }: Row) =>
  ({ plate: fromColumns(plate as Row), details: fromColumns(details as Row) }) as unknown as PlateValues

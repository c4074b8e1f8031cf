/** Maps between database columns and property names. */
import { toKeptChange } from '../changes/kept-changes.ts'
import type { ChangedColumns, PlateChange, PlateDetails, PublicColumns, StockPlate } from './stock-types.ts'

type Row = Record<string, unknown>

const PLATE_COLUMNS = {
  id: 'id',
  registration: 'plate_number',
  priceGbp: 'price',
  category: 'category',
  description: 'description',
  detailedDescription: 'detailed_description',
  imageUrl: 'image_url',
  priceReason: 'price_reason',
  isAvailable: 'is_available',
  isFeature: 'is_feature',
  isDemonstration: 'is_demonstration',
  createdAt: 'created_at',
} as const satisfies Record<keyof PublicColumns | 'id' | 'createdAt', string>

const DETAIL_COLUMNS = {
  status: 'status',
  reservedUntil: 'reserved_until',
  reservedFor: 'reserved_for',
  costGbp: 'cost',
  boughtOn: 'bought_on',
  document: 'document',
  documentNumber: 'document_number',
  documentExpiresOn: 'document_expires_on',
  notes: 'notes',
  soldPriceGbp: 'sold_price',
  soldOn: 'sold_on',
  recordedSale: 'recorded_sale',
} as const satisfies Record<keyof PlateDetails, string>

/** Skips undefined properties. */
function toColumns(columns: Record<string, string>, given: object): Row {
  const row: Row = {}
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue
    // An unknown name is passed through, and the backend refuses it.
    row[columns[name] ?? name] = value
  }
  return row
}

function fromColumns(columns: Record<string, string>, row: Row): Row {
  const known = Object.entries(columns).filter(([, column]) => Object.hasOwn(row, column))
  return Object.fromEntries(known.map(([name, column]) => [name, row[column]]))
}

export const toPlateColumns = (plate: Partial<PublicColumns>): Row => toColumns(PLATE_COLUMNS, plate)

export const toDetailColumns = (details: Partial<PlateDetails>): Row => toColumns(DETAIL_COLUMNS, details)

/** @param row a row of the view `stock` */
export const toStockPlate = (row: Row): StockPlate =>
  ({
    ...fromColumns(PLATE_COLUMNS, row),
    ...fromColumns(DETAIL_COLUMNS, row),
    updatedAt: row.updated_at,
  }) as unknown as StockPlate

/** @param row a row of the table `plate_changes` */
export const toPlateChange = (row: Row): PlateChange => ({
  ...toKeptChange(row, toChangedColumns),
  plateId: String(row.plate_id),
})

const toChangedColumns = ({ plate, details }: Row): ChangedColumns => ({
  plate: fromColumns(PLATE_COLUMNS, plate as Row),
  details: fromColumns(DETAIL_COLUMNS, details as Row),
})

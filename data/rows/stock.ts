/** The rows of the stock and the alerts about it. */
import type { Generated, Selectable } from 'kysely'
import type { Time } from '../times.ts'
import type { Change, Created, Dated } from './row.ts'

interface PlatesTable extends Dated {
  plateNumber: string
  price: number | null
  category: string | null
  description: string | null
  detailedDescription: string | null
  imageUrl: string | null
  isAvailable: Generated<boolean>
  isFeature: Generated<boolean>
  isDemonstration: Generated<boolean>
  priceReason: string | null
}

interface PlateDetailsTable {
  id: string
  status: 'draft' | 'for_sale' | 'reserved' | 'sold' | 'withdrawn'
  reservedUntil: string | null
  reservedFor: string | null
  dealId: string | null
  cost: number | null
  boughtOn: string | null
  document: 'V750' | 'V778' | 'vehicle' | null
  documentNumber: string | null
  documentExpiresOn: string | null
  notes: string | null
  soldPrice: number | null
  soldOn: string | null
  recordedSale: string | null
  documentCheckedOn: string | null
  holder: string | null
  nominee: string | null
  createdAt: Generated<Time>
  updatedAt: Generated<Time>
}

interface PlateChangesTable extends Change {
  plateId: string
}

interface StockChangesTable extends Created {
  kind: 'new' | 'price' | 'sold'
  plateNumber: string
  previousPrice: number | null
  batch: number | null
}

interface AlertsTable extends Dated {
  token: string
  email: string
  criteria: string
  frequency: Generated<'at-once' | 'weekly'>
  confirmedAt: Time | null
  seenAt: Generated<Time>
}

interface StockView
  extends Selectable<PlatesTable>,
    Omit<Selectable<PlateDetailsTable>, 'id' | 'createdAt' | 'updatedAt'> {
  plateCompact: string
}

interface StockCountsView extends Pick<PlateDetailsTable, 'status'> {
  plates: number
}

export interface StockTables {
  plates: PlatesTable
  plateDetails: PlateDetailsTable
  plateChanges: PlateChangesTable
  stockChanges: StockChangesTable
  alerts: AlertsTable
  stock: StockView
  stockCounts: StockCountsView
}

/** The rows of the stock and the alerts about it. */
import type { Generated } from 'kysely'
import type { Time } from '../times.ts'

export interface PlatesTable {
  id: Generated<string>
  plateNumber: string
  price: number | null
  category: string | null
  description: string | null
  detailedDescription: string | null
  imageUrl: string | null
  isAvailable: Generated<boolean>
  isFeature: Generated<boolean>
  isDemonstration: Generated<boolean>
  createdAt: Generated<Time>
  updatedAt: Generated<Time>
  priceReason: string | null
}

export interface PlateDetailsTable {
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

export interface PlateChangesTable {
  id: Generated<string>
  batch: string
  at: Generated<Time>
  person: string
  action: string
  plateId: string
  plateNumber: string
  before: string | null
  after: string | null
}

export interface StockChangesTable {
  id: Generated<string>
  kind: 'new' | 'price' | 'sold'
  plateNumber: string
  previousPrice: number | null
  batch: number | null
  createdAt: Generated<Time>
}

export interface AlertsTable {
  id: Generated<string>
  token: string
  email: string
  criteria: string
  frequency: Generated<'at-once' | 'weekly'>
  confirmedAt: Time | null
  seenAt: Generated<Time>
  createdAt: Generated<Time>
  updatedAt: Generated<Time>
}

export interface StockView {
  id: string
  plateNumber: string
  price: number | null
  category: string | null
  description: string | null
  detailedDescription: string | null
  imageUrl: string | null
  isAvailable: boolean
  isFeature: boolean
  isDemonstration: boolean
  createdAt: Time
  updatedAt: Time
  priceReason: string | null
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
  plateCompact: string
}

export interface StockCountsView {
  status: 'draft' | 'for_sale' | 'reserved' | 'sold' | 'withdrawn'
  plates: number
}

/** The rows of recorded sales and their corrections. */
import type { Generated } from 'kysely'
import type { Time } from '../times.ts'

export interface SalesTable {
  id: Generated<string>
  plateNumber: string
  whereSold: string | null
  type: string | null
  category: string | null
  saleYear: number
  saleMonth: number | null
  hammerPrice: number | null
  totalPrice: number | null
  priceBasis: 'both' | 'total' | 'hammer' | 'unclear' | null
  sourceUrl: string | null
  note: string | null
  createdAt: Generated<Time>
  updatedAt: Generated<Time>
  selection: 'complete' | 'sample' | 'highest' | 'reported' | 'own'
}

export interface JerseySalesTable {
  id: Generated<string>
  plateNumber: string
  totalPrice: number | null
  whereSold: string | null
  saleYear: number
  saleMonth: number | null
  priceBasis: 'both' | 'total' | 'hammer' | 'unclear' | null
  sourceUrl: string | null
  note: string | null
  createdAt: Generated<Time>
  updatedAt: Generated<Time>
  selection: 'complete' | 'sample' | 'highest' | 'reported' | 'own'
}

export interface SaleChangesTable {
  id: Generated<string>
  batch: string
  at: Generated<Time>
  person: string
  action: string
  explorer: 'uk' | 'jersey'
  saleId: string
  plateNumber: string
  before: string | null
  after: string | null
}

export interface CorrectionsTable {
  id: Generated<string>
  at: Generated<Time>
  explorer: 'uk' | 'jersey'
  plateNumber: string
  kind: 'edited' | 'removed' | 'restored'
  change: string
  reason: string
}

/** The rows of recorded sales and their corrections. */
import type { Generated } from 'kysely'
import type { ExplorerName } from '#shared/sales/explorers.ts'
import type { Time } from '../times.ts'
import type { Change, Dated } from './row.ts'

interface SalesTable extends Dated {
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
  selection: 'complete' | 'sample' | 'highest' | 'reported' | 'own'
}

interface JerseySalesTable extends Omit<SalesTable, 'type' | 'category' | 'hammerPrice'> {}

interface SaleChangesTable extends Change {
  explorer: ExplorerName
  saleId: string
}

interface CorrectionsTable {
  id: Generated<string>
  at: Generated<Time>
  explorer: ExplorerName
  plateNumber: string
  kind: 'edited' | 'removed' | 'restored'
  change: string
  reason: string
}

export interface SalesTables {
  sales: SalesTable
  jerseySales: JerseySalesTable
  saleChanges: SaleChangesTable
  corrections: CorrectionsTable
}

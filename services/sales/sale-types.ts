import { type Row, type TableSpec, tableSpecs } from '#shared/cells/table-specs.ts'
import { EXPLORERS, type ExplorerName } from '#shared/sales/explorers.ts'
import type { KeptChange } from '../changes/kept-changes.ts'
import type { ChangeCall, RowChange } from '../changes/write-changes.ts'

export const specOf = (explorer: ExplorerName): TableSpec => tableSpecs[EXPLORERS[explorer].table]

export interface SaleChange extends RowChange {
  /** Columns and new values. A sale that is restored may have its former id and created_at. */
  sale?: Row
  /** The sentence in the public log, without a full stop. Required for a removal. */
  correction?: string | null
}

export interface SalesCall extends ChangeCall<SaleChange> {
  explorer: ExplorerName
  /** The published reason of the corrections. */
  reason?: string | null
}

/** A change of one sale, kept for undo. */
export interface RecordedSaleChange extends KeptChange<Row> {
  explorer: ExplorerName
  saleId: string
}

/** A recorded sale, by its columns. */
export interface StoredSale extends Row {
  id: string
  plate_number: string
  created_at: string
  /** Pass it as `seenAt` of the next change. */
  updated_at: string
}

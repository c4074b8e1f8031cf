/** What an explorer's page is made from, on the server and in the browser. */
import type { SalesRead } from '../../data/sale-records.ts'
import type { Sale } from '../../domain/sale.ts'
import { type PackedSales, packSales, unpackSales } from './packed-sales.ts'

export interface ExplorerData {
  sales: PackedSales | Sale[]
  archive: SalesRead['archive']
  /** The calendar year, told by whoever read the data, so that server and browser agree on New Year's Eve. */
  thisYear: number
}

export function explorerData({ records, archive }: SalesRead, isForTransport: boolean): ExplorerData {
  return {
    sales: isForTransport ? packSales(records) : records,
    archive,
    thisYear: new Date().getUTCFullYear(),
  }
}

export function recordsOf({ sales }: ExplorerData): Sale[] {
  return Array.isArray(sales) ? sales : unpackSales(sales)
}

/** Implements imports of stock at the desk. */
import type { BackendClient } from '#shared/data/client.ts'
import { DataError } from '#shared/data/data-error.ts'
import {
  listPlateChanges,
  listStock,
  readWholeStock,
  StockConflict,
  type StockPlate,
} from '../../stock/stock-store.ts'
import { ImportConflict, type ListImport } from '../list-import.ts'
import { type Comparison, compareWithStock } from './compare-with-stock.ts'
import { decide, describePlan, type Plan } from './decide.ts'
import { type ListedRow, mapRows } from './map-list.ts'
import { planDigest, writePlan } from './write-plan.ts'

export const STOCK_IMPORT: ListImport<{ rows: readonly ListedRow[]; notes: [] }, Comparison, Plan> = {
  async read(list, { columns }) {
    return { rows: await mapRows(list, columns, { allowDoubtful: false }), notes: [] }
  },
  async version(client) {
    const { plates, total } = await listStock(client, { order: 'updated', descending: true, limit: 1 })
    return `${total} ${plates[0]?.updatedAt}`
  },
  async compare(client, { rows }) {
    const stock = new Map<string, StockPlate>()
    for await (const plate of readWholeStock(client)) stock.set(plate.registration, plate)
    return compareWithStock(rows, stock)
  },
  decide: (comparison, { decisions }) => decide(comparison, decisions),
  digest: planDigest,
  result: ({ counts }) => ({
    added: counts.new,
    changed: counts.changed,
    unchanged: counts.unchanged,
    refused: counts.refused,
    leftOut: counts.left_out,
  }),
  async write(client, plan, { actor, fileName, batch }) {
    const change = `${describePlan(plan)}, from ${fileName}`
    try {
      await writePlan(client, plan, { actor, action: 'import', change, batch })
    } catch (error) {
      if (error instanceof StockConflict) throw new ImportConflict(error.registrations)
      throw error instanceof DataError && error.code === '23505' ? new ImportConflict([]) : error
    }
  },
  isWritten: async (client: BackendClient, batch) =>
    (await listPlateChanges(client, { batch, limit: 1 })).length > 0,
}

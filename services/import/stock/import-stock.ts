/** Implements imports of stock. */

import { changeInParts } from '../../changes/write-changes.ts'
import { versionOfOpenSales } from '../../deals/deal-store.ts'
import { readPlateDeals } from '../../deals/deals-concerned.ts'
import type { StockPlate } from '../../stock/stock-types.ts'
import { listStock, readWholeStock } from '../../stock/stored-plates.ts'
import { changeStock } from '../../stock/write-stock.ts'
import type { ListImport } from '../list-import.ts'
import { writesOf } from '../plan-writes.ts'
import { type Comparison, compareWithStock } from './compare-with-stock.ts'
import { decide, describePlan, type Plan } from './decide.ts'
import { type ListedRow, mapRows } from './map-list.ts'

export const STOCK_IMPORT: ListImport<{ rows: readonly ListedRow[]; notes: [] }, Comparison, Plan> = {
  async read(list, { columns }, options) {
    return { rows: await mapRows(list, columns, options), notes: [] }
  },
  async version(database) {
    const { plates, total } = await listStock(database, { order: 'updated', descending: true, limit: 1 })
    return `${total} ${plates[0]?.updatedAt} ${await versionOfOpenSales(database)}`
  },
  async compare(database, { rows }) {
    const stock = new Map<string, StockPlate>()
    for await (const plate of readWholeStock(database)) stock.set(plate.registration, plate)
    // After the stock: a deal that is made in between writes its plate, so that the import is refused.
    return compareWithStock(rows, stock, await readPlateDeals(database, [...stock.values()]))
  },
  decide: (comparison, { decisions }) => decide(comparison, decisions),
  async write(database, plan, { actor, action, fileName, batch }, finish) {
    const change = `${describePlan(plan)}, from ${fileName}`
    const call = { actor, action, change, batch, changes: writesOf(plan) }
    await changeInParts(database, 'import a list', call, changeStock, finish)
  },
}

import type { Database } from '#data/tables.ts'
import { action } from '#services/action.ts'
import type { SalesCall } from '#services/sales/sale-types.ts'
import { changeSales } from '#services/sales/write-sales.ts'
import type { StockCall } from '#services/stock/stock-types.ts'
import { changeStock } from '#services/stock/write-stock.ts'

/** As an action of its own. */
export const changePlates = (database: Database, call: StockCall) =>
  action(database, 'change plates', (transaction) => changeStock(transaction, call))

export const changeRecordedSales = (database: Database, call: SalesCall) =>
  action(database, 'change a recorded sale', (transaction) => changeSales(transaction, call))

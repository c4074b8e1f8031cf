import type { Reader } from '#data/tables.ts'
import type { StockPlate } from '#services/stock/stock-types.ts'
import { findStockPlate } from '#services/stock/stored-plates.ts'
import { isUuid } from '#services/uuid.ts'

/** @throws a 404 response, DataError */
export async function requirePlate(database: Reader, id: string): Promise<StockPlate> {
  const plate = isUuid(id) ? await findStockPlate(database, { id }) : null
  if (!plate) throw new Response(null, { status: 404 })
  return plate
}

import { findStockPlate } from '#services/stock/stock-store.ts'
import type { StockPlate } from '#services/stock/stock-types.ts'
import { isUuid } from '#services/uuid.ts'
import type { BackendClient } from '#shared/data/client.ts'

/** @throws a 404 response, DataError */
export async function requirePlate(client: BackendClient, id: string): Promise<StockPlate> {
  const plate = isUuid(id) ? await findStockPlate(client, { id }) : null
  if (!plate) throw new Response(null, { status: 404 })
  return plate
}

import type { BackendClient } from '../../../../app/shared/backend/client.ts'
import { findStockPlate } from '../../../../services/stock/stock-store.ts'
import type { StockPlate } from '../../../../services/stock/stock-types.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** @throws a 404 response, DataError */
export async function requirePlate(client: BackendClient, id: string): Promise<StockPlate> {
  const plate = UUID.test(id) ? await findStockPlate(client, { id }) : null
  if (!plate) throw new Response(null, { status: 404 })
  return plate
}

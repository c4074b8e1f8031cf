import { findStockPlate } from '#services/stock/stock-store.ts'
import type { StockPlate } from '#services/stock/stock-types.ts'
import type { BackendClient } from '#shared/data/client.ts'

export async function findPlate(client: BackendClient, registration: string): Promise<StockPlate> {
  const plate = await findStockPlate(client, { registration })
  if (!plate) throw new Error(`There is no plate ${registration}`)
  return plate
}

import type { Reader } from '#data/tables.ts'
import type { StockPlate } from '#services/stock/stock-types.ts'
import { findStockPlate } from '#services/stock/stored-plates.ts'

export async function findPlate(reader: Reader, registration: string): Promise<StockPlate> {
  const plate = await findStockPlate(reader, { registration })
  if (!plate) throw new Error(`There is no plate ${registration}`)
  return plate
}

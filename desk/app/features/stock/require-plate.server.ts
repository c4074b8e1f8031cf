import type { Reader } from '#data/tables.ts'
import type { StockPlate } from '#services/stock/stock-types.ts'
import { findStockPlate } from '#services/stock/stored-plates.ts'
import { isUuid } from '#services/uuid.ts'
import { orNotFound } from '../../context.ts'

/** @throws a 404 response, DataError */
export const requirePlate = async (database: Reader, id: string): Promise<StockPlate> =>
  orNotFound(isUuid(id) ? await findStockPlate(database, { id }) : null)

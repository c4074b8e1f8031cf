import type { StockPlate } from '../../../../services/stock/stock-types.ts'

/** What is left of the price, asked or made, after the cost; null where one of the two is missing. */
export function marginOf({
  status,
  priceGbp,
  soldPriceGbp,
  costGbp,
}: Pick<StockPlate, 'status' | 'priceGbp' | 'soldPriceGbp' | 'costGbp'>): number | null {
  const takenGbp = status === 'sold' ? (soldPriceGbp ?? priceGbp) : priceGbp
  return takenGbp === null || costGbp === null ? null : takenGbp - costGbp
}

import type { StockPlate } from '../../../../services/stock/stock-types.ts'

/** The asking or sold price minus the cost; null if one of them is missing. */
export function marginOf({
  status,
  priceGbp,
  soldPriceGbp,
  costGbp,
}: Pick<StockPlate, 'status' | 'priceGbp' | 'soldPriceGbp' | 'costGbp'>): number | null {
  const takingsGbp = status === 'sold' ? (soldPriceGbp ?? priceGbp) : priceGbp
  return takingsGbp === null || costGbp === null ? null : takingsGbp - costGbp
}

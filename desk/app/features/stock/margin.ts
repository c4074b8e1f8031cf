import type { StockPlate } from '#services/stock/stock-types.ts'

// Whether a price holds VAT, and whether the cost holds the £80, is not recorded, so neither can be taken off.
export const MARGIN = 'Margin before VAT and fees'
export const MARGIN_IN_A_SENTENCE = 'margin before VAT and fees'

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

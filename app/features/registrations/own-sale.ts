import type { DocumentedSale } from '#shared/sales/sale.ts'

/** The latest hammer price, from which the estimate starts. A sale without a month counts from the middle of its year. */
export function ownSaleOf(sales: readonly DocumentedSale[], now = new Date()) {
  const sold = sales.find(({ hammerPriceGbp }) => hammerPriceGbp !== null && hammerPriceGbp > 0)
  if (!sold) return null
  const { saleYear, saleMonth, hammerPriceGbp } = sold
  const monthsAgo = (now.getFullYear() - saleYear) * 12 + now.getMonth() + 1 - (saleMonth ?? 6.5)
  return { hammerGbp: hammerPriceGbp as number, monthsAgo }
}

/** An older sale below the range is not a contradiction, because prices have risen. */
const RECENT_YEARS = 5

/**
 * Whether the latest sale of this registration is outside its estimated range, which is then unreliable: 51 NGH made
 * twenty times what its shape and reading suggest.
 * @param sales the sales of the registration, latest first
 */
export function contradictsOwnSale(
  { lowGbp, highGbp }: { lowGbp: number; highGbp: number },
  sales: readonly DocumentedSale[],
  yearNow = new Date().getFullYear(),
): boolean {
  const priced = sales.find((sale) => priceOf(sale) > 0)
  if (!priced) return false
  const priceGbp = priceOf(priced)
  return priceGbp > highGbp || (priceGbp < lowGbp && yearNow - priced.saleYear <= RECENT_YEARS)
}

const priceOf = ({ hammerPriceGbp, totalPriceGbp }: DocumentedSale): number =>
  hammerPriceGbp || totalPriceGbp || 0

/** Describes a recorded sale for the public log of corrections, the desk and the import. */

import type { Row } from '#shared/cells/table-specs.ts'
import { describeSalePrices, longSaleDate } from '#shared/sales/sale.ts'
import { toSale } from '#shared/sales/sale-records.ts'

/** 'July 2024, Bonhams, hammer £53,000 reported' */
export function describeSale(row: Row): string {
  const sale = toSale(row)
  if (!sale) return 'not readable'
  // A sale with one price has it in the column of totals, whatever its basis is.
  const isHammerAlone = !('hammer_price' in row) && sale.priceBasis === 'hammer'
  const prices = describeSalePrices(
    isHammerAlone ? { ...sale, hammerPriceGbp: sale.totalPriceGbp, totalPriceGbp: null } : sale,
  )
  return [
    longSaleDate(sale),
    sale.whereSold ?? 'seller not recorded',
    prices === '-' ? 'no price' : prices.charAt(0).toLowerCase() + prices.slice(1),
  ].join(', ')
}

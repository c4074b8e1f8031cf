import { EXPLORERS } from '#shared/sales/explorers.ts'
import { describeKnownPrice, knownPrice, longSaleDate, priceOr } from '#shared/sales/sale.ts'
import type { RegistrationSales } from '../sales/data/registration-sales.ts'

/** The latest sale, with its price if known: 'July 2025, Bonhams, for £608,600 (total, reported)' */
export function describeSales(records: RegistrationSales['records']): [term: string, text: string][] {
  const [latest] = records
  if (!latest) return []
  const price = knownPrice(latest)
  const words = describeKnownPrice(latest, EXPLORERS[latest.explorer])
  const forPrice = price === null ? '' : `, for ${priceOr(price, '')} (${words})`
  const where = latest.whereSold ? `, ${latest.whereSold}` : ''
  const sold: [string, string] = ['Last sold', `${longSaleDate(latest)}${where}${forPrice}`]
  const count = records.filter(({ explorer }) => explorer === latest.explorer).length
  return count === 1 ? [sold] : [sold, ['On record', `${count} sales`]]
}

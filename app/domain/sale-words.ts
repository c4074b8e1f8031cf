// A recorded sale in words. What no source gives is left unsaid.

import { formatGbp } from './money.ts'

interface SaleDate {
  saleYear: number
  saleMonth: number | null
}

interface SalePrices {
  hammerPriceGbp: number | null
  totalPriceGbp: number | null
  priceBasis: string | null
}

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
)

/** 'July 2025', or the year alone where the month is not known. */
export function tellSaleDate({ saleYear, saleMonth }: SaleDate): string {
  const month = saleMonth === null ? undefined : MONTHS[saleMonth - 1]
  return month ? `${month} ${saleYear}` : String(saleYear)
}

/** 'Hammer £530,000, total £608,600'; a price whose basis is unclear is given without a name. */
export function tellSalePrices({ hammerPriceGbp, totalPriceGbp, priceBasis }: SalePrices): string {
  if (priceBasis === 'unclear') {
    const price = totalPriceGbp ?? hammerPriceGbp
    return price === null ? '-' : formatGbp(price)
  }
  const parts = [
    hammerPriceGbp === null ? null : `hammer ${formatGbp(hammerPriceGbp)}`,
    totalPriceGbp === null ? null : `total ${formatGbp(totalPriceGbp)}`,
  ].filter((part) => part !== null)
  const text = parts.join(', ')
  return text === '' ? '-' : text.charAt(0).toUpperCase() + text.slice(1)
}

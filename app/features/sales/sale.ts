import { MONTHS } from '../../shared/format.ts'
import { formatGbp } from '../../shared/money.ts'
import type { FacetField } from './explorer/definitions.ts'

/** Which figure was reported; 'unclear' if the source does not say what its price includes. */
export type PriceBasis = 'both' | 'total' | 'hammer' | 'unclear'

/** How a sale came to be on record, from the least to the most selected. */
export const SELECTIONS = ['complete', 'sample', 'highest', 'reported', 'own'] as const

/** What visitors read for each of them. */
export const SELECTION_LABELS: Readonly<Record<string, string>> = {
  complete: 'Every lot of an auction',
  sample: 'Drawn at random',
  highest: 'Picked for its price',
  reported: 'Made the news',
  own: 'Sold by us',
}

/** A recorded sale with its facets. What no source gives is null, never guessed. */
export interface Sale extends Record<FacetField, string | null> {
  id: string
  registration: string
  saleYear: number
  saleMonth: number | null
  hammerPriceGbp: number | null
  totalPriceGbp: number | null
  priceBasis: PriceBasis | null
}

export interface DocumentedSale extends Sale {
  sourceUrl: string | null
  note: string | null
}

/** 'Jul 2025'; the year alone if the month is unknown. */
export function shortSaleDate({ saleYear, saleMonth }: Pick<Sale, 'saleYear' | 'saleMonth'>): string {
  const month = saleMonth === null ? undefined : MONTHS[saleMonth - 1]?.slice(0, 3)
  return month ? `${month} ${saleYear}` : String(saleYear)
}

export function longSaleDate({ saleYear, saleMonth }: Pick<Sale, 'saleYear' | 'saleMonth'>): string {
  const month = saleMonth === null ? undefined : MONTHS[saleMonth - 1]
  return month ? `${month} ${saleYear}` : String(saleYear)
}

/** '£608,600', or `missing` for null and 0. */
export function priceOr(priceGbp: number | null, missing: string): string {
  return priceGbp === null || priceGbp <= 0 ? missing : formatGbp(priceGbp)
}

export function describeSalePrices({
  hammerPriceGbp,
  totalPriceGbp,
  priceBasis,
}: Pick<Sale, 'hammerPriceGbp' | 'totalPriceGbp' | 'priceBasis'>): string {
  if (priceBasis === 'unclear') return priceOr(totalPriceGbp ?? hammerPriceGbp, '-')
  const parts = [
    hammerPriceGbp === null
      ? null
      : `hammer ${formatGbp(hammerPriceGbp)}${priceBasis === 'total' ? ' (computed)' : ''}`,
    totalPriceGbp === null
      ? null
      : `total ${formatGbp(totalPriceGbp)}${priceBasis === 'hammer' ? ' (computed)' : ''}`,
  ].filter((part) => part !== null)
  const text = parts.join(', ')
  return text === '' ? '-' : text.charAt(0).toUpperCase() + text.slice(1)
}

export function knownPrice({ totalPriceGbp, hammerPriceGbp }: Sale): number | null {
  if (totalPriceGbp !== null && totalPriceGbp > 0) return totalPriceGbp
  return hammerPriceGbp !== null && hammerPriceGbp > 0 ? hammerPriceGbp : null
}

export function salePath(registration: string): string {
  return `/sales/${encodeURIComponent(registration)}`
}

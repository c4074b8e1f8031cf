import { capitalised } from '../text/capitalised.ts'
import { MONTHS } from '../text/format.ts'
import { formatGbp } from '../text/money.ts'

/** The most sales of a live read (specification, 9. Business constants and limits); with more, the backend filters. */
export const LIVE_READ_CAP = 1_000

/** Logged with a failed read of sales. */
export const FAILED = 'Error fetching sales data'

/** Which figure was reported; 'unclear' if the source does not say what its price includes. */
export type PriceBasis = 'both' | 'total' | 'hammer' | 'unclear'

/** How a sale came to be on record, from the least to the most selected. */
export const SELECTIONS = ['complete', 'sample', 'highest', 'reported', 'own'] as const

/** The labels for visitors. */
export const SELECTION_LABELS: Readonly<Record<string, string>> = {
  complete: 'Every lot of an auction',
  sample: 'Drawn at random',
  highest: 'Picked for its price',
  reported: 'Made the news',
  own: 'Sold by us',
}

/** How a sale came to be on record, as a sentence on its page. */
export const SELECTION_SENTENCES: Readonly<Record<string, string>> = {
  complete: 'On record with every lot that its auction sold.',
  sample: 'On record because it was drawn at random from all lots of its auction.',
  highest: 'On record because it was one of the dearest lots of its auction.',
  reported: 'On record because it made the news.',
  own: 'On record because we sold it.',
}

/** A recorded sale with its facets. Unknown values are null, never guessed. */
export interface Sale {
  id: string
  registration: string
  whereSold: string | null
  category: string | null
  type: string | null
  selection: string | null
  saleYear: number
  saleMonth: number | null
  hammerPriceGbp: number | null
  totalPriceGbp: number | null
  priceBasis: PriceBasis | null
}

export interface DocumentedSale extends Sale {
  sourceUrl: string | null
}

/** A sale as it is stored and exported. */
export interface SaleRecord extends DocumentedSale {
  note: string | null
}

type SaleDate = Pick<Sale, 'saleYear' | 'saleMonth'>

/** 'July 2025'; the year alone if the month is unknown. */
export function longSaleDate({ saleYear, saleMonth }: SaleDate): string {
  const month = saleMonth === null ? undefined : MONTHS[saleMonth - 1]
  return month ? `${month} ${saleYear}` : String(saleYear)
}

/** 'Jul 2025' */
export const shortSaleDate = (sale: SaleDate): string => longSaleDate(sale).replace(/^([A-Z]..)[a-z]*/, '$1')

/** '£608,600', or `missing` for null and 0. */
export function priceOr(priceGbp: number | null, missing: string): string {
  return priceGbp === null || priceGbp <= 0 ? missing : formatGbp(priceGbp)
}

type Prices = Pick<Sale, 'hammerPriceGbp' | 'totalPriceGbp' | 'priceBasis'>

/** Labels of price bases; 'as reported' if the source does not say what the price includes. */
export type PriceWord = 'reported' | 'computed' | 'as reported'

type PricesOf = Readonly<{ hasHammerPrice: boolean }>
const TWO_PRICES: PricesOf = { hasHammerPrice: true }

/** Where sales have a single price, it is reported: there is no other to compute it from. */
export function priceWord(
  price: 'hammer' | 'total',
  priceBasis: PriceBasis | null,
  { hasHammerPrice } = TWO_PRICES,
): PriceWord {
  if (priceBasis === 'unclear') return 'as reported'
  const other = price === 'hammer' ? 'total' : 'hammer'
  return hasHammerPrice && priceBasis === other ? 'computed' : 'reported'
}

/** The label of the price in the column of totals; that of a single one says what a hammer price excludes. */
export function describeTotal(priceBasis: PriceBasis | null, explorer = TWO_PRICES): string {
  const word = priceWord('total', priceBasis, explorer)
  return !explorer.hasHammerPrice && priceBasis === 'hammer' ? `hammer before commission, ${word}` : word
}

/** 'Hammer £56,200 reported, total £72,915 computed'; '£285,000 as reported'; '-' */
export function describeSalePrices({ hammerPriceGbp, totalPriceGbp, priceBasis }: Prices): string {
  if (priceBasis === 'unclear') {
    const price = priceOr(totalPriceGbp ?? hammerPriceGbp, '-')
    return price === '-' ? price : `${price} ${priceWord('total', priceBasis)}`
  }
  const parts = [
    hammerPriceGbp === null ? null : `hammer ${formatGbp(hammerPriceGbp)} ${priceWord('hammer', priceBasis)}`,
    totalPriceGbp === null ? null : `total ${formatGbp(totalPriceGbp)} ${priceWord('total', priceBasis)}`,
  ].filter((part) => part !== null)
  const text = parts.join(', ')
  return text === '' ? '-' : capitalised(text)
}

export function knownPrice({ totalPriceGbp, hammerPriceGbp }: Sale): number | null {
  if (totalPriceGbp !== null && totalPriceGbp > 0) return totalPriceGbp
  return hammerPriceGbp !== null && hammerPriceGbp > 0 ? hammerPriceGbp : null
}

/** ' for £608,600 (total, reported)'; '' without a price */
export function describeForPrice(sale: Sale, explorer: PricesOf): string {
  const priceGbp = knownPrice(sale)
  return priceGbp === null ? '' : ` for ${formatGbp(priceGbp)} (${describeKnownPrice(sale, explorer)})`
}

/** 'total, computed': the label of `knownPrice` with its basis. */
export function describeKnownPrice(
  { totalPriceGbp, priceBasis }: Pick<Prices, 'totalPriceGbp' | 'priceBasis'>,
  explorer = TWO_PRICES,
): string {
  if (priceBasis === 'unclear' || !explorer.hasHammerPrice) return describeTotal(priceBasis, explorer)
  const price = totalPriceGbp !== null && totalPriceGbp > 0 ? 'total' : 'hammer'
  return `${price}, ${priceWord(price, priceBasis)}`
}

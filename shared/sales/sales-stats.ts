// Statistics of sales: counts, the highest prices, and typical prices. Typical prices use the hammer prices of sales
// that were not selected by price or fame; packages/sqlite-rest/sales-stats.ts and supabase/current compute the
// same, to the pound.

import { groupBy } from '../list/group-by.ts'
import { compareText } from './explorer/definitions.ts'
import { EXPLORERS, type ExplorerName } from './explorers.ts'
import { knownPrice, type PriceWord, type Sale, SELECTIONS } from './sale.ts'

/** With fewer prices there is no median. */
export const MIN_SALES_FOR_MEDIAN = 10
/** With fewer prices an auction has no point in the series. */
export const MIN_SALES_FOR_POINT = 30
/** The latest: more would overlap in a chart. packages/sqlite-rest/sales-stats.ts and supabase/current give as many. */
export const MOST_AUCTIONS = 50

/** Whole pounds. */
export interface TypicalPrices {
  /** The number of prices. */
  priced: number
  lowerQuartile: number
  median: number
  upperQuartile: number
  /** The 95 % confidence interval of the median. */
  medianLow: number
  medianHigh: number
}

export interface KindPrices extends TypicalPrices {
  name: string
}

export interface AuctionPrices extends TypicalPrices {
  whereSold: string
  saleYear: number
  saleMonth: number
}

export interface Share {
  name: string
  count: number
}

export interface SelectionFigures {
  count: number
  /** The highest total of all selections, reported or computed. */
  highest: Sale | null
  /** Null without an unselected sale that has a hammer price. */
  typical: TypicalPrices | null
  /** Sorted by name. */
  kinds: KindPrices[]
  /** The latest, sorted by date. */
  auctions: AuctionPrices[]
  /** Counts by selection, in the order of `SELECTIONS`. */
  selections: Share[]
  /** Sorted by count, highest first. */
  sellers: Share[]
  categories: Share[]
}

export function figuresOf(sales: readonly Sale[], explorer: ExplorerName): SelectionFigures {
  const unselected = sales.flatMap((sale): UnselectedSale[] => {
    const priceGbp = unselectedPrice(sale, explorer)
    return priceGbp === null ? [] : [{ sale, priceGbp }]
  })
  const kinds = EXPLORERS[explorer].facets.includes('category')
    ? groupBy(unselected, ({ sale }) => sale.category ?? UNKNOWN_CATEGORY)
    : []
  const auctions = groupBy(
    unselected.filter(({ sale }) => sale.whereSold !== null && sale.saleMonth !== null),
    ({ sale }) => JSON.stringify([sale.saleYear, sale.saleMonth, sale.whereSold]),
  )
  return {
    count: sales.length,
    highest: highestOf(sales),
    typical: typicalPrices(pricesOf(unselected)),
    kinds: sortKinds([...kinds].flatMap(([name, group]) => withPrices({ name }, pricesOf(group)))),
    auctions: sortAuctions(
      [...auctions.values()].flatMap((group) => {
        const { whereSold, saleYear, saleMonth } = (group[0] as UnselectedSale).sale
        const auction = { whereSold: whereSold ?? '', saleYear, saleMonth: saleMonth ?? 0 }
        return withPrices(auction, pricesOf(group))
      }),
    ).slice(-MOST_AUCTIONS),
    selections: sortSelections(tally(sales, ({ selection }) => selection, 'reported')),
    sellers: tally(sales, ({ whereSold }) => whereSold, UNKNOWN_SELLER),
    categories: tally(sales, ({ category }) => category, UNKNOWN_CATEGORY),
  }
}

export const UNKNOWN_SELLER = 'Not recorded'
export const UNKNOWN_CATEGORY = 'Other shapes'

/** The hammer price of a sale that counts towards typical prices; null for all others. */
function unselectedPrice(sale: Sale, explorer: ExplorerName): number | null {
  const { selection, hammerPriceGbp, totalPriceGbp, priceBasis } = sale
  if (selection !== 'complete' && selection !== 'sample') return null
  const { hasHammerPrice } = EXPLORERS[explorer]
  const isHammer = hasHammerPrice
    ? priceBasis === null || priceBasis === 'both' || priceBasis === 'hammer'
    : priceBasis === 'hammer'
  const priceGbp = hasHammerPrice ? hammerPriceGbp : totalPriceGbp
  return isHammer && priceGbp !== null && priceGbp > 0 ? priceGbp : null
}

interface UnselectedSale {
  sale: Sale
  priceGbp: number
}

const pricesOf = (sales: readonly UnselectedSale[]) => sales.map(({ priceGbp }) => priceGbp)

function highestOf(sales: readonly Sale[]): Sale | null {
  let highest: Sale | null = null
  for (const sale of sales) if ((sale.totalPriceGbp ?? 0) > (highest?.totalPriceGbp ?? 0)) highest = sale
  return highest
}

/** Quartiles lie between the two nearest prices, in whole pounds, halves rounded up; the interval of the median by rank. */
export function typicalPrices(prices: readonly number[]): TypicalPrices | null {
  if (prices.length === 0) return null
  const sorted = [...prices].sort((one, other) => one - other)
  const priced = sorted.length
  const at = (place: number) => sorted[place - 1] ?? 0
  const quarter = (quarters: number) => {
    const below = at(1 + Math.floor(((priced - 1) * quarters) / 4))
    const above = at(1 + Math.floor(((priced - 1) * quarters + 3) / 4))
    return Math.floor(below + ((above - below) * (((priced - 1) * quarters) % 4)) / 4 + 0.5)
  }
  const reach = 1.96 * Math.sqrt(priced)
  return {
    priced,
    lowerQuartile: quarter(1),
    median: quarter(2),
    upperQuartile: quarter(3),
    medianLow: at(Math.max(1, Math.trunc((priced - reach) / 2 + 0.5))),
    medianHigh: at(Math.min(priced, Math.trunc(1.5 + (priced + reach) / 2))),
  }
}

function withPrices<Group>(group: Group, prices: readonly number[]): (Group & TypicalPrices)[] {
  const typical = typicalPrices(prices)
  return typical ? [{ ...group, ...typical }] : []
}

export const sortKinds = (kinds: readonly KindPrices[]): KindPrices[] =>
  [...kinds].sort((one, other) => compareText(one.name, other.name))

export const sortAuctions = (auctions: readonly AuctionPrices[]): AuctionPrices[] =>
  [...auctions].sort(
    (one, other) =>
      one.saleYear - other.saleYear ||
      one.saleMonth - other.saleMonth ||
      compareText(one.whereSold, other.whereSold),
  )

export const sortSelections = (shares: readonly Share[]): Share[] =>
  SELECTIONS.flatMap((selection) => shares.filter(({ name }) => name === selection))

export function tally<Counted extends Sale>(
  sales: readonly Counted[],
  value: (sale: Counted) => string | null,
  unknown: string,
): Share[] {
  const counts = new Map<string, number>()
  for (const sale of sales) {
    const name = value(sale) ?? unknown
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return byCountDesc([...counts].map(([name, count]) => ({ name, count })))
}

export function byCountDesc(shares: readonly Share[]): Share[] {
  return [...shares].sort((one, other) => other.count - one.count || (one.name < other.name ? -1 : 1))
}

export function topWithOther(shares: readonly Share[], most: number): Share[] {
  if (shares.length <= most) return [...shares]
  const rest = shares.slice(most - 1)
  const count = rest.reduce((sum, share) => sum + share.count, 0)
  return [...shares.slice(0, most - 1), { name: `${rest.length} others`, count }]
}

/** A sale as a chart shows it. */
export interface PricePoint {
  registration: string
  saleYear: number
  saleMonth: number | null
  /** The total; the hammer price if there is no total. */
  priceGbp: number
  isHammer: boolean
  priceWord: PriceWord
  selection: string | null
}

export function pricePoints(sales: readonly Sale[], explorer: ExplorerName): PricePoint[] {
  return sales.flatMap((sale) => pricePoint(sale, explorer) ?? [])
}

/** Null without a price. */
export function pricePoint(sale: Sale, explorer: ExplorerName): PricePoint | null {
  const priceGbp = knownPrice(sale)
  if (priceGbp === null) return null
  const { registration, saleYear, saleMonth, priceBasis, selection } = sale
  const hasTotal = priceGbp === sale.totalPriceGbp
  // A single price is in the column of totals; its basis says what it is.
  const isTotal = hasTotal && (EXPLORERS[explorer].hasHammerPrice || priceBasis !== 'hammer')
  const isComputed = isTotal ? priceBasis === 'hammer' : !hasTotal && priceBasis === 'total'
  return {
    registration,
    saleYear,
    saleMonth,
    priceGbp,
    isHammer: !isTotal && priceBasis !== 'unclear',
    priceWord: priceBasis === 'unclear' ? 'as reported' : isComputed ? 'computed' : 'reported',
    selection,
  }
}

/** 2025.5 is the middle of 2025, and the position of a sale without a month. */
export function timeOf({ saleYear, saleMonth }: Pick<Sale, 'saleYear' | 'saleMonth'>): number {
  return saleYear + (saleMonth === null ? 0.5 : (saleMonth - 0.5) / 12)
}

// The sentences of "What the records say". Each can be quoted alone: it contains the number of records, how they were
// selected, and the kind of price.

import type { ExplorerName } from '#shared/sales/explorers.ts'
import { longSaleDate } from '#shared/sales/sale.ts'
import {
  type AuctionPrices,
  type KindPrices,
  MIN_SALES_FOR_MEDIAN,
  MIN_SALES_FOR_POINT,
  MOST_AUCTIONS,
  type PricePoint,
  pricePoint,
  type SelectionFigures,
  type Share,
  type TypicalPrices,
  UNKNOWN_CATEGORY,
  UNKNOWN_SELLER,
} from '#shared/sales/sales-stats.ts'
import { formatList, formatNumber, plural } from '#shared/text/format.ts'
import { formatGbp } from '#shared/text/money.ts'

export function describeFigures(figures: SelectionFigures, explorer: ExplorerName): string[] {
  const { count, selections, highest } = figures
  const dearest = highest && pricePoint(highest, explorer)
  return [
    describeSelections(count, selections),
    describeTypical(figures),
    ...(dearest && count > 1
      ? [
          `The dearest of all is ${dearest.registration}, sold in ${longSaleDate(dearest)} for ${describePrice(dearest)}.`,
        ]
      : []),
  ]
}

/** '962 recorded sales: 675 drawn at random from all the lots sold at an auction and 287 reported in the news.' */
function describeSelections(count: number, selections: readonly Share[]): string {
  const phrase = (name: string) => SELECTION_PHRASES[name] ?? name
  const sales = plural(count, 'recorded sale')
  const [first] = selections
  if (first && selections.length === 1)
    return `${sales}, ${count === 1 ? '' : count === 2 ? 'both ' : 'all '}${phrase(first.name)}.`
  return `${sales}: ${formatList(selections.map((share) => `${formatNumber(share.count)} ${phrase(share.name)}`))}.`
}

const SELECTION_PHRASES: Readonly<Record<string, string>> = {
  complete: 'from auctions recorded lot by lot',
  sample: 'drawn at random from all the lots sold at an auction',
  highest: 'picked from the dearest of an auction',
  reported: 'reported in the news',
  own: 'sold by us',
}

function describeTypical({ typical, auctions }: SelectionFigures): string {
  const priced = typical?.priced ?? 0
  if (!typical || priced < MIN_SALES_FOR_MEDIAN)
    return `A typical price takes at least ${MIN_SALES_FOR_MEDIAN} hammer prices of sales that were not picked for their price or fame, and there ${priced === 0 ? 'are none' : priced === 1 ? 'is one' : `are ${priced}`}.`
  return `The median hammer price, before fees, of the ${formatNumber(priced)} sales that were not picked for their price or fame is ${formatGbp(typical.median)} (95% confidence interval ${formatGbp(typical.medianLow)} to ${formatGbp(typical.medianHigh)}); half of them made between ${formatGbp(typical.lowerQuartile)} and ${formatGbp(typical.upperQuartile)}.${describeScope(priced, auctions)}`
}

/** Nothing if there may be earlier auctions; otherwise ' They were sold at 9 auctions of DVLA Auction, from January 2025 to November 2025.' */
function describeScope(priced: number, auctions: readonly AuctionPrices[]): string {
  const [first, last] = [auctions[0], auctions.at(-1)]
  if (!first || !last || auctions.length === MOST_AUCTIONS) return ''
  const dated = auctions.reduce((sum, auction) => sum + auction.priced, 0)
  const isOneSeller = auctions.every(({ whereSold }) => whereSold === first.whereSold)
  const sellers = isOneSeller ? ` (${first.whereSold})` : ''
  const [from, to] = [longSaleDate(first), longSaleDate(last)]
  return ` ${dated === priced ? 'They' : `${formatNumber(dated)} of them`} come from ${plural(auctions.length, 'auction')}${sellers}, ${from === to ? `in ${from}` : `from ${from} to ${to}`}.`
}

/** '£608,600 in total (reported)' */
export function describePrice({ priceGbp, isHammer, priceWord }: PricePoint): string {
  const includes = priceWord === 'as reported' ? '' : isHammer ? ' under the hammer' : ' in total'
  return `${formatGbp(priceGbp)}${includes} (${priceWord})`
}

export function describePoints(points: readonly PricePoint[]): string {
  const [first, ...rest] = points
  if (!first) return ''
  const [least, most] = rest.reduce(
    ([least, most], point) => [
      point.priceGbp < least.priceGbp ? point : least,
      point.priceGbp > most.priceGbp ? point : most,
    ],
    [first, first],
  )
  return `They range from ${describePrice(least)} to ${describePrice(most)}.`
}

export function describeAuctions(auctions: readonly AuctionPrices[]): string {
  const known = auctions.filter(({ priced }) => priced >= MIN_SALES_FOR_POINT)
  const [first, last] = [known[0], known.at(-1)]
  if (!first || !last) return ''
  const missing = auctions.length - known.length
  const range =
    first === last
      ? `The median of ${longSaleDate(first)} is ${formatGbp(first.median)}.`
      : `The median was ${formatGbp(first.median)} in ${longSaleDate(first)} and ${formatGbp(last.median)} in ${longSaleDate(last)}.`
  const gaps =
    missing === 0
      ? ''
      : ` ${plural(missing, 'auction has', 'auctions have')} fewer than ${MIN_SALES_FOR_POINT} such sales, so the chart shows how many instead of a median.`
  const which = auctions.length === MOST_AUCTIONS ? 'The latest auctions: ' : ''
  return `${which}${plural(known.length, 'auction')}. ${range} Each bar is the 95% confidence interval of the median. The prices are hammer prices, before fees, of sales that were not picked for their price or fame.${gaps}`
}

export function describeKinds(kinds: readonly KindPrices[]): string {
  return `Each box spans the middle half of a category’s hammer prices, and the line in it is the median. The last figure is the number of sales. Only categories with at least ${MIN_SALES_FOR_MEDIAN} sales that were not picked for their price or fame are shown: ${formatNumber(kinds.length)} here.`
}

export function describeMedian({ priced, median, medianLow, medianHigh }: TypicalPrices): string {
  return `median ${formatGbp(median)} of ${plural(priced, 'sale')} (95% interval ${formatGbp(medianLow)} to ${formatGbp(medianHigh)})`
}

export function describeSellers(sellers: readonly Share[], count: number): string {
  const name = sellers[0]?.name
  return name === UNKNOWN_SELLER
    ? `Where ${formatLargestShare(sellers, count)} were sold is not recorded.`
    : `${formatLargestShare(sellers, count)} on record were sold at ${name}: a count of our records, not of the market.`
}

export function describeCategories(categories: readonly Share[], count: number): string {
  const name = categories[0]?.name
  return name === UNKNOWN_CATEGORY
    ? `${formatLargestShare(categories, count)} have a shape that belongs to no category.`
    : `${formatLargestShare(categories, count)} on record are in the category ${name}.`
}

function formatLargestShare(shares: readonly Share[], total: number): string {
  return `${formatNumber(shares[0]?.count ?? 0)} of ${formatNumber(total)}`
}

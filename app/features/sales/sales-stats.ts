// Medians, quartiles and counts. Only totals reported as such count; hammer prices and prices of unclear basis do not.

import { formatNumber } from '../../shared/format.ts'
import { formatGbp } from '../../shared/money.ts'
import { knownPrice, longSaleDate, reportedTotal, type Sale } from './sale.ts'

/** With fewer prices, one more sale could change the median completely. */
export const MIN_SALES_FOR_MEDIAN = 5

export interface Quartiles {
  lowerQuartile: number
  median: number
  upperQuartile: number
}

export interface Summary {
  count: number
  /** Sales with a reported total. */
  priced: number
  quartiles: Quartiles | null
  highest: Sale | null
  totalGbp: number
}

export interface YearFigures {
  year: number
  count: number
  priced: number
  quartiles: Quartiles | null
}

export interface Share {
  name: string
  count: number
}

export interface SelectionFigures {
  summary: Summary
  years: YearFigures[]
  sellers: Share[]
  categories: Share[]
}

export function figuresOf(sales: readonly Sale[]): SelectionFigures {
  return {
    summary: summarise(sales),
    years: figuresByYear(sales),
    sellers: tally(sales, ({ whereSold }) => whereSold, UNKNOWN_SELLER),
    categories: tally(sales, ({ category }) => category, UNKNOWN_CATEGORY),
  }
}

export const UNKNOWN_SELLER = 'Not recorded'
export const UNKNOWN_CATEGORY = 'Other shapes'

export function summarise(sales: readonly Sale[]): Summary {
  let highest: Sale | null = null
  const totals: number[] = []
  for (const sale of sales) {
    const total = reportedTotal(sale)
    if (total === null) continue
    totals.push(total)
    if (highest === null || total > (reportedTotal(highest) ?? 0)) highest = sale
  }
  return {
    count: sales.length,
    priced: totals.length,
    quartiles: quartilesOf(totals),
    highest,
    totalGbp: totals.reduce((sum, total) => sum + total, 0),
  }
}

export function figuresByYear(sales: readonly Sale[]): YearFigures[] {
  const years = new Map<number, { count: number; totals: number[] }>()
  for (const sale of sales) {
    const known = years.get(sale.saleYear) ?? { count: 0, totals: [] }
    known.count += 1
    const total = reportedTotal(sale)
    if (total !== null) known.totals.push(total)
    years.set(sale.saleYear, known)
  }
  return fillMissingYears(
    [...years].map(([year, { count, totals }]) => ({
      year,
      count,
      priced: totals.length,
      quartiles: quartilesOf(totals),
    })),
  )
}

/** One record with an absurd year would fill the chart with thousands of empty years. */
const MOST_YEARS = 200

export function fillMissingYears(figures: readonly YearFigures[]): YearFigures[] {
  const byYear = new Map(figures.map((figure) => [figure.year, figure]))
  const years = [...byYear.keys()].sort((one, other) => one - other)
  const [first, last] = [years[0], years.at(-1)]
  if (first === undefined || last === undefined) return []
  if (last - first >= MOST_YEARS) return years.map((year) => byYear.get(year) as YearFigures)
  return Array.from(
    { length: last - first + 1 },
    (_, n) => byYear.get(first + n) ?? { year: first + n, count: 0, priced: 0, quartiles: null },
  )
}

export function tally(
  sales: readonly Sale[],
  value: (sale: Sale) => string | null,
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

export interface PricePoint {
  /** 2025.5 is the middle of 2025. */
  at: number
  priceGbp: number
  /** False for a hammer price or a price of unclear basis. */
  isTotal: boolean
}

export function pricePoints(sales: readonly Sale[]): PricePoint[] {
  return sales.flatMap((sale) => {
    const priceGbp = knownPrice(sale)
    if (priceGbp === null) return []
    const at = sale.saleYear + (sale.saleMonth === null ? 0.5 : (sale.saleMonth - 0.5) / 12)
    return [{ at, priceGbp, isTotal: reportedTotal(sale) !== null }]
  })
}

/** Linear interpolation, in whole pounds, halves rounded up. */
export function quartilesOf(prices: readonly number[]): Quartiles | null {
  if (prices.length < MIN_SALES_FOR_MEDIAN) return null
  const sorted = [...prices].sort((one, other) => one - other)
  const quantile = (share: number) => {
    const place = (sorted.length - 1) * share
    const below = sorted[Math.floor(place)] ?? 0
    const above = sorted[Math.ceil(place)] ?? 0
    return Math.floor(below + (above - below) * (place - Math.floor(place)) + 0.5)
  }
  return { lowerQuartile: quantile(0.25), median: quantile(0.5), upperQuartile: quantile(0.75) }
}

export function describeSummary({ count, priced, quartiles, highest, totalGbp }: Summary): string[] {
  const sentences = [
    `${formatNumber(priced)} of ${formatNumber(count)} ${count === 1 ? 'sale' : 'sales'} ${priced === 1 ? 'has' : 'have'} a reported total.`,
  ]
  if (quartiles)
    sentences.push(
      `The median is ${formatGbp(quartiles.median)}; the middle half lies between ${formatGbp(quartiles.lowerQuartile)} and ${formatGbp(quartiles.upperQuartile)}.`,
    )
  else if (priced > 0)
    sentences.push(`That is too few for a median: we give one from ${MIN_SALES_FOR_MEDIAN} on.`)
  if (highest)
    sentences.push(
      `The highest is ${formatGbp(highest.totalPriceGbp ?? 0)} for ${highest.registration}, ${longSaleDate(highest)}; all of them add up to ${formatGbp(totalGbp)}.`,
    )
  return sentences
}

/** 950 → '£950', 10000 → '£10k', 1500000 → '£1.5m' */
export function formatCompactGbp(priceGbp: number): string {
  const short = (amount: number) => String(Math.round(amount * 10) / 10)
  if (priceGbp >= 999_950) return `£${short(priceGbp / 1_000_000)}m`
  if (priceGbp >= 1_000) return `£${short(priceGbp / 1_000)}k`
  return `£${Math.round(priceGbp)}`
}

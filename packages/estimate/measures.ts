// Accuracy measures on lots that were not in the training data. All are functions of residuals.

import { CONFIDENCES } from './estimate.ts'
import { formatMonth, isPriced, type Lot } from './lot.ts'
import { BANDS_GBP, quantile } from './range.ts'
import { hammerOf, isRefused, type RepeatSales, type Residual } from './residuals.ts'

interface PointMeasures {
  /** R² of the logarithm of the price; null if the prices do not vary. */
  r2: number | null
  /** The median error as a share of the hammer price. */
  mdape: number
  /** The share of estimates within 20 % of the hammer price. */
  within20: number
  /** The share of estimates within a factor of two. */
  within2x: number
}

export interface Measures extends PointMeasures {
  n: number
  /** The share of prices inside the 80 % range. */
  coverage80: number
  /** The share of lots for which the estimate would have been refused. */
  refused: number
  /** The same measures for the median of the format. */
  naive: PointMeasures
}

/** All measures include refused rows, with the estimate that the model would have given. @throws Error for no rows */
export function measure(rows: readonly Residual[]): Measures {
  if (rows.length === 0) throw new Error('There is nothing to measure')
  const share = (test: (row: Residual) => boolean) => rows.filter(test).length / rows.length
  return {
    n: rows.length,
    ...measurePoints(rows, ({ estimateGbp }) => estimateGbp),
    coverage80: share((row) => row.lowGbp <= hammerOf(row) && hammerOf(row) <= row.highGbp),
    refused: share(isRefused),
    naive: measurePoints(rows, ({ naiveGbp }) => naiveGbp),
  }
}

function measurePoints(rows: readonly Residual[], estimateOf: (row: Residual) => number): PointMeasures {
  const quotients = rows.map((row) => estimateOf(row) / hammerOf(row))
  const share = (test: (quotient: number) => boolean) => quotients.filter(test).length / rows.length
  const variance = varianceOf(rows.map((row) => Math.log(hammerOf(row))))
  return {
    r2: variance < 1e-12 ? null : 1 - mean(quotients.map((quotient) => Math.log(quotient) ** 2)) / variance,
    mdape: median(quotients.map((quotient) => Math.abs(quotient - 1))),
    within20: share((quotient) => Math.abs(quotient - 1) <= 0.2),
    within2x: share((quotient) => quotient >= 0.5 && quotient <= 2),
  }
}

/** N in “half of our estimates were within N % of the hammer price”, rounded up so that the sentence is true. */
export function halfWithinPercent({ mdape }: Pick<PointMeasures, 'mdape'>): number {
  return Math.ceil(mdape * 100 - 1e-9)
}

export interface Group extends Measures {
  /** 'prefix', '500-1000', 'high', 'refused', '2025-03' */
  key: string
}

/** Sorted by number of rows, largest first. */
export function measureKinds(rows: readonly Residual[]): Group[] {
  const kinds = [...new Set(rows.map(({ kind }) => kind))].sort()
  return measureGroups(rows, kinds, ({ kind }) => kind).sort((one, other) => other.n - one.n)
}

export function measureConfidences(rows: readonly Residual[]): Group[] {
  return measureGroups(rows, [...CONFIDENCES, 'refused'], (row) => (isRefused(row) ? 'refused' : row.answer))
}

/**
 * `of` chooses the price that determines the band of a row: the estimate, which is known in advance, or the hammer
 * price.
 */
export function measureBands(rows: readonly Residual[], of: 'estimate' | 'hammer'): Group[] {
  const priceOf = of === 'estimate' ? ({ estimateGbp }: Residual) => estimateGbp : hammerOf
  const bandOf = (row: Residual) => bandKey(BANDS_GBP.findLast((least) => priceOf(row) >= least) ?? 0)
  return measureGroups(rows, BANDS_GBP.map(bandKey), bandOf)
}

/** 500 → '500-1000'; the highest band is '10000-'. */
const bandKey = (least: number) => `${least}-${BANDS_GBP.find((bound) => bound > least) ?? ''}`

/** Oldest first; the key is '2025-03'. */
export function measureMonths(rows: readonly Residual[]): Group[] {
  const monthOf = ({ month }: Residual) => formatMonth(month)
  return measureGroups(rows, [...new Set(rows.map(monthOf))].sort(), monthOf)
}

function measureGroups(
  rows: readonly Residual[],
  keys: readonly string[],
  keyOf: (row: Residual) => string,
): Group[] {
  const groups = Map.groupBy(rows, keyOf)
  return keys.flatMap((key) => {
    const members = groups.get(key)
    return members ? [{ key, ...measure(members) }] : []
  })
}

export interface CalibrationBin {
  n: number
  /** Medians of the rows in the bin, in pounds. */
  estimateGbp: number
  lowGbp: number
  highGbp: number
  hammerGbp: number
  /** 80 % of the hammer prices lie between these. */
  hammerLowGbp: number
  hammerHighGbp: number
}

/** Groups rows by estimate into bins of equal size, and compares estimates with hammer prices. */
export function calibrate(rows: readonly Residual[], bins: number): CalibrationBin[] {
  const sorted = [...rows].sort(
    (one, other) => one.estimateGbp - other.estimateGbp || one.ratio - other.ratio,
  )
  const edge = (index: number) => Math.round((index * sorted.length) / bins)
  return Array.from({ length: bins }, (_, index) => sorted.slice(edge(index), edge(index + 1)))
    .filter((members) => members.length > 0)
    .map((members) => {
      const prices = sortNumbers(members.map(hammerOf))
      return {
        n: members.length,
        estimateGbp: median(members.map(({ estimateGbp }) => estimateGbp)),
        lowGbp: median(members.map(({ lowGbp }) => lowGbp)),
        highGbp: median(members.map(({ highGbp }) => highGbp)),
        hammerGbp: quantile(prices, 0.5),
        hammerLowGbp: quantile(prices, 0.1),
        hammerHighGbp: quantile(prices, 0.9),
      }
    })
}

/** The rows with the largest errors, on the log scale. */
export function worstMisses(rows: readonly Residual[], count: number): Residual[] {
  return rows
    .map((row) => ({ row, size: Math.abs(Math.log(row.ratio)) }))
    .sort((one, other) => other.size - one.size || one.row.month - other.row.month)
    .slice(0, count)
    .map(({ row }) => row)
}

export interface NoiseCeiling {
  pairs: number
  /** The R² of an estimate that knows everything except chance. */
  r2: number
  /** Its median error, assuming that chance affects both sales of a pair alike. */
  mdape: number
  medianDifference: number
}

/** The accuracy of a perfect estimate on these rows. */
export function noiseCeiling(
  { pairs, variance, medianDifference }: RepeatSales,
  rows: readonly Residual[],
): NoiseCeiling | null {
  const total = varianceOf(rows.map((row) => Math.log(hammerOf(row))))
  if (total < 1e-12) return null
  // A pair contains the noise of two sales: the square root of two times that of one.
  const mdape = Math.exp(Math.log1p(medianDifference) / Math.SQRT2) - 1
  return { pairs, r2: 1 - variance / total, mdape, medianDifference }
}

/**
 * Compares each sale of a registration with its next one in a later month. Excludes truncated lists, which lack the
 * cheap half.
 */
export function compareRepeatSales(lots: readonly Lot[]): RepeatSales | null {
  const sold = lots.filter(isPriced)
  const differences: number[] = []
  for (const sales of Map.groupBy(sold, ({ registration }) => registration).values()) {
    sales.sort((one, other) => one.month - other.month || one.hammerGbp - other.hammerGbp)
    for (const [index, next] of sales.entries()) {
      const before = sales[index - 1]
      if (before && before.month < next.month) differences.push(Math.log(next.hammerGbp / before.hammerGbp))
    }
  }
  if (differences.length === 0) return null
  return {
    pairs: differences.length,
    variance: mean(differences.map((difference) => difference ** 2)) / 2,
    medianDifference: Math.exp(median(differences.map(Math.abs))) - 1,
  }
}

const mean = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length

function varianceOf(numbers: readonly number[]): number {
  const middle = mean(numbers)
  return mean(numbers.map((number) => (number - middle) ** 2))
}

export const median = (numbers: readonly number[]) => quantile(sortNumbers(numbers), 0.5)

/** Ten times as fast as sorting an array with a comparator. */
const sortNumbers = (numbers: readonly number[]) => Float64Array.from(numbers).sort()

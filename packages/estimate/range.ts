// Prediction ranges: 80 % of hammer prices lie between low and high.
import type { Confidence, OwnSale } from './estimate.ts'
import type { Quantiles, RangeModel } from './model.ts'
import { WIDEST_RATIO } from './refusal.ts'
import type { LearntSystem } from './shape.ts'

/** Added to a residual before taking its log, so that a lucky hit does not count as certainty. */
const SMALLEST_SIZE = 0.05

export const logSize = (residual: number): number => Math.log(Math.abs(residual) + SMALLEST_SIZE)

/** The lower bounds of the bands of estimated price; each band has its own stretch factor. */
export const BANDS_GBP = [0, 500, 1_000, 2_000, 5_000, 10_000] as const

const bandOf = (estimate: number): number =>
  BANDS_GBP.findLastIndex((least) => least === 0 || estimate >= Math.log(least))

/** Systems and bands with fewer sales use the values for all. */
const LEAST_SALES = 100
const COVERAGE = 0.8

/** Held-out sales. All values are logs of pounds. */
interface Calibration {
  systems: readonly LearntSystem[]
  estimates: Float64Array
  /** The log price minus the estimate. */
  residuals: Float64Array
  /** The expected size of each residual. */
  sizes: Float64Array
}

type RangeRule = Pick<RangeModel, 'quantiles' | 'stretches'>

export function calibrateRange({ systems, estimates, residuals, sizes }: Calibration): RangeRule {
  const relative = residuals.map((residual, i) => residual / (sizes[i] as number))
  const quantiles: Partial<Record<LearntSystem, Quantiles>> = {}
  for (const system of [...new Set(systems)].sort()) {
    const own = relative.filter((_, i) => systems[i] === system)
    const sorted = (own.length >= LEAST_SALES ? own : relative.slice()).sort()
    const [low, middle, high] = [0.1, 0.5, 0.9].map((share) => quantile(sorted, share)) as [
      number,
      number,
      number,
    ]
    quantiles[system] = { low, middle, high }
  }
  // How far each range would have to be stretched to contain its price.
  const needed = relative.map((value, i) => {
    const { low, high } = quantiles[systems[i] as LearntSystem] as Quantiles
    return value > 0 ? value / high : value / low
  })
  const stretches = BANDS_GBP.map((_, band) => {
    const own = needed.filter((_, i) => bandOf(estimates[i] as number) === band).sort()
    return own.length >= LEAST_SALES ? quantile(own, COVERAGE) : 1
  })
  return { quantiles, stretches }
}

const UNKNOWN: Quantiles = { low: Number.NEGATIVE_INFINITY, middle: 0, high: Number.POSITIVE_INFINITY }

/** Low, middle and high of an estimate, given its log and the expected size of its residual. */
export function rangeOf(rule: RangeRule, system: LearntSystem, estimate: number, size: number): Quantiles {
  const { low, middle, high } = rule.quantiles[system] ?? UNKNOWN
  const stretch = rule.stretches[bandOf(estimate)] as number
  const centre = estimate + MIDDLE_SHARE * size * middle
  return {
    low: Math.min(centre, estimate + size * stretch * low),
    middle: centre,
    high: Math.max(centre, estimate + size * stretch * high),
  }
}

/**
 * Half way from the mean of the log price to its lower median: the mean has the better R², the median the smaller
 * median error.
 */
const MIDDLE_SHARE = 0.5

/** Interpolates between neighbours. @param sorted ascending, not empty */
export function quantile(sorted: Float64Array, share: number): number {
  const at = share * (sorted.length - 1)
  const below = sorted[Math.floor(at)] as number
  const above = sorted[Math.ceil(at)] as number
  return below + (above - below) * (at - Math.floor(at))
}

export const shiftRange = ({ low, middle, high }: Quantiles, by: number): Quantiles => ({
  low: low + by,
  middle: middle + by,
  high: high + by,
})

const OWN_SALE_MONTHS = 36
/** The weight of a sale of today, and what it loses until it is too old. */
const OWN_SALE_WEIGHT = 0.6
const OWN_SALE_DECAY = 0.2
/** The widest ratio of high to low around an estimate that rests on its own sale. */
const OWN_SALE_RATIO = 4

/**
 * Moves a range towards the latest sale of the registration itself; null without one of the last three years. The
 * numbers follow 137 registrations that were sold again within three years: docs/decisions/031.
 */
export function restOnOwnSale(range: Quantiles, ownSale: OwnSale | null): Quantiles | null {
  const { low, middle, high } = range
  const isUnknown = high - low === Number.POSITIVE_INFINITY
  if (isUnknown || ownSale === null || ownSale.monthsAgo > OWN_SALE_MONTHS) return null
  const weight = OWN_SALE_WEIGHT - (OWN_SALE_DECAY * Math.max(0, ownSale.monthsAgo)) / OWN_SALE_MONTHS
  const centre = middle + weight * (Math.log(ownSale.hammerGbp) - middle)
  const width = Math.min(1, Math.log(OWN_SALE_RATIO) / (high - low))
  return {
    low: centre - width * (middle - low),
    middle: centre,
    high: centre + width * (high - middle),
  }
}

type ConfidenceRule = Pick<RangeModel, 'highConfidenceRatio' | 'mediumConfidenceRatio' | 'errors'>

/** One third of the shown ranges has high confidence and one third medium, each with its median error. */
export function findConfidence(ranges: readonly Quantiles[], prices: Float64Array): ConfidenceRule {
  const ratios = Float64Array.from(ranges, ({ low, high }) => Math.exp(high - low))
  const shown = ratios.filter((ratio) => ratio <= WIDEST_RATIO).sort()
  const highConfidenceRatio = shown.length > 0 ? quantile(shown, 1 / 3) : 0
  const mediumConfidenceRatio = shown.length > 0 ? quantile(shown, 2 / 3) : 0
  const rule = { highConfidenceRatio, mediumConfidenceRatio }
  const errorOf = (confidence: Confidence) => {
    const errors = prices
      .map((price, i) => Math.abs(Math.exp((ranges[i] as Quantiles).middle - price) - 1))
      .filter((_, i) => {
        const ratio = ratios[i] as number
        return ratio <= WIDEST_RATIO && confidenceOf(ratio, rule, true) === confidence
      })
      .sort()
    return errors.length > 0 ? quantile(errors, 0.5) : 0
  }
  return { ...rule, errors: { high: errorOf('high'), medium: errorOf('medium'), low: errorOf('low') } }
}

/** By the width of the range; high only with close comparables, so that visitors see what it rests on. */
export function confidenceOf(
  ratio: number,
  rule: Omit<ConfidenceRule, 'errors'>,
  hasComparables: boolean,
): Confidence {
  if (hasComparables && ratio <= rule.highConfidenceRatio) return 'high'
  return ratio <= rule.mediumConfidenceRatio ? 'medium' : 'low'
}

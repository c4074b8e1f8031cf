// How far off an estimate may be: 80 % of hammer prices fall between low and high.
import type { Confidence } from './estimate.ts'
import { WIDEST_RATIO } from './refusal.ts'
import type { LearntSystem } from './shape.ts'

/** Added to a residual before its log is taken, so that a lucky hit does not count as certainty. */
const SMALLEST_SIZE = 0.05

export const logSize = (residual: number): number => Math.log(Math.abs(residual) + SMALLEST_SIZE)

export type Quantiles = Partial<Record<LearntSystem, { low: number; high: number }>>

/** Systems with fewer sales take the quantiles of all. */
const LEAST_SALES_OF_SYSTEM = 100

interface Residuals {
  systems: readonly LearntSystem[]
  /** The log price less the estimate, of sales that the estimate was not trained on. */
  residuals: Float64Array
  /** The expected size of each. */
  sizes: Float64Array
}

export function findQuantiles({ systems, residuals, sizes }: Residuals): Quantiles {
  const all = residuals.map((residual, i) => residual / (sizes[i] as number))
  const quantiles: Quantiles = {}
  for (const system of new Set(systems)) {
    const own = all.filter((_, i) => systems[i] === system)
    const sorted = (own.length >= LEAST_SALES_OF_SYSTEM ? own : all.slice()).sort()
    quantiles[system] = { low: quantile(sorted, 0.1), high: quantile(sorted, 0.9) }
  }
  return quantiles
}

/** `sorted` ascending, not empty. */
export function quantile(sorted: Float64Array, share: number): number {
  const at = share * (sorted.length - 1)
  const below = sorted[Math.floor(at)] as number
  const above = sorted[Math.ceil(at)] as number
  return below + (above - below) * (at - Math.floor(at))
}

export interface ConfidenceRule {
  highConfidenceRatio: number
  mediumConfidenceRatio: number
  errors: Record<Confidence, number>
}

/** A third of the ranges that are shown is of high confidence, a third of medium, with the error of each. */
export function findConfidence(ratios: Float64Array, residuals: Float64Array): ConfidenceRule {
  const shown = ratios.filter((ratio) => ratio <= WIDEST_RATIO).sort()
  const highConfidenceRatio = shown.length > 0 ? quantile(shown, 1 / 3) : 0
  const mediumConfidenceRatio = shown.length > 0 ? quantile(shown, 2 / 3) : 0
  const rule = { highConfidenceRatio, mediumConfidenceRatio }
  const errorOf = (confidence: Confidence) => {
    const errors = residuals
      .filter((_, i) => {
        const ratio = ratios[i] as number
        return ratio <= WIDEST_RATIO && confidenceOf(ratio, rule) === confidence
      })
      .map((residual) => Math.abs(Math.exp(-residual) - 1))
      .sort()
    return errors.length > 0 ? quantile(errors, 0.5) : 0
  }
  return { ...rule, errors: { high: errorOf('high'), medium: errorOf('medium'), low: errorOf('low') } }
}

export function confidenceOf(ratio: number, rule: Omit<ConfidenceRule, 'errors'>): Confidence {
  if (ratio <= rule.highConfidenceRatio) return 'high'
  return ratio <= rule.mediumConfidenceRatio ? 'medium' : 'low'
}

import type { Confidence } from './estimate.ts'
import type { Memory } from './memory.ts'
import type { Net } from './net/net.ts'
import type { Ridge } from './ridge.ts'
import type { LearntSystem } from './shape.ts'
import type { Cuts } from './trees/bins.ts'
import type { Forest } from './trees/forest.ts'

/** Everything that an estimate needs except the lexicon. All prices in it are natural logarithms of pounds. */
export interface Model {
  /** The feature names of the training data, in order. */
  features: string[]
  /** The latest auction of the training data: estimates are as of this month (`Lot.month`). */
  nowMonth: number
  /** The cuts of each column: features, month, base estimate, memory, ridge, estimate (`columns.ts`). */
  cuts: Cuts
  /** Stage 1: the base estimate from shape and number. */
  base: Forest
  /** Stage 2: the estimate is the mean of the two, weighted by `netShare` for the nets. */
  price: Forest
  nets: Net[]
  netShare: number
  memory: Memory
  ridge: Ridge
  range: RangeModel
  /** Formats (`Shape.format`) with their number of sales in the training data. */
  formats: Record<string, number>
}

export interface Quantiles {
  low: number
  middle: number
  high: number
}

export interface RangeModel {
  /** The log of the expected size of a residual. */
  size: Forest
  /** Per system, low, middle and high: quantiles of residuals divided by their expected size. */
  quantiles: Partial<Record<LearntSystem, Quantiles>>
  /** Per band of `BANDS_GBP`, the factor by which the range is stretched so that it covers 80 %. */
  stretches: number[]
  /** The maximum ratios of high to low for high and medium confidence. */
  highConfidenceRatio: number
  mediumConfidenceRatio: number
  /** The median error for each confidence, as a share of the price, on held-out sales. */
  errors: Record<Confidence, number>
}

import type { Confidence } from './estimate.ts'
import type { Memory } from './memory.ts'
import type { Net } from './net/net.ts'
import type { LearntSystem } from './shape.ts'
import type { Cuts } from './trees/bins.ts'
import type { Forest } from './trees/forest.ts'

/** Everything that an estimate needs besides the lexicon. All prices in it are natural logarithms of pounds. */
export interface Model {
  /** The names of the features that it was trained on, in order. */
  features: string[]
  /** The latest auction: estimates are as of this month (`Lot.month`). */
  nowMonth: number
  /** The cuts of each column: features, month, base estimate, memory, estimate (`columns.ts`). */
  cuts: Cuts
  /** Stage 1: the base estimate from shape and number. */
  base: Forest
  /** Stage 2: the estimate is their mean, in which the nets have `netShare` of the weight. */
  price: Forest
  nets: Net[]
  netShare: number
  memory: Memory
  range: RangeModel
  /** Formats (`Shape.format`) with the number of sales learnt from. */
  formats: Record<string, number>
}

export interface Quantiles {
  low: number
  middle: number
  high: number
}

export interface RangeModel {
  /** The log of how large a residual is to be expected. */
  size: Forest
  /** Per system, where low, middle and high lie: quantiles of a residual divided by its expected size. */
  quantiles: Partial<Record<LearntSystem, Quantiles>>
  /** Per band of `BANDS_GBP`, what stretches the range so that it covers 80 % there as well. */
  stretches: number[]
  /** Ranges of at most this ratio of high to low are of high and of medium confidence. */
  highConfidenceRatio: number
  mediumConfidenceRatio: number
  /** The median error of each, as a share of the price, on sales left out of training. */
  errors: Record<Confidence, number>
}

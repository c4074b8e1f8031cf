// The model card: the training data and accuracy of the model file beside it.
import type { Confidence } from '#packages/estimate/estimate.ts'
import { formatMonth, isPriced, type Lot } from '#packages/estimate/lot.ts'
import type { Model } from '#packages/estimate/model.ts'

export interface TrainingList {
  name: string
  /** Where the list is published. */
  source: string
}

/** Measured on auctions after the training data (`backtest`); shares are from 0 to 1. */
export interface CardFigures {
  r2: number
  mdape: number
  within20: number
  within2x: number
  coverage80: number
  refused: number
  n: number
}

interface ModelCard {
  /** The date of the training: '2026-11-22'. */
  trainedOn: string
  lots: {
    /** Sold lots of complete lists, whose prices were used. */
    priced: number
    /** Lots of lists that were selected by price: counted, but their prices were not used. */
    counted: number
    unsold: number
  }
  /** The months of the first and the last auction: '2017-02'. */
  period: { from: string; to: string }
  lists: readonly TrainingList[]
  features: readonly string[]
  /** The number of sales per format in the training data. */
  formats: Record<string, number>
  rolling: CardFigures | null
  /** The widest ratio of high to low, and the median error on held-out sales. */
  confidence: Record<Confidence, { widestRatio: number; error: number }>
}

interface Facts {
  lots: readonly Lot[]
  lists: readonly TrainingList[]
  trainedOn: string
  /** Null if no backtest was made. */
  rolling: CardFigures | null
  /** The widest range that is shown to visitors. */
  widestRatio: number
}

export function describeModel(
  model: Model,
  { lots, lists, trainedOn, rolling, widestRatio }: Facts,
): ModelCard {
  const months = lots.map(({ month }) => month)
  const count = (test: (lot: Lot) => boolean) => lots.filter(test).length
  const { highConfidenceRatio, mediumConfidenceRatio, errors } = model.range
  return {
    trainedOn,
    lots: {
      priced: count(isPriced),
      counted: count((lot) => lot.list === 'truncated'),
      unsold: count((lot) => lot.list === 'complete' && lot.hammerGbp === null),
    },
    period: {
      from: formatMonth(months.reduce((least, month) => Math.min(least, month), model.nowMonth)),
      to: formatMonth(model.nowMonth),
    },
    lists,
    features: model.features,
    formats: model.formats,
    rolling,
    confidence: {
      high: { widestRatio: highConfidenceRatio, error: errors.high },
      medium: { widestRatio: mediumConfidenceRatio, error: errors.medium },
      low: { widestRatio, error: errors.low },
    },
  }
}

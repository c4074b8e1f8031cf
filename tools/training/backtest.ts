// Backtests: what the model would have estimated for auctions that it was not trained on.
import type { Confidence, OwnSale, RefusalReason } from '#packages/estimate/estimate.ts'
import { createEstimator } from '#packages/estimate/estimator.ts'
import type { Lexicon } from '#packages/estimate/lexicon.ts'
import { isPriced, type Lot } from '#packages/estimate/lot.ts'
import { median } from '#packages/estimate/measures.ts'
import { confidenceOf } from '#packages/estimate/range.ts'
import type { LearntSystem } from '#packages/estimate/shape.ts'
import type { Recipe } from './recipe.ts'
import { trainModel } from './train.ts'
import { describeLot, type FeatureCache } from './training-lots.ts'

export interface BacktestLot {
  registration: string
  month: number
  hammerGbp: number
  /** The unrounded estimate, whether it would be shown or refused. */
  estimateGbp: number
  lowGbp: number
  highGbp: number
  /** Null for a registration of unknown shape: its estimate is the naive one, and its range is empty. */
  system: LearntSystem | null
  format: string
  /** By the width of the range alone, as if each had close comparables; null if refused. */
  confidence: Confidence | null
  refused: RefusalReason | null
  /** The median hammer price of the format in the training data. */
  naiveGbp: number
}

interface BacktestOptions {
  /** The last month of the training data; later lots are predicted. */
  trainToMonth: number
  /** Trains again for each month, on all earlier data. */
  rolling?: boolean
  onProgress?: (stage: string) => void
  featureCache?: FeatureCache
  recipe?: Partial<Recipe>
}

/** Every sold lot of a complete list after `trainToMonth`, by month. @throws TrainingError */
export function backtest(lots: readonly Lot[], lexicon: Lexicon, options: BacktestOptions): BacktestLot[] {
  const { trainToMonth, rolling = false, featureCache = new Map() } = options
  const tested = lots
    .filter((lot) => lot.month > trainToMonth && isPriced(lot))
    .sort((one, other) => one.month - other.month)
  const months = [...new Set(tested.map(({ month }) => month))]
  const origins = rolling ? months.map((month) => month - 1) : [trainToMonth]
  return origins.flatMap((origin, i) => {
    const next = origins[i + 1] ?? Number.POSITIVE_INFINITY
    const model = trainModel(lots, lexicon, {
      trainToMonth: origin,
      featureCache,
      recipe: options.recipe,
      onProgress: (stage) =>
        options.onProgress?.(rolling ? `${stage}, month ${i + 1} of ${origins.length}` : stage),
    })
    const estimator = createEstimator(model, lexicon)
    const medians = mediansOfFormats(lots, lexicon, origin, featureCache)
    const ownSaleOf = findOwnSales(lots, origin)
    return tested
      .filter(({ month }) => month > origin && month <= next)
      .map((lot): BacktestLot => {
        const { registration, month } = lot
        const shape = describeLot(registration, lexicon, featureCache)?.shape ?? null
        const naiveGbp = medians.get(shape?.format ?? '') ?? (medians.get(ALL) as number)
        const appraisal = estimator.appraise(registration, ownSaleOf(registration, month))
        const { lowGbp, midGbp, highGbp, refused } = appraisal ?? {
          lowGbp: naiveGbp,
          midGbp: naiveGbp,
          highGbp: naiveGbp,
          refused: 'unlearnt-system' as const,
        }
        return {
          registration,
          month,
          hammerGbp: lot.hammerGbp as number,
          estimateGbp: midGbp,
          lowGbp,
          highGbp,
          system: shape?.system ?? null,
          format: shape?.format ?? 'none',
          confidence: refused ? null : confidenceOf(highGbp / lowGbp, model.range, true),
          refused,
          naiveGbp,
        }
      })
  })
}

/** The latest sale of each registration up to the month. */
function findOwnSales(lots: readonly Lot[], toMonth: number) {
  const known = lots.filter((lot) => lot.month <= toMonth && isPriced(lot))
  known.sort((one, other) => one.month - other.month)
  const latest = new Map(known.map((lot) => [lot.registration, lot]))
  return (registration: string, month: number): OwnSale | null => {
    const own = latest.get(registration)
    return own ? { hammerGbp: own.hammerGbp as number, monthsAgo: month - own.month } : null
  }
}

const ALL = 'all'

function mediansOfFormats(lots: readonly Lot[], lexicon: Lexicon, toMonth: number, cache: FeatureCache) {
  const prices = new Map<string, number[]>([[ALL, []]])
  for (const lot of lots) {
    if (lot.month > toMonth || !isPriced(lot)) continue
    const price = lot.hammerGbp
    const format = describeLot(lot.registration, lexicon, cache)?.shape.format
    prices.get(ALL)?.push(price)
    if (format === undefined) continue
    const own = prices.get(format) ?? []
    own.push(price)
    prices.set(format, own)
  }
  return new Map([...prices].map(([format, own]) => [format, median(own)]))
}

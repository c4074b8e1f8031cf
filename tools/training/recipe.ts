import type { GrowOptions } from './grow.ts'
import type { NetRecipe } from './train-net.ts'
import type { RidgeRecipe } from './train-ridge.ts'

/** The hyperparameters of the training: docs/decisions/017 and 050. */
export interface Recipe {
  base: ForestRecipe
  price: ForestRecipe
  /** Like `price` with fewer steps, for the residuals from which the range is learnt. */
  residual: ForestRecipe
  size: ForestRecipe
  ridge: RidgeRecipe
  net: NetRecipe
  /** Nets with different seeds, averaged. */
  nets: number
  /** The weight of the nets in the estimate; the trees have the rest. */
  netShare: number
  /** The number of cross-validation folds for base estimates, the ridge and residuals. */
  baseFolds: number
  ridgeFolds: number
  residualFolds: number
  /** The number of latest sales that set the level of the nets. */
  levelSales: number
  /** The number of latest sales for calibrating the range. */
  calibrationSales: number
  /** The minimum number of sales for training. */
  leastSales: number
}

export type ForestRecipe = Omit<GrowOptions, 'seed'>

export const RECIPE: Recipe = {
  base: { trees: 120, rate: 0.1, depth: 5, minimum: 20, lambda: 1, rowShare: 0.7, columnShare: 0.5 },
  price: { trees: 1_000, rate: 0.025, depth: 7, minimum: 20, lambda: 3, rowShare: 0.7, columnShare: 0.35 },
  residual: { trees: 500, rate: 0.05, depth: 7, minimum: 20, lambda: 3, rowShare: 0.7, columnShare: 0.35 },
  size: { trees: 150, rate: 0.07, depth: 4, minimum: 40, lambda: 3, rowShare: 0.7, columnShare: 0.35 },
  ridge: { penalty: 20, steps: 15, least: 0.02 },
  net: { hidden1: 32, hidden2: 16, epochs: 4, rate: 0.003, batch: 128 },
  nets: 1,
  netShare: 0.3,
  baseFolds: 4,
  ridgeFolds: 5,
  residualFolds: 3,
  levelSales: 5_000,
  calibrationSales: 10_000,
  leastSales: 200,
}

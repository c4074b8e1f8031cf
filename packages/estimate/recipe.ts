import type { NetRecipe } from './net/train-net.ts'
import type { GrowOptions } from './trees/grow.ts'

/** How a model is trained. Figures were chosen on rolling origins over 2025. */
export interface Recipe {
  base: ForestRecipe
  price: ForestRecipe
  /** As `price`, in fewer steps: for the residuals that the range is learnt from. */
  residual: ForestRecipe
  size: ForestRecipe
  net: NetRecipe
  /** Nets with other seeds, averaged. */
  nets: number
  /** The weight of the nets in the estimate; the rest is that of the trees. */
  netShare: number
  /** The folds that base estimates and residuals are left out in. */
  baseFolds: number
  residualFolds: number
  /** The range is calibrated on this many of the latest sales. */
  calibrationSales: number
  /** Fewer sales than this train no model. */
  leastSales: number
}

type ForestRecipe = Omit<GrowOptions, 'seed' | 'onTree'>

export const RECIPE: Recipe = {
  base: { trees: 120, rate: 0.1, depth: 5, minimum: 20, lambda: 1, rowShare: 0.7, columnShare: 0.5 },
  price: { trees: 500, rate: 0.05, depth: 6, minimum: 8, lambda: 3, rowShare: 0.7, columnShare: 0.35 },
  residual: { trees: 250, rate: 0.1, depth: 6, minimum: 8, lambda: 3, rowShare: 0.7, columnShare: 0.35 },
  size: { trees: 150, rate: 0.07, depth: 4, minimum: 40, lambda: 3, rowShare: 0.7, columnShare: 0.35 },
  net: { hidden1: 32, hidden2: 16, epochs: 4, rate: 0.003, batch: 128 },
  nets: 1,
  netShare: 0.4,
  baseFolds: 4,
  residualFolds: 3,
  calibrationSales: 10_000,
  leastSales: 200,
}

import type { GrowOptions } from './trees/grow.ts'

/** How a model is trained. Figures were chosen on rolling origins over 2025. */
export interface Recipe {
  base: ForestRecipe
  price: ForestRecipe
  size: ForestRecipe
  /** Stage 2 is trained this many times with other seeds, and averaged. */
  priceSeeds: number
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
  size: { trees: 150, rate: 0.07, depth: 4, minimum: 40, lambda: 3, rowShare: 0.7, columnShare: 0.35 },
  priceSeeds: 1,
  baseFolds: 4,
  residualFolds: 3,
  calibrationSales: 10_000,
  leastSales: 200,
}

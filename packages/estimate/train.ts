// Training, stage by stage. Deterministic to the byte: seeded random numbers, and an order of its own for the lots.
import {
  BASE_COLUMN,
  BASE_COLUMNS,
  COLUMN_COUNT,
  ESTIMATE_COLUMN,
  MEMORY_COLUMN,
  MONTH_COLUMN,
  PRICE_COLUMNS,
  SIZE_COLUMNS,
} from './columns.ts'
import { FEATURES } from './features.ts'
import type { Lexicon } from './lexicon.ts'
import type { Lot } from './lot.ts'
import { hashKey, remember } from './memory.ts'
import { MEMORY_KEY_KINDS } from './memory-keys.ts'
import type { Model } from './model.ts'
import { hashText } from './random.ts'
import { findConfidence, findQuantiles, logSize } from './range.ts'
import { RECIPE, type Recipe } from './recipe.ts'
import { type DescribedLot, type FeatureCache, lotsToLearnFrom, TrainingError } from './training-lots.ts'
import { binColumn, findCuts } from './trees/bins.ts'
import { type Forest, predictAll } from './trees/forest.ts'
import { type GrowOptions, growForest } from './trees/grow.ts'

type Progress = (progress: { step: string; done: number; total: number }) => void

export interface TrainOptions {
  onProgress?: Progress
  /** Lots after this month are left out. */
  trainToMonth?: number
  /** Shared between trainings on the same lists. */
  featureCache?: FeatureCache
  /** Other settings, for experiments and small tests. */
  recipe?: Partial<Recipe>
}

/** @throws TrainingError with a sentence for the person who named the lists */
export function trainModel(lots: readonly Lot[], lexicon: Lexicon, options: TrainOptions = {}): Model {
  const recipe = { ...RECIPE, ...options.recipe }
  const progress = options.onProgress ?? (() => {})
  const known = lotsToLearnFrom(
    lots,
    lexicon,
    options.featureCache ?? new Map(),
    options.trainToMonth ?? Number.POSITIVE_INFINITY,
    (done, total) => progress({ step: 'features', done, total }),
  )
  const priced = known.filter(({ logPrice }) => !Number.isNaN(logPrice))
  checkEnough(priced, recipe)
  return new Trainer(known, priced, recipe, progress).train()
}

function checkEnough(priced: readonly DescribedLot[], { leastSales }: Recipe): void {
  if (priced.length === 0)
    throw new TrainingError('The lists hold no sale of a complete auction: there is nothing to learn from.')
  if (priced.length < leastSales)
    throw new TrainingError(
      `The lists hold ${priced.length} sales of complete auctions: a model needs at least ${leastSales}.`,
    )
  const systems = new Set(priced.map(({ described }) => described.shape.system))
  if (systems.size < 2)
    throw new TrainingError(
      `The lists hold sales of one kind only (${[...systems].join()}): a model needs at least two kinds.`,
    )
}

class Trainer {
  private readonly size: number
  private readonly target: Float64Array
  private readonly allRows: Int32Array
  private readonly cuts: Float32Array[] = new Array(COLUMN_COUNT)
  private readonly columns: Uint8Array[] = new Array(COLUMN_COUNT)
  private treesDone = 0
  private readonly treesTotal: number

  private readonly known: readonly DescribedLot[]
  private readonly priced: readonly DescribedLot[]
  private readonly recipe: Recipe
  private readonly progress: Progress

  constructor(
    known: readonly DescribedLot[],
    priced: readonly DescribedLot[],
    recipe: Recipe,
    progress: Progress,
  ) {
    this.known = known
    this.priced = priced
    this.recipe = recipe
    this.progress = progress
    this.size = priced.length
    this.target = Float64Array.from(priced, ({ logPrice }) => logPrice)
    this.allRows = Int32Array.from(priced, (_, row) => row)
    const { base, price, size } = recipe
    this.treesTotal =
      base.trees * (recipe.baseFolds + 1) +
      price.trees * (recipe.priceSeeds + recipe.residualFolds) +
      size.trees
  }

  train(): Model {
    this.addFeatures()
    const base = this.grow('base', this.recipe.base, BASE_COLUMNS, this.target, this.allRows, 1)
    const leftOut = this.predictLeftOut('base', this.recipe.base, BASE_COLUMNS, this.recipe.baseFolds, 100)
    this.addColumn(BASE_COLUMN, Float32Array.from(leftOut))
    const memory = this.addMemory(leftOut)
    const price = Array.from({ length: this.recipe.priceSeeds }, (_, i) =>
      this.grow('price', this.recipe.price, PRICE_COLUMNS, this.target, this.allRows, 200 + i),
    )
    const estimates = this.predictLeftOut(
      'range',
      this.recipe.price,
      PRICE_COLUMNS,
      this.recipe.residualFolds,
      300,
    )
    const range = this.trainRange(estimates)
    return {
      features: [...FEATURES],
      nowMonth: (this.priced.at(-1) as DescribedLot).lot.month,
      cuts: this.cuts,
      base,
      price,
      memory,
      range,
      formats: this.countFormats(),
    }
  }

  private addFeatures(): void {
    for (let feature = 0; feature < FEATURES.length; feature++) {
      this.addColumn(
        feature,
        Float32Array.from(this.priced, ({ described }) => described.features[feature] as number),
      )
    }
    this.addColumn(
      MONTH_COLUMN,
      Float32Array.from(this.priced, ({ lot }) => lot.month),
    )
  }

  private addColumn(column: number, values: Float32Array): void {
    const cuts = findCuts(values)
    this.cuts[column] = cuts
    this.columns[column] = binColumn(values, cuts)
  }

  /** What earlier auctions say of lots like each, by what the base estimate left unexplained. */
  private addMemory(base: Float64Array) {
    const keysPerLot = MEMORY_KEY_KINDS.length
    const keys = new Float64Array(this.known.length * keysPerLot)
    const residuals = new Float64Array(this.known.length)
    let row = 0
    for (const [i, { described, logPrice }] of this.known.entries()) {
      for (const [kind, key] of described.keys.entries()) keys[i * keysPerLot + kind] = hashKey(kind, key)
      residuals[i] = Number.isNaN(logPrice) ? Number.NaN : logPrice - (base[row++] as number)
    }
    const months = Int32Array.from(this.known, ({ lot }) => lot.month)
    const { columns, memory } = remember({ months, keys, keysPerLot, residuals })
    for (const [i, values] of columns.entries()) {
      this.addColumn(
        MEMORY_COLUMN + i,
        values.filter((_, lot) => !Number.isNaN(residuals[lot] as number)),
      )
    }
    return memory
  }

  private trainRange(estimates: Float64Array): Model['range'] {
    this.addColumn(ESTIMATE_COLUMN, Float32Array.from(estimates))
    const residuals = this.target.map((price, row) => price - (estimates[row] as number))
    const size = this.grow('range', this.recipe.size, SIZE_COLUMNS, residuals.map(logSize), this.allRows, 400)
    const sizes = predictAll(size, this.columns, this.size).map(Math.exp)
    const from = Math.max(0, this.size - this.recipe.calibrationSales)
    const systems = this.priced.map(({ described }) => described.shape.system)
    const late = { residuals: residuals.slice(from), sizes: sizes.slice(from), systems: systems.slice(from) }
    const quantiles = findQuantiles(late)
    const ratios = late.sizes.map((expected, i) => {
      const { low, high } = quantiles[late.systems[i] as keyof typeof quantiles] as {
        low: number
        high: number
      }
      return Math.exp(expected * (high - low))
    })
    return { size, quantiles, ...findConfidence(ratios, late.residuals) }
  }

  private countFormats(): Record<string, number> {
    const formats = new Map<string, number>()
    for (const { described } of this.priced)
      formats.set(described.shape.format, (formats.get(described.shape.format) ?? 0) + 1)
    return Object.fromEntries([...formats].sort(([one], [other]) => (one < other ? -1 : 1)))
  }

  /** Predicts each row by a forest that was not trained on it, nor on another sale of the same registration. */
  private predictLeftOut(
    step: string,
    recipe: Omit<GrowOptions, 'seed'>,
    usable: readonly number[],
    folds: number,
    seed: number,
  ): Float64Array {
    const foldOf = this.priced.map(({ lot }) => hashText(lot.registration, seed) % folds)
    const predictions = new Float64Array(this.size)
    for (let fold = 0; fold < folds; fold++) {
      const rows = this.allRows.filter((row) => foldOf[row] !== fold)
      const all = predictAll(
        this.grow(step, recipe, usable, this.target, rows, seed + fold),
        this.columns,
        this.size,
      )
      for (let row = 0; row < this.size; row++)
        if (foldOf[row] === fold) predictions[row] = all[row] as number
    }
    return predictions
  }

  private grow(
    step: string,
    recipe: Omit<GrowOptions, 'seed'>,
    usable: readonly number[],
    target: Float64Array,
    rows: Int32Array,
    seed: number,
  ): Forest {
    const onTree = () => this.progress({ step, done: ++this.treesDone, total: this.treesTotal })
    return growForest({ columns: this.columns, usable, target, rows }, { ...recipe, seed, onTree })
  }
}

// Training, stage by stage. Deterministic to the byte: seeded random numbers, and a fixed order of the lots.
import {
  BASE_COLUMN,
  BASE_COLUMNS,
  COLUMN_COUNT,
  ESTIMATE_COLUMN,
  MEMORY_COLUMN,
  MONTH_COLUMN,
  PRICE_COLUMNS,
  RIDGE_COLUMN,
  SIZE_COLUMNS,
} from '#packages/estimate/columns.ts'
import { FEATURES } from '#packages/estimate/features.ts'
import type { Lexicon } from '#packages/estimate/lexicon.ts'
import type { Lot } from '#packages/estimate/lot.ts'
import { hashKey, rememberLots } from '#packages/estimate/memory.ts'
import { MEMORY_KEY_KINDS } from '#packages/estimate/memory-keys.ts'
import type { Model } from '#packages/estimate/model.ts'
import { type Net, predictNet } from '#packages/estimate/net/net.ts'
import { fillSwitches, ON_COUNT, SWITCH_COUNT } from '#packages/estimate/net/net-inputs.ts'
import { hashText } from '#packages/estimate/random.ts'
import { calibrateRange, findConfidence, logSize, rangeOf } from '#packages/estimate/range.ts'
import type { Ridge } from '#packages/estimate/ridge.ts'
import { binColumn, findCuts } from '#packages/estimate/trees/bins.ts'
import { type Forest, predictAll } from '#packages/estimate/trees/forest.ts'
import { growForest } from './grow.ts'
import { type ForestRecipe, RECIPE, type Recipe } from './recipe.ts'
import { trainNet } from './train-net.ts'
import { createRidge, fitRidge, numberKeys, sumWeights } from './train-ridge.ts'
import { type DescribedLot, type FeatureCache, lotsToLearnFrom, TrainingError } from './training-lots.ts'

export interface TrainOptions {
  /** Called when a stage begins. */
  onProgress?: (stage: string) => void
  /** Later lots are left out. */
  trainToMonth?: number
  /** A cache shared between trainings on the same lists. */
  featureCache?: FeatureCache
  /** Other hyperparameters, for experiments and small tests. */
  recipe?: Partial<Recipe>
}

/** @throws TrainingError with a message for the person who named the lists */
export function trainModel(lots: readonly Lot[], lexicon: Lexicon, options: TrainOptions = {}): Model {
  const recipe = { ...RECIPE, ...options.recipe }
  const onProgress = options.onProgress ?? (() => {})
  onProgress('features')
  const known = lotsToLearnFrom(
    lots,
    lexicon,
    options.featureCache ?? new Map(),
    options.trainToMonth ?? Number.POSITIVE_INFINITY,
  )
  const priced = known.filter(({ logPrice }) => !Number.isNaN(logPrice))
  checkEnough(priced, recipe)
  return new Trainer(known, priced, recipe).train(onProgress)
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
  /** The values of each column before they were binned. */
  private readonly values: Float32Array[] = new Array(COLUMN_COUNT)
  private readonly switches: Int32Array
  private readonly known: readonly DescribedLot[]
  private readonly priced: readonly DescribedLot[]
  private readonly recipe: Recipe

  constructor(known: readonly DescribedLot[], priced: readonly DescribedLot[], recipe: Recipe) {
    this.known = known
    this.priced = priced
    this.recipe = recipe
    this.size = priced.length
    this.target = Float64Array.from(priced, ({ logPrice }) => logPrice)
    this.allRows = Int32Array.from(priced, (_, row) => row)
    this.switches = new Int32Array(this.size * ON_COUNT)
  }

  train(onProgress: (stage: string) => void): Model {
    this.addFeatures()
    onProgress('base')
    const { base: baseRecipe, baseFolds, residual, residualFolds, netShare } = this.recipe
    const growBase = (rows: Int32Array, seed: number) =>
      this.grow(baseRecipe, BASE_COLUMNS, this.target, rows, seed)
    const base = growBase(this.allRows, 1)
    const leftOut = this.predictHeldOut(baseFolds, 100, (rows, seed) => this.predictAll(growBase(rows, seed)))
    this.addColumn(BASE_COLUMN, Float32Array.from(leftOut))
    const memory = this.addMemory(leftOut)
    const ridge = this.addRidge(leftOut)
    onProgress('price')
    const price = this.grow(this.recipe.price, PRICE_COLUMNS, this.target, this.allRows, 200)
    onProgress('nets')
    const nets = this.trainNets(300)
    onProgress('range')
    // Residuals of the trees alone are close to those of the combination, in half of the time.
    const estimates = this.predictHeldOut(residualFolds, 400, (rows, seed) =>
      this.predictAll(this.grow(residual, PRICE_COLUMNS, this.target, rows, seed)),
    )
    return {
      features: [...FEATURES],
      nowMonth: (this.priced.at(-1) as DescribedLot).lot.month,
      cuts: this.cuts,
      base,
      price,
      nets,
      netShare: nets.length > 0 ? netShare : 0,
      memory,
      ridge,
      range: this.trainRange(estimates),
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
    for (const [row, { described }] of this.priced.entries())
      fillSwitches(described.features, this.switches, row * ON_COUNT)
  }

  private addColumn(column: number, values: Float32Array): void {
    const cuts = findCuts(values)
    this.values[column] = values
    this.cuts[column] = cuts
    this.columns[column] = binColumn(values, cuts)
  }

  /** The memory of earlier auctions for each lot, computed from the residuals of the base estimate. */
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
    const { columns, memory } = rememberLots({ months, keys, keysPerLot, residuals })
    for (const [i, values] of columns.entries()) {
      this.addColumn(
        MEMORY_COLUMN + i,
        values.filter((_, lot) => !Number.isNaN(residuals[lot] as number)),
      )
    }
    return memory
  }

  /** What the keys of each lot add to the base estimate, by weights from the lots of the other folds. */
  private addRidge(base: Float64Array): Ridge {
    const { ridge: recipe, ridgeFolds } = this.recipe
    const keys = numberKeys(this.priced.map(({ described }) => described.ridgeKeys))
    const residuals = this.target.map((price, row) => price - (base[row] as number))
    const weigh = (rows: Int32Array) => fitRidge(keys, residuals, rows, recipe)
    const leftOut = this.predictHeldOut(ridgeFolds, 150, (rows) => sumWeights(keys, weigh(rows), this.size))
    this.addColumn(RIDGE_COLUMN, Float32Array.from(leftOut))
    return createRidge(keys, weigh(this.allRows))
  }

  private trainRange(estimates: Float64Array): Model['range'] {
    this.addColumn(ESTIMATE_COLUMN, Float32Array.from(estimates))
    const residuals = this.target.map((price, row) => price - (estimates[row] as number))
    const size = this.grow(this.recipe.size, SIZE_COLUMNS, residuals.map(logSize), this.allRows, 500)
    const from = Math.max(0, this.size - this.recipe.calibrationSales)
    const late = {
      systems: this.priced.slice(from).map(({ described }) => described.shape.system),
      estimates: estimates.slice(from),
      residuals: residuals.slice(from),
      sizes: this.predictAll(size).map(Math.exp).slice(from),
    }
    const rule = calibrateRange(late)
    const ranges = late.systems.map((system, i) =>
      rangeOf(rule, system, late.estimates[i] as number, late.sizes[i] as number),
    )
    return { size, ...rule, ...findConfidence(ranges, this.target.slice(from)) }
  }

  private countFormats(): Record<string, number> {
    const formats = new Map<string, number>()
    for (const { described } of this.priced)
      formats.set(described.shape.format, (formats.get(described.shape.format) ?? 0) + 1)
    return Object.fromEntries([...formats].sort(([one], [other]) => (one < other ? -1 : 1)))
  }

  /**
   * Cross-validated predictions: no row is predicted by a model that was trained on it or on another sale of its
   * registration.
   */
  private predictHeldOut(
    folds: number,
    seed: number,
    predict: (rows: Int32Array, seed: number) => Float64Array,
  ): Float64Array {
    const foldOf = this.priced.map(({ lot }) => hashText(lot.registration, seed) % folds)
    const predictions = new Float64Array(this.size)
    for (let fold = 0; fold < folds; fold++) {
      const rows = this.allRows.filter((row) => foldOf[row] !== fold)
      const all = predict(rows, seed + fold)
      for (let row = 0; row < this.size; row++)
        if (foldOf[row] === fold) predictions[row] = all[row] as number
    }
    return predictions
  }

  private predictAll(forest: Forest): Float64Array {
    return predictAll(forest, this.columns, this.size)
  }

  private trainNets(seed: number): Net[] {
    const input = {
      values: PRICE_COLUMNS.map((column) => this.values[column] as Float32Array),
      on: this.switches,
      onCount: ON_COUNT,
      switches: SWITCH_COUNT,
      target: this.target,
      rows: this.allRows,
    }
    return Array.from({ length: this.recipe.nets }, (_, i) => {
      const net = trainNet(input, { ...this.recipe.net, seed: seed + i })
      return { ...net, base: net.base + this.meanLateError(net) }
    })
  }

  /** How far the latest prices are above the net on average: it follows the months less closely than the trees do. */
  private meanLateError(net: Net): number {
    const from = Math.max(0, this.size - this.recipe.levelSales)
    const row = new Float32Array(PRICE_COLUMNS.length)
    let sum = 0
    for (let at = from; at < this.size; at++) {
      for (const column of PRICE_COLUMNS) row[column] = (this.values[column] as Float32Array)[at] as number
      const switches = this.switches.subarray(at * ON_COUNT, (at + 1) * ON_COUNT)
      sum += (this.target[at] as number) - predictNet(net, row, switches)
    }
    return sum / (this.size - from)
  }

  private grow(
    recipe: ForestRecipe,
    usable: readonly number[],
    target: Float64Array,
    rows: Int32Array,
    seed: number,
  ): Forest {
    return growForest({ columns: this.columns, usable, target, rows }, { ...recipe, seed })
  }
}

import {
  BASE_COLUMN,
  COLUMN_COUNT,
  ESTIMATE_COLUMN,
  MEMORY_COLUMN,
  MONTH_COLUMN,
  RIDGE_COLUMN,
} from './columns.ts'
import {
  type Answer,
  type Estimator,
  type Evidence,
  type OwnSale,
  type RefusalReason,
  roundToTwoFigures,
} from './estimate.ts'
import { type Described, FEATURES, featuresOf } from './features.ts'
import type { Lexicon } from './lexicon.ts'
import { hashKey, indexOfHash, shrunkResidual } from './memory.ts'
import type { Model } from './model.ts'
import { predictNet } from './net/net.ts'
import { fillSwitches, ON_COUNT } from './net/net-inputs.ts'
import { confidenceOf, rangeOf, restOnOwnSale, shiftRange } from './range.ts'
import { readings as wordReadings } from './readings.ts'
import { refuseByShape, WIDEST_RATIO } from './refusal.ts'
import { predictRidge } from './ridge.ts'
import { type LearntSystem, shapeOf } from './shape.ts'
import { binOf } from './trees/bins.ts'
import { predict } from './trees/forest.ts'

/** A DVLA auction sale that is not in the training data. */
interface ObservedSale {
  registration: string
  /**
   * As `Lot.month`. Sales up to the latest auction of the training data are ignored, because the model contains them.
   */
  month: number
  hammerGbp: number
}

export interface LearningEstimator extends Estimator {
  /** Updates the level of its system and the memory of similar lots with a later sale. */
  observe(sale: ObservedSale): void
  /** The figures before rounding, shown or refused; null for an unknown shape. */
  appraise(registration: string, ownSale?: OwnSale | null): Appraisal | null
}

interface Appraisal {
  lowGbp: number
  midGbp: number
  highGbp: number
  refused: RefusalReason | null
  restsOnOwnSale: boolean
}

/**
 * After this many sales of a system, its level has moved half of the way. With twenty of all systems together, eight lots
 * made the estimates of the next auction worse: docs/decisions/031.
 */
const LEVEL_SHRINKAGE = 100

interface Observed {
  sum: number
  count: number
}

const NOTHING_OBSERVED: Observed = { sum: 0, count: 0 }

function add<Key>(observed: Map<Key, Observed>, key: Key, residual: number): void {
  const { sum, count } = observed.get(key) ?? NOTHING_OBSERVED
  observed.set(key, { sum: sum + residual, count: count + 1 })
}

const NO_EVIDENCE: Evidence = { ownSale: null, hasComparables: false }

export function createEstimator(model: Model, lexicon: Lexicon): LearningEstimator {
  const bins = new Uint8Array(COLUMN_COUNT)
  const values = new Float32Array(COLUMN_COUNT)
  const switches = new Int32Array(ON_COUNT)
  const levels = new Map<LearntSystem, Observed>()
  const observedByKey = new Map<number, Observed>()

  const setColumn = (column: number, value: number): void => {
    values[column] = value
    bins[column] = binOf(values[column] as number, model.cuts[column] as Float32Array)
  }

  /** Fills the bins of all columns except the estimate; returns the base, the estimate without the level, and the hashed keys. */
  const evaluate = ({ features, keys, ridgeKeys }: Described) => {
    const hashes = keys.map((key, kind) => hashKey(kind, key))
    for (let feature = 0; feature < FEATURES.length; feature++)
      setColumn(feature, features[feature] as number)
    setColumn(MONTH_COLUMN, model.nowMonth)
    const base = predict(model.base, bins)
    setColumn(BASE_COLUMN, base)
    for (const [kind, hash] of hashes.entries()) {
      const at = indexOfHash(model.memory.hashes, hash)
      const observed = observedByKey.get(hash)
      const sum = (model.memory.sums[at] ?? 0) + (observed?.sum ?? 0)
      const priced = (model.memory.priced[at] ?? 0) + (observed?.count ?? 0)
      const counted = (model.memory.counted[at] ?? 0) + (observed?.count ?? 0)
      setColumn(MEMORY_COLUMN + 2 * kind, shrunkResidual(sum, priced))
      setColumn(MEMORY_COLUMN + 2 * kind + 1, Math.log1p(counted))
    }
    setColumn(RIDGE_COLUMN, predictRidge(model.ridge, ridgeKeys))
    let estimate = (1 - model.netShare) * predict(model.price, bins)
    fillSwitches(features, switches, 0)
    for (const net of model.nets)
      estimate += (model.netShare / model.nets.length) * predictNet(net, values, switches)
    return { base, estimate, hashes }
  }

  const appraise = (registration: string, ownSale: OwnSale | null = null): Appraisal | null => {
    const described = featuresOf(registration, lexicon)
    if (described === null) return null
    const { shape } = described
    const { estimate } = evaluate(described)
    setColumn(ESTIMATE_COLUMN, estimate)
    const size = Math.exp(predict(model.range.size, bins))
    const unshifted = rangeOf(model.range, shape.system, estimate, size)
    const { sum, count } = levels.get(shape.system) ?? NOTHING_OBSERVED
    const range = shiftRange(unshifted, sum / (count + LEVEL_SHRINKAGE))
    const rested = restOnOwnSale(range, ownSale)
    const { low, middle, high } = rested ?? range
    const refused =
      refuseByShape(registration, shape, model.formats) ??
      (Math.exp(high - low) > WIDEST_RATIO ? 'wide-range' : null)
    return {
      lowGbp: Math.exp(low),
      midGbp: Math.exp(middle),
      highGbp: Math.exp(high),
      refused,
      restsOnOwnSale: rested !== null,
    }
  }

  return {
    appraise,

    estimate(registration, { ownSale, hasComparables } = NO_EVIDENCE): Answer {
      const refused = refuseByShape(registration, shapeOf(registration), model.formats)
      if (refused) return { refused }
      const appraisal = appraise(registration, ownSale)
      if (appraisal === null) return { refused: 'unlearnt-system' }
      if (appraisal.refused) return { refused: appraisal.refused }
      const { lowGbp, midGbp, highGbp, restsOnOwnSale } = appraisal
      return {
        lowGbp: roundToTwoFigures(lowGbp),
        midGbp: roundToTwoFigures(midGbp),
        highGbp: roundToTwoFigures(highGbp),
        confidence: confidenceOf(highGbp / lowGbp, model.range, hasComparables || restsOnOwnSale),
        restsOnOwnSale,
      }
    },

    readings: (registration) => wordReadings(registration, lexicon),

    observe({ registration, month, hammerGbp }) {
      if (month <= model.nowMonth) return
      if (!(hammerGbp > 0 && hammerGbp < Number.POSITIVE_INFINITY))
        throw new RangeError(`A hammer price is above zero: ${hammerGbp}`)
      const described = featuresOf(registration, lexicon)
      if (described === null) return
      const { base, estimate, hashes } = evaluate(described)
      const logPrice = Math.log(hammerGbp)
      add(levels, described.shape.system, logPrice - estimate)
      for (const hash of hashes) add(observedByKey, hash, logPrice - base)
    },
  }
}

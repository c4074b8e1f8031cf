// The features of a registration, from which the trees learn. Time, venue and earlier prices are added elsewhere.

import { type BestReadings, bestReadings } from './best-readings.ts'
import { figureFeatures } from './features/figure-features.ts'
import { letterFeatures } from './features/letter-features.ts'
import { readingFeatures } from './features/reading-features.ts'
import { shapeFeatures } from './features/shape-features.ts'
import { type Lexicon, lexiconOf } from './lexicon.ts'
import { buildColumns } from './lexicon-build.ts'
import { memoryKeysOf } from './memory-keys.ts'
import { ridgeKeysOf } from './ridge-keys.ts'
import { type Shape, shapeOf } from './shape.ts'

/** Features of shape and number alone; they come first in FEATURES. */
const plainFeatures = (shape: Shape) => ({ ...shapeFeatures(shape), ...figureFeatures(shape) })

const allFeatures = (shape: Shape, readings: BestReadings, lexicon: Lexicon) => ({
  ...plainFeatures(shape),
  ...letterFeatures(shape, lexicon),
  ...readingFeatures(shape, readings, lexicon),
})

const SAMPLE = shapeOf('AB12CDE') as Shape
const NO_WORDS = lexiconOf(buildColumns([]), {
  figures: {},
  letters: {},
  pairs: {},
  sounds: {},
  costs: { sound: 0, repeat: 0, skipped: 0, missing: 0 },
})

/** The names of the features, in the order of `Described.features`. */
export const FEATURES: string[] = Object.keys(allFeatures(SAMPLE, bestReadings('', NO_WORDS), NO_WORDS))

/** The number of leading FEATURES that describe only shape and number, which stage 1 uses. */
export const SHAPE_FEATURE_COUNT = Object.keys(plainFeatures(SAMPLE)).length

export interface Described {
  shape: Shape
  features: Float32Array
  keys: string[]
  /** The hashed keys of the ridge. */
  ridgeKeys: Uint32Array
}

/** Features and keys in a single walk of the lexicon; null for a registration of unknown shape. */
export function featuresOf(registration: string, lexicon: Lexicon): Described | null {
  const shape = shapeOf(registration)
  if (!shape) return null
  const readings = bestReadings(registration, lexicon)
  const keys = memoryKeysOf(shape, readings)
  return {
    shape,
    features: Float32Array.from(Object.values(allFeatures(shape, readings, lexicon))),
    keys,
    ridgeKeys: ridgeKeysOf(shape, readings, keys),
  }
}

// The columns of the trees: the features, followed by what training and the memory add.
import { FEATURES, SHAPE_FEATURE_COUNT } from './features.ts'
import { COLUMNS_PER_KEY } from './memory.ts'
import { MEMORY_KEY_KINDS } from './memory-keys.ts'

export const MONTH_COLUMN = FEATURES.length
export const BASE_COLUMN = MONTH_COLUMN + 1
export const MEMORY_COLUMN = BASE_COLUMN + 1
export const RIDGE_COLUMN = MEMORY_COLUMN + COLUMNS_PER_KEY * MEMORY_KEY_KINDS.length
export const ESTIMATE_COLUMN = RIDGE_COLUMN + 1
export const COLUMN_COUNT = ESTIMATE_COLUMN + 1

/** Stage 1 uses only shape and number, so that the memory contains what these leave unexplained. */
export const BASE_COLUMNS: readonly number[] = Array.from({ length: SHAPE_FEATURE_COUNT }, (_, i) => i)
/** Stage 2 uses everything except its own estimate. */
export const PRICE_COLUMNS: readonly number[] = Array.from({ length: ESTIMATE_COLUMN }, (_, i) => i)
/** The size of the residual also depends on the estimate. */
export const SIZE_COLUMNS: readonly number[] = Array.from({ length: COLUMN_COUNT }, (_, i) => i)

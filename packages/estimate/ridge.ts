// A ridge regression over keys of a registration: how much each adds to the base estimate, given the others.
import { indexOfHash } from './memory.ts'

/** The weights of keys, sorted by hash. */
export interface Ridge {
  hashes: Uint32Array
  /** In steps of `WEIGHT_STEP`. */
  weights: Int8Array
}

/** The log of a price that one step of a weight adds. */
export const WEIGHT_STEP = 1 / 128

/** What the keys add to the base estimate, as the log of a price. */
export function predictRidge({ hashes, weights }: Ridge, keys: Uint32Array): number {
  let steps = 0
  for (const key of keys) steps += weights[indexOfHash(hashes, key)] ?? 0
  return steps * WEIGHT_STEP
}

import { LEAST_SALES_OF_KEY } from '#packages/estimate/memory.ts'
import { type Ridge, WEIGHT_STEP } from '#packages/estimate/ridge.ts'

export interface RidgeRecipe {
  /** The number of sales with which a key has half of the weight that they would give it. */
  penalty: number
  /** The number of steps of the conjugate gradients. */
  steps: number
  /** Lower weights count as none, so that they take no room in the model file. */
  least: number
}

/** The keys of each row as numbers, counted from 0. */
export interface NumberedKeys {
  hashes: number[]
  /** `perRow` numbers for each row. */
  numbers: Int32Array
  perRow: number
}

export function numberKeys(keysOfRows: readonly Uint32Array[]): NumberedKeys {
  const perRow = keysOfRows[0]?.length ?? 0
  const numbers = new Int32Array(keysOfRows.length * perRow)
  const numberOf = new Map<number, number>()
  for (const [row, keys] of keysOfRows.entries()) {
    for (const [i, key] of keys.entries()) {
      const number = numberOf.get(key) ?? numberOf.size
      numberOf.set(key, number)
      numbers[row * perRow + i] = number
    }
  }
  return { hashes: [...numberOf.keys()], numbers, perRow }
}

/**
 * The weight of each key in steps, by preconditioned conjugate gradients. A key with too few sales among the rows has
 * none, because its weight would reveal a price.
 */
export function fitRidge(
  keys: NumberedKeys,
  target: Float64Array,
  rows: Int32Array,
  { penalty, steps, least }: RidgeRecipe,
): Int8Array {
  const size = keys.hashes.length
  const counts = addByKey(keys, rows, () => 1)
  const isShared = counts.map((count) => Number(count >= LEAST_SALES_OF_KEY))
  let weights = new Float64Array(size)
  let direction = new Float64Array(size)
  let rest = addByKey(keys, rows, (row) => target[row] as number)
  let before = 1
  for (let step = 0; step < steps; step++) {
    const scaled = rest.map(
      (sum, key) => (isShared[key] as number) * (sum / ((counts[key] as number) + penalty)),
    )
    const slope = dot(rest, scaled)
    if (slope === 0) break
    direction = addScaled(scaled, slope / before, direction)
    before = slope
    const sums = addByKey(keys, rows, (row) => sumOfRow(keys, direction, row))
    const image = addScaled(sums, penalty, direction)
    const length = slope / dot(direction, image)
    weights = addScaled(weights, length, direction)
    rest = addScaled(rest, -length, image)
  }
  return Int8Array.from(weights, (weight) =>
    Math.abs(weight) < least ? 0 : Math.max(-127, Math.min(127, Math.round(weight / WEIGHT_STEP))),
  )
}

/** The log of a price that the weights add to each row. */
export const sumWeights = (keys: NumberedKeys, weights: Int8Array, rows: number): Float64Array =>
  Float64Array.from({ length: rows }, (_, row) => sumOfRow(keys, weights, row) * WEIGHT_STEP)

/** The keys that have a weight, for the model file. */
export function createRidge({ hashes }: NumberedKeys, weights: Int8Array): Ridge {
  const weighed = [...hashes.entries()].filter(([number]) => weights[number] !== 0)
  weighed.sort(([, one], [, other]) => one - other)
  return {
    hashes: Uint32Array.from(weighed, ([, hash]) => hash),
    weights: Int8Array.from(weighed, ([number]) => weights[number] as number),
  }
}

function addByKey(
  { hashes, numbers, perRow }: NumberedKeys,
  rows: Int32Array,
  amountOf: (row: number) => number,
): Float64Array {
  const sums = new Float64Array(hashes.length)
  for (const row of rows) {
    const value = amountOf(row)
    for (let i = row * perRow; i < (row + 1) * perRow; i++) {
      const number = numbers[i] as number
      sums[number] = (sums[number] as number) + value
    }
  }
  return sums
}

function sumOfRow({ numbers, perRow }: NumberedKeys, values: Float64Array | Int8Array, row: number): number {
  let sum = 0
  for (let i = row * perRow; i < (row + 1) * perRow; i++) sum += values[numbers[i] as number] as number
  return sum
}

const addScaled = (one: Float64Array, scale: number, other: Float64Array) =>
  one.map((value, i) => value + scale * (other[i] as number))

function dot(one: Float64Array, other: Float64Array): number {
  let sum = 0
  for (let i = 0; i < one.length; i++) sum += (one[i] as number) * (other[i] as number)
  return sum
}

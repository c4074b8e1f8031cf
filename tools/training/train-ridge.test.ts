import { expect, test } from 'vitest'
import { predictRidge, WEIGHT_STEP } from '#packages/estimate/ridge.ts'
import { createRidge, fitRidge, numberKeys, sumWeights } from './train-ridge.ts'

const RECIPE = { penalty: 1, steps: 20, least: 0.02 }
const SAM = 7
const TOM = 3
const ONE = 900
const RARE = 4_000_000_000

/** Ten lots with SAM, ten with TOM, of which half have the number 1, and two lots with a key that no other has. */
const rows = Array.from({ length: 22 }, (_, row) =>
  Uint32Array.of(row < 10 ? SAM : row < 20 ? TOM : RARE, row % 2 ? ONE : 100 + row),
)
const target = Float64Array.from(rows, ([name, number]) => {
  const ofName = name === SAM ? 0.6 : name === TOM ? -0.2 : 0.9
  return ofName + (number === ONE ? 0.3 : 0)
})
const keys = numberKeys(rows)
const all = Int32Array.from(rows.keys())

test('the weights of a ridge are the solution of its normal equations', () => {
  const { hashes, weights } = createRidge(keys, fitRidge(keys, target, all, RECIPE))
  expect([...hashes]).toEqual([TOM, SAM, ONE])
  // The gradient of each key that has a weight, within the rounding of the weights.
  const predictions = sumWeights(keys, fitRidge(keys, target, all, RECIPE), rows.length)
  for (const [i, hash] of hashes.entries()) {
    const own = all.filter((row) => (rows[row] as Uint32Array).includes(hash))
    const rest = own.reduce((sum, row) => sum + (target[row] as number) - (predictions[row] as number), 0)
    const weight = (weights[i] as number) * WEIGHT_STEP
    expect(Math.abs(rest - RECIPE.penalty * weight)).toBeLessThan(own.length * WEIGHT_STEP)
  }
})

test('a ridge gives no weight to a key of fewer than three sales, nor a weight that is hardly one', () => {
  const ridge = createRidge(keys, fitRidge(keys, target, all, RECIPE))
  expect(ridge.hashes).not.toContain(RARE)
  const heavy = createRidge(keys, fitRidge(keys, target, all, { ...RECIPE, least: 0.45 }))
  expect([...heavy.hashes]).toEqual([SAM])
})

test('a ridge learns from the given rows alone, and estimates the same from the file as in training', () => {
  const early = all.filter((row) => row < 10)
  const weights = fitRidge(keys, target, early, RECIPE)
  const ridge = createRidge(keys, weights)
  expect([...ridge.hashes]).toEqual([SAM, ONE])
  const sums = sumWeights(keys, weights, rows.length)
  for (const [row, hashes] of rows.entries()) expect(predictRidge(ridge, hashes)).toBe(sums[row])
  expect(predictRidge(ridge, Uint32Array.of(SAM))).toBeGreaterThan(0.4)
  expect(predictRidge(ridge, Uint32Array.of(TOM, RARE))).toBe(0)
})

test('a ridge of prices that do not vary has no weights', () => {
  expect(createRidge(keys, fitRidge(keys, new Float64Array(22), all, RECIPE)).hashes).toHaveLength(0)
})

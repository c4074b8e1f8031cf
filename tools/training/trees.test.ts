import { describe, expect, test } from 'vitest'
import { createRandom } from '#packages/estimate/random.ts'
import { binColumn, binOf, findCuts, MAX_BINS } from '#packages/estimate/trees/bins.ts'
import { type Forest, predict, predictAll } from '#packages/estimate/trees/forest.ts'
import { type GrowOptions, growForest } from './grow.ts'

const OPTIONS: GrowOptions = {
  trees: 80,
  rate: 0.1,
  depth: 4,
  minimum: 5,
  lambda: 1,
  rowShare: 0.7,
  columnShare: 1,
  seed: 1,
}

/** Three columns; the price depends on the first two and on their interaction. */
function makeRows(size: number, seed = 7) {
  const random = createRandom(seed)
  const values = Array.from({ length: 3 }, () => Float32Array.from({ length: size }, random))
  const target = Float64Array.from({ length: size }, (_, row) => {
    const [first = 0, second = 0] = values.map((column) => column[row])
    return 5 + 2 * first + (second > 0.5 ? first : 0)
  })
  const cuts = values.map(findCuts)
  return {
    values,
    target,
    cuts,
    columns: values.map((column, i) => binColumn(column, cuts[i] as Float32Array)),
  }
}

const allRows = (size: number) => Int32Array.from({ length: size }, (_, row) => row)
const usable = [0, 1, 2]
const bytesOf = (forest: Forest) => JSON.stringify(Object.values(forest).map((part) => [...[part].flat()]))

describe('bins', () => {
  test('few values have a bin each, with cuts between them', () => {
    expect([...findCuts(Float32Array.of(3, 1, 1, 2, 3))]).toEqual([1.5, 2.5])
  })

  test('many values share bins of about equal size', () => {
    const values = Float32Array.from({ length: 10_000 }, (_, i) => i)
    const bins = binColumn(values, findCuts(values))
    const sizes = new Array(MAX_BINS).fill(0)
    for (const bin of bins) sizes[bin]++
    expect(Math.min(...sizes)).toBeGreaterThan(70)
    expect(Math.max(...sizes)).toBeLessThan(90)
  })

  test.each([
    [0.9, 0],
    [1.5, 0],
    [1.6, 1],
    [2.5, 1],
    [99, 2],
    [-99, 0],
  ])('%d falls into bin %d of the cuts 1.5 and 2.5', (value, bin) => {
    expect(binOf(value, Float32Array.of(1.5, 2.5))).toBe(bin)
  })

  test('a column of one value has one bin', () => {
    expect([...findCuts(Float32Array.of(4, 4, 4))]).toEqual([])
  })
})

describe('a forest', () => {
  test('a forest learns a function of two columns, and predicts rows that it has not seen', () => {
    const known = makeRows(2_000)
    const forest = growForest({ ...known, usable, rows: allRows(2_000) }, OPTIONS)
    const fresh = makeRows(500, 8)
    const columns = fresh.values.map((column, i) => binColumn(column, known.cuts[i] as Float32Array))
    const errors = predictAll(forest, columns, 500).map((value, row) =>
      Math.abs(value - (fresh.target[row] as number)),
    )
    expect(errors.reduce((sum, error) => sum + error, 0) / 500).toBeLessThan(0.06)
  })

  test('a forest predicts a single row like many', () => {
    const { columns, target } = makeRows(300)
    const forest = growForest({ columns, target, usable, rows: allRows(300) }, OPTIONS)
    const all = predictAll(forest, columns, 300)
    for (const row of [0, 17, 299]) {
      const bins = Uint8Array.from(columns, (column) => column[row] as number)
      expect(predict(forest, bins)).toBeCloseTo(all[row] as number, 10)
    }
  })

  test('a forest is the same for the same seed, and differs for another', () => {
    const input = { ...makeRows(300), usable, rows: allRows(300) }
    const forest = bytesOf(growForest(input, OPTIONS))
    expect(bytesOf(growForest(input, OPTIONS))).toBe(forest)
    expect(bytesOf(growForest(input, { ...OPTIONS, seed: 2 }))).not.toBe(forest)
  })

  test('a forest uses only the given rows and columns', () => {
    const { columns, target } = makeRows(400)
    const rows = allRows(200)
    const input = { columns, target, usable: [1], rows }
    const forest = growForest(input, OPTIONS)
    const changed = target.map((value, row) => (row < 200 ? value : -value))
    expect(bytesOf(growForest({ ...input, target: changed }, OPTIONS))).toBe(bytesOf(forest))
    expect([...forest.column].every((column) => column === 1 || column === 255)).toBe(true)
  })

  test('a forest predicts the mean if nothing may be split', () => {
    const { columns, target } = makeRows(50)
    const forest = growForest(
      { columns, target, usable, rows: allRows(50) },
      { ...OPTIONS, minimum: 40, rowShare: 1 },
    )
    const mean = target.reduce((sum, value) => sum + value, 0) / 50
    for (const value of predictAll(forest, columns, 50)) expect(value).toBeCloseTo(mean, 4)
  })
})

import { expect, test } from 'vitest'
import { hashKey, indexOfHash, rememberLots } from './memory.ts'

/** Lots with one key each: [month, key, residual], NaN for lots that are only counted. */
function remember(lots: [month: number, key: string, residual: number][]) {
  return rememberLots({
    months: Int32Array.from(lots, ([month]) => month),
    keys: Float64Array.from(lots, ([, key]) => hashKey(0, key)),
    keysPerLot: 1,
    residuals: Float64Array.from(lots, ([, , residual]) => residual),
  })
}

test('the memory of a lot is the shrunken mean residual of earlier lots with its key', () => {
  const [means, counts] = remember([
    [1, 'SAM', 0.6],
    [1, 'SAM', 1.2],
    [1, 'SAM', 0.6],
    [1, 'XQV', -0.5],
    [2, 'SAM', 1.2],
    [3, 'SAM', 9],
  ]).columns
  expect([...(means as Float32Array)]).toEqual([0, 0, 0, 0, 2.4 / 8, 3.6 / 9].map(Math.fround))
  expect([...(counts as Float32Array)]).toEqual([0, 0, 0, 0, Math.log1p(3), Math.log1p(4)].map(Math.fround))
})

test('the memory excludes lots of the same auction', () => {
  const [means] = remember([
    [1, 'SAM', 0.6],
    [1, 'SAM', 1.2],
  ]).columns
  expect([...(means as Float32Array)]).toEqual([0, 0])
})

test('the memory counts lots of truncated lists without using their prices', () => {
  const { columns, memory } = remember([
    [1, 'SAM', Number.NaN],
    [2, 'SAM', 0.6],
    [3, 'SAM', 0.6],
    [4, 'SAM', 0.6],
    [5, 'SAM', 0.6],
  ])
  expect([...(columns[0] as Float32Array)]).toEqual([0, 0, 0, 0, 1.8 / 8].map(Math.fround))
  expect([...(columns[1] as Float32Array)]).toEqual([0, 0, 0, 0, Math.log1p(4)].map(Math.fround))
  expect([...memory.priced]).toEqual([4])
  expect([...memory.counted]).toEqual([5])
})

test('the memory is empty for a key with fewer than three sales', () => {
  const [means, counts] = remember([
    [1, 'SAM', 0.6],
    [2, 'SAM', 0.6],
    [3, 'SAM', 0.6],
  ]).columns
  expect([...(means as Float32Array)]).toEqual([0, 0, 0])
  expect([...(counts as Float32Array)]).toEqual([0, 0, 0])
})

test('the saved memory has no key with fewer than three sales, which would reveal a price', () => {
  const { memory } = remember([
    [1, 'ONE', 1],
    [1, 'TWO', 1],
    [2, 'TWO', 1],
    [1, 'SAM', 1],
    [2, 'SAM', 2],
    [3, 'SAM', 3],
  ])
  expect(memory.hashes).toHaveLength(1)
  expect(indexOfHash(memory.hashes, hashKey(0, 'TWO'))).toBe(-1)
  expect(memory.sums[indexOfHash(memory.hashes, hashKey(0, 'SAM'))]).toBe(6)
})

test('the memory has sorted keys, so that each can be found', () => {
  const keys = Array.from({ length: 200 }, (_, i) => `KEY${i}`)
  const { memory } = remember(
    [1, 2, 3].flatMap((month) => keys.map((key, i) => [month, key, i] as [number, string, number])),
  )
  for (const [i, key] of keys.entries())
    expect(memory.sums[indexOfHash(memory.hashes, hashKey(0, key))]).toBe(3 * i)
  expect(indexOfHash(memory.hashes, hashKey(1, 'KEY7'))).toBe(-1)
})

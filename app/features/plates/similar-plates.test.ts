import { expect, test } from 'vitest'
import { similarPlates } from './similar-plates.ts'

const plate = (registration: string, priceGbp: number) => ({ registration, priceGbp })
const like = (registration: string, priceGbp: number, ...candidates: ReturnType<typeof plate>[]) =>
  similarPlates(plate(registration, priceGbp), candidates).map((candidate) => candidate.registration)

test('the same letters weigh more than the same format, and the format more than a similar price', () => {
  const candidates = [
    plate('AL53 XYZ', 3_000),
    plate('KP 7', 60_000),
    plate('TW 5', 30_000),
    plate('AB 9', 60_000),
    plate('1 AB', 55_000),
  ]
  expect(like('AB 1', 60_000, ...candidates)).toEqual(['AB 9', '1 AB', 'KP 7', 'TW 5'])
})

test('a plate is not similar to itself, and at most four are returned', () => {
  const candidates = Array.from({ length: 9 }, (_, index) => plate(`KP ${index + 1}`, 1_000))
  expect(like('KP 3', 1_000, ...candidates)).toEqual(['KP 1', 'KP 2', 'KP 4', 'KP 5'])
})

test('a plate without a price or with an invalid registration can still be compared', () => {
  expect(like('AB 1', 0, plate('CD 1', 500), plate('nonsense', 0))).toEqual(['CD 1', 'nonsense'])
  expect(like('AB 1', 500)).toEqual([])
})

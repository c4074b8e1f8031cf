import { expect, it } from 'vitest'
import { formatCompactGbp } from './money.ts'

it.each([
  [100, '£100'],
  [1_000, '£1k'],
  [12_500, '£12.5k'],
  [999_960, '£1m'],
  [2_147_483_647, '£2147.5m'],
])('%d is formatted as %s', (price, text) => {
  expect(formatCompactGbp(price)).toBe(text)
})

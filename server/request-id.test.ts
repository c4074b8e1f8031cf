import { expect, test } from 'vitest'
import { nextRequestId } from './request-id.ts'

test('ids are unique and random: no digit is constant and they do not rise', () => {
  const ids = Array.from({ length: 5_000 }, nextRequestId)
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{20}$/)
  for (let position = 0; position < 20; position++)
    expect(new Set(ids.map((id) => id[position])).size).toBe(16)
  const rises = ids.filter((id, index) => id > (ids[index - 1] ?? '')).length / ids.length
  expect(rises).toBeGreaterThan(0.45)
  expect(rises).toBeLessThan(0.55)
})

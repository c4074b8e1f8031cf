import { expect, test } from 'vitest'
import { retentionLimit } from './retention.ts'

test.each([
  ['2026-11-25', 24, '2024-11-25'],
  ['2026-05-31', 3, '2026-02-28'],
  ['2024-03-31', 1, '2024-02-29'],
  ['2026-01-15', 1, '2025-12-15'],
])('on %s, %i months ago was %s', (today, months, limit) => {
  expect(retentionLimit(new Date(`${today}T12:00:00Z`), months)).toEqual(new Date(`${limit}T12:00:00Z`))
})

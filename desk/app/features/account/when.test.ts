import { expect, test } from 'vitest'
import { when } from './when.ts'

const now = new Date('2026-07-01T12:00:00Z')

test.each([
  ['2026-07-01T11:59:00Z', 'just now'],
  ['2026-07-01T12:01:00Z', 'just now'],
  ['2026-07-01T08:05:00Z', 'today, 09:05'],
  ['2026-06-30T23:30:00Z', 'today, 00:30'],
  ['2026-06-30T08:30:00Z', 'yesterday, 09:30'],
  ['2026-06-03T08:30:00Z', '3 Jun 2026'],
])('%s is shown as %s, in London time', (iso, words) => {
  expect(when(iso, now)).toBe(words)
})

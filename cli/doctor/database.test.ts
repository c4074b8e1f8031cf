import { expect, it } from 'vitest'
import { checkClock, checkVersion } from './database.ts'

it.each([
  [0, null],
  [-900, null],
  [1_100, null],
  [-1_001, 'The clock of this machine is 1.0 s ahead of that of the database'],
  [600_100, 'The clock of this machine is 600.0 s behind that of the database'],
])('the doctor says if the clock differs from the database’s by more than a second: %i ms', (ms, message) => {
  const now = Date.UTC(2026, 10, 28)
  // The answer took a tenth of a second.
  const [finding = null] = [...checkClock(now + ms, now, now + 100)]
  expect(finding?.message ?? null).toEqual(message && expect.stringContaining(message))
})

it.each([
  [140_011, ['The database is PostgreSQL 14, and this site needs 15 or newer.']],
  [150_000, []],
  [180_004, []],
])('the doctor says if PostgreSQL is older than the site needs: %i', (version, messages) => {
  expect([...checkVersion(version)].map(({ message }) => message)).toEqual(messages)
})

import { expect, test } from 'vitest'
import { isStoredMoment } from './seen-at.server.ts'

test.each([
  ['2026-12-01T09:30:00.123456+00:00', true],
  ['2026-12-01T09:30:00.5+00:00', true],
  ['2026-12-01T09:30:00+00:00', true],
  ['2026-06-01T10:30:00.5+01:00', true],
  ['2026-12-01T04:00:00-05:30', true],
  ['', false],
  ['toString', false],
  ['infinity', false],
  ['2026-12-01', false],
  ['2026-12-01T09:30:00+99:00', false],
  ['2026-12-01T09:30:00+16:00', false],
  ['2026-12-01T24:30:00+00:00', false],
  ['2026-02-30T09:30:00+00:00', false],
  ['0000-01-01T00:00:00+00:00', false],
  ['9999-12-31T23:59:59-01:00', false],
  ["2026-12-01T09:30:00+00:00'", false],
  [`2026-12-01T09:30:00.${'1'.repeat(7)}+00:00`, false],
])('“%s” as a moment that the database has written: %s', (text, isOne) => {
  expect(isStoredMoment(text)).toBe(isOne)
})

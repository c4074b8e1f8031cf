import { expect, test } from 'vitest'
import { laterThan, readTime, readTimestamp, type Time, toTime } from './times.ts'

test.each([
  ['2026-11-28T14:41:38.285Z', '2026-11-28T14:41:38.285+00:00'],
  ['2026-11-28T14:41:38.280Z', '2026-11-28T14:41:38.28+00:00'],
  ['2026-11-28T14:41:30.000Z', '2026-11-28T14:41:30+00:00'],
])('the moment %s is stored as %s', (iso, time) => {
  expect(toTime(new Date(iso))).toBe(time)
})

test.each([
  ['2026-11-28 14:41:38.285123+00', '2026-11-28T14:41:38.285123+00:00'],
  ['2026-11-28 14:41:30+00', '2026-11-28T14:41:30+00:00'],
  ['2026-07-28 15:41:30.5+01', '2026-07-28T14:41:30.5+00:00'],
  ['2026-07-28 20:11:30+05:30', '2026-07-28T14:41:30+00:00'],
])('the text %s of PostgreSQL is the moment %s', (text, time) => {
  expect(readTimestamp(text)).toBe(time)
})

test.each([
  ['2026-11-28T14:41:38.285123+00:00', true],
  ['2026-11-28T14:41:38+00:00', true],
  ['2026-11-28T14:41:38Z', false],
  ['2026-13-28T14:41:38+00:00', false],
  ['yesterday', false],
])('whether %s is a moment of a database: %s', (text, isTime) => {
  expect(readTime(text)).toBe(isTime ? text : null)
})

test('the texts of two moments are in the order of the moments', () => {
  const texts = ['30.000', '30.001', '30.010', '30.100', '31.000'].map((second) =>
    toTime(new Date(`2026-11-28T14:41:${second}Z`)),
  )
  expect(texts.toSorted()).toEqual(texts)
})

test.each([
  ['2026-11-28T14:41:38+00:00', '2026-11-28T14:41:39+00:00', '2026-11-28T14:41:39+00:00'],
  ['2026-11-28T14:41:38.285123+00:00', '2026-11-28T14:41:38.2+00:00', '2026-11-28T14:41:38.286+00:00'],
  ['2026-11-28T14:41:38+00:00', '2026-11-28T14:41:38+00:00', '2026-11-28T14:41:38.001+00:00'],
])('after %s, a change at %s has the time %s', (before, now, expected) => {
  expect(laterThan(before as Time, now as Time)).toBe(expected)
})

import { expect, test } from 'vitest'
import type { Correction } from '#shared/sales/corrections.ts'
import { groupCorrections } from './group-corrections.ts'

const at = '2026-11-20T10:00:00.000Z'
const removed: Correction = {
  at,
  explorer: 'uk',
  registration: 'B 2',
  kind: 'removed',
  change: 'Sold for £300.',
  reason: 'An import was undone.',
}

const registrationsOf = (corrections: Correction[]) =>
  groupCorrections(corrections).map((group) => group.map(({ registration }) => registration))

test('sales that one change removed are one group of corrections, sorted by registration', () => {
  expect(registrationsOf([removed, { ...removed, registration: 'A 1' }])).toEqual([['A 1', 'B 2']])
})

test.each<[string, Partial<Correction>]>([
  ['moment', { at: '2026-11-20T10:00:00.001Z' }],
  ['explorer', { explorer: 'jersey' }],
  ['kind', { kind: 'edited' }],
  ['reason', { reason: 'The house withdrew it.' }],
])('another %s starts another group of corrections, and the order is kept', (_, other) => {
  const between = { ...removed, ...other, registration: 'A 1' }
  expect(registrationsOf([removed, between, removed])).toEqual([['B 2'], ['A 1'], ['B 2']])
})

test('without corrections there are no groups', () => {
  expect(groupCorrections([])).toEqual([])
})

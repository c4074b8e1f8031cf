import { expect, test } from 'vitest'
import { foldRows } from './fold-rows.ts'

const fold = (...values: (string | null)[]) => foldRows([{ term: 'Format', values }])

test('a property that all plates of a shortlist share is folded', () => {
  expect(fold('Prefix', 'Prefix', 'Prefix')).toEqual({ same: [['Format', 'Prefix']], different: [] })
})

test('a single plate of a shortlist keeps every property', () => {
  expect(fold('Prefix')).toEqual({
    same: [],
    different: [{ term: 'Format', values: ['Prefix'], usual: null }],
  })
})

test('a property without any value is omitted from a shortlist', () => {
  expect(fold(null, null)).toEqual({ same: [], different: [] })
})

test.each([
  [['Prefix', 'Prefix', 'Suffix'], 'Prefix'],
  [['Prefix', null, 'Prefix'], 'Prefix'],
  [['Prefix', 'Suffix'], null],
  [['Prefix', 'Prefix', 'Suffix', 'Suffix'], null],
  [['Prefix', null], null],
  [['Current', 'Prefix', 'Suffix', 'Suffix'], null],
  [['Prefix', 'Suffix', 'Suffix', 'Suffix'], 'Suffix'],
])('the usual value of %j is %j', (values, usual) => {
  expect(fold(...values)).toEqual({ same: [], different: [{ term: 'Format', values, usual }] })
})

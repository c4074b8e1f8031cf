import { expect, test } from 'vitest'
import { shapeOf } from './shape.ts'

const SHAPES: [
  registration: string,
  system: string,
  letters: string,
  figures: string,
  group: string,
  head: string,
][] = [
  ['A1', 'letters-first', 'A', '1', 'A', 'A'],
  ['ABC123', 'letters-first', 'ABC', '123', 'ABC', 'ABC'],
  ['AB1234', 'letters-first', 'AB', '1234', 'AB', 'AB'],
  ['VIP1', 'letters-first', 'VIP', '1', 'VIP', 'VIP'],
  ['1ABC', 'figures-first', 'ABC', '1', 'ABC', '1'],
  ['1966B', 'figures-first', 'B', '1966', 'B', '1966'],
  ['TON1S', 'suffix', 'TONS', '1', 'TON', 'TON'],
  ['P94AUL', 'prefix', 'PAUL', '94', 'AUL', 'P94'],
  ['AB51CDE', 'current', 'ABCDE', '51', 'CDE', 'AB51'],
  ['IG1', 'northern-ireland', 'IG', '1', 'IG', 'IG'],
  ['EMZ1234', 'northern-ireland', 'EMZ', '1234', 'EMZ', 'EMZ'],
  ['12XIA', 'northern-ireland', 'XIA', '12', 'XIA', '12'],
]

test.each(SHAPES)('the shape of %s is %s', (registration, system, letters, figures, group, head) => {
  expect(shapeOf(registration)).toMatchObject({ registration, system, letters, figures, group, head })
})

test('the shape of a registration includes the year letter', () => {
  expect(shapeOf('P94AUL')?.yearLetter).toBe('P')
  expect(shapeOf('TON1S')?.yearLetter).toBe('S')
  expect(shapeOf('AB51CDE')?.yearLetter).toBe('')
})

test('the shape of a registration names the format by system and counts', () => {
  expect(shapeOf('P94AUL')?.format).toBe('prefix 4+2')
  expect(shapeOf('EMZ1234')?.format).toBe('northern-ireland 3+4')
})

test.each([
  '',
  'ABC',
  '123',
  'Q123ABC', // a Q plate
  'MAN1', // the Isle of Man's, like the next two
  '12MN',
  'A1MAN',
  '12345',
  'AB01CDE', // the current style began with 51
  'ABC0',
  'ABC1234', // not a code of Northern Ireland
  'A1234BCD',
  'p94aul',
  'P94 AUL',
  'АВ51СDЕ', // Cyrillic letters
  'AB51CDE\n',
])('%j has no learnt shape', (text) => {
  expect(shapeOf(text)).toBeNull()
})

test('text of 5,000 characters has no shape', () => {
  expect(shapeOf('A'.repeat(5000))).toBeNull()
  expect(shapeOf('1'.repeat(5000))).toBeNull()
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readShippedLexicon } from '#tools/training/read-lexicon.ts'
import { FEATURES, featuresOf, SHAPE_FEATURE_COUNT } from './features.ts'
import { MEMORY_KEY_KINDS } from './memory-keys.ts'

const LEXICON = readShippedLexicon()

const memoryKeys = (registration: string) => featuresOf(registration, LEXICON)?.keys ?? []

function feature(registration: string, name: string): number {
  const index = FEATURES.indexOf(name)
  if (index < 0) throw new Error(`There is no feature ${name}.`)
  return featuresOf(registration, LEXICON)?.features[index] as number
}

const VALUES: [registration: string, name: string, value: number][] = [
  ['P94AUL', 'characterCount', 6],
  ['P94AUL', 'figureValue', 94],
  ['1ABC', 'isOne', 1],
  ['11ABC', 'isOne', 0],
  ['AB51CDE', 'ageHalfYears', 0],
  ['AB02CDE', 'ageHalfYears', 1],
  ['AB52CDE', 'ageHalfYears', 2],
  ['AB24CDE', 'ageHalfYears', 45],
  ['P94AUL', 'ageHalfYears', -1],
  ['100A', 'isRound', 1],
  ['101A', 'isRound', 0],
  ['101A', 'isFigurePalindrome', 1],
  ['1234A', 'isSequence', 1],
  ['4321A', 'isSequence', 1],
  ['1243A', 'isSequence', 0],
  ['1966B', 'yearValue', 1966],
  ['2121B', 'isPairTwice', 1],
  ['786YH', 'isSoughtAfter', 1],
  ['777YH', 'longestRunOfFigures', 3],
  ['ABC1', 'isAlphabetical', 1],
  ['AAA1', 'areGroupLettersAlike', 1],
  ['ABA1', 'isGroupPalindrome', 1],
  ['P94AUL', 'topIsWhole', 1],
  ['1TOM', 'topLettersBefore', 0],
  ['1TOM', 'topFiguresBeside', 1],
  ['1TOM', 'topCost', 0],
]

describe('the features of a registration', () => {
  test('the features of a registration have unique names, those of shape and number first', () => {
    expect(new Set(FEATURES).size).toBe(FEATURES.length)
    expect(FEATURES.slice(0, SHAPE_FEATURE_COUNT)).toContain('figureValue')
    expect(FEATURES.slice(SHAPE_FEATURE_COUNT)).toContain('topValue')
    expect(FEATURES.slice(SHAPE_FEATURE_COUNT)).not.toContain('figureSum')
  })

  test.each(VALUES)('in the features of %s, %s is %s', (registration, name, value) => {
    expect(feature(registration, name)).toBe(value)
  })

  test('the features of a registration value a word more if it needs fewer look-alikes and has fewer characters beside it', () => {
    expect(feature('S4RAH', 'topValue')).toBeGreaterThan(feature('S49RAH', 'topValue'))
    expect(feature('TOM1', 'topValue')).toBeGreaterThan(feature('X23TOM', 'topValue'))
    expect(feature('TOM1', 'topValue')).toBeGreaterThan(feature('TKX1', 'topValue'))
  })

  test('the features of a registration rate the initials of many people as common', () => {
    expect(feature('1JS', 'initialsAsNames')).toBeGreaterThan(feature('1ZX', 'initialsAsNames'))
  })

  test('the features of a registration are finite numbers for every registration that has a shape, and the same each time', () => {
    const figures = fc.integer({ min: 1, max: 999 }).map(String)
    const letters = fc.string({
      unit: fc.constantFrom(...'ABCDEFGHJKLMNOPRSTUVWXY'),
      minLength: 1,
      maxLength: 3,
    })
    const registration = fc.oneof(
      fc.tuple(letters, figures).map((parts) => parts.join('')),
      fc.tuple(figures, letters).map((parts) => parts.join('')),
      fc.tuple(fc.constantFrom(...'ABCDPRSTX'), figures, letters).map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(registration, (text) => {
        const described = featuresOf(text, LEXICON)
        fc.pre(described !== null)
        expect(described?.features).toHaveLength(FEATURES.length)
        expect(described?.features.every(Number.isFinite)).toBe(true)
        expect(described).toEqual(featuresOf(text, LEXICON))
      }),
      { seed: 18, numRuns: 150 },
    )
  })

  test('a registration of an unknown shape has no features', () => {
    for (const text of ['', 'Q123ABC', 'p94aul', 'АВ51СDЕ', 'A'.repeat(5000)])
      expect(featuresOf(text, LEXICON)).toBeNull()
  })
})

describe('the memory keys of a registration', () => {
  test('the memory keys of a registration are one of each kind', () => {
    expect(memoryKeys('P94AUL')).toHaveLength(MEMORY_KEY_KINDS.length)
    expect(memoryKeys('P94AUL')).toEqual([
      '0:prefix:PAUL',
      '1:PAUL',
      '2:AUL',
      '3:P94',
      '4:PGAA',
      '5:PAUL',
      '6:prefix:P94',
      '7:prefix:P9',
      '8:prefix:UL',
      '9:prefix 4+2:94',
      '10:AUL',
      '11:AAUL',
    ])
  })

  test('the memory keys of a registration are shared by registrations with that property in common', () => {
    const shared = (one: string, other: string) => {
      const keys = memoryKeys(other)
      return memoryKeys(one).flatMap((key, kind) => (keys[kind] === key ? [MEMORY_KEY_KINDS[kind]] : []))
    }
    expect(shared('P94AUL', 'PAU1L')).toEqual(['letters', 'reading'])
    expect(shared('SAM2', 'SAM9')).toEqual([
      'system-letters',
      'letters',
      'group',
      'first-three',
      'reading',
      'system-head',
      'system-first-two',
      'system-last-two',
    ])
  })
})

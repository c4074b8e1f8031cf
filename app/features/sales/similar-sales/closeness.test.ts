import { describe, expect, it } from 'vitest'
import { LEAST_CLOSENESS, likenessOf } from './closeness.ts'
import { appealLikeness } from './letters-appeal.ts'
import { numberLikeness } from './number-likeness.ts'
import { type PlateParts, platePartsOf } from './plate-parts.ts'
import { readingsOf, sharedReading, spellingsOf } from './spellings.ts'

function parts(registration: string): PlateParts {
  const found = platePartsOf(registration)
  if (!found) throw new Error(`${registration} is no registration`)
  return found
}

it.each([
  ['sam1', 'dateless SAM 1 AAA9 -'],
  ['1 SAM', 'dateless SAM 1 9AAA -'],
  ['b16-sam', 'prefix SAM 16 A99AAA B'],
  ['SAM 4M', 'suffix SAM 4 AAA9A M'],
  ['AB12 SAM', 'current SAM 12 AA99AAA AB'],
  ['AB02 SAM', 'current SAM 2 AA99AAA AB'],
  ['LIL 4417', 'dateless LIL 4417 AAA9999 -'],
])('%s has the parts %s', (registration, expected) => {
  const { system, letters, number, shape, dateLetters } = parts(registration)
  expect([system, letters, number, shape, dateLetters || '-'].join(' ')).toBe(expected)
})

it.each(['Q123 ABC', 'MAN 7', '12345', '101 D 101', 'HELLO', ''])(
  '%s is not sold as a cherished registration, or is none',
  (text) => expect(platePartsOf(text)).toBeNull(),
)

describe('closeness', () => {
  const closeness = (one: string, other: string) => likenessOf(parts(one), parts(other))?.closeness ?? 0

  it.each([
    ['SAM 1', '1 SAM', 'SAM 9'],
    ['SAM 2', 'SAM 3', 'SAM 9'],
    ['SAM 7', 'SAM 9', 'SAM 12'],
    ['16 AB', '17 AB', 'AB 17'],
    ['AB 12', 'AB 15', 'AB 150'],
    ['KRS 7', 'KRT 7', 'BHW 7'],
    ['SAM 4M', 'SAM 4S', 'SAM 44S'],
    ['M4 SAM', 'B4 SAM', 'SAM 4M'],
    ['M4 SAM', 'SAM 4M', 'AB12 SAM'],
    ['M4 SAM', 'SAM 123', 'SAM 7'],
    ['M4 SAM', 'M4 TOM', 'R4 TOM'],
    ['AB12 SAM', 'AB14 SAM', 'CD14 SAM'],
    ['S1 NGH', '51 NGH', '52 NGH'],
    ['JB 1', 'MS 1', 'XV 1'],
  ])('%s is closer to %s than to %s', (registration, closer, other) => {
    expect(closeness(registration, closer)).toBeGreaterThan(closeness(registration, other))
  })

  it('closeness is symmetric, from the minimum to 1', () => {
    const all =
      'SAM 1,1 SAM,SAM 12,SAM 123,B16 SAM,M4 SAM,SAM 4M,AB12 SAM,AB 1,7 W,8 W,BO55 ABC,S1 NGH,51 NGH,SAN 1'
    for (const one of all.split(','))
      for (const other of all.split(',')) {
        if (one === other) continue
        expect(closeness(one, other)).toBeCloseTo(closeness(other, one), 10)
        if (closeness(one, other) > 0) expect(closeness(one, other)).toBeGreaterThanOrEqual(LEAST_CLOSENESS)
        expect(closeness(one, other)).toBeLessThanOrEqual(1)
      }
  })
})

it.each([
  [1, 1, 0, 1],
  [16, 17, 0, 0.98],
  [1, 2, 0, 0.92],
  [11, 12, 0, 0.94],
  [7, 77, 1, 0.9],
  [7, 777, 2, 0.9],
])('the numbers %i and %i are %i figures apart, and alike by about %d', (one, other, apart, likeness) => {
  const found = numberLikeness(one, other)
  expect(found.figuresApart).toBe(apart)
  expect(found.likeness).toBeCloseTo(likeness, 1)
  expect(numberLikeness(other, one)).toEqual(found)
})

it.each([
  ['W', 'H', true],
  ['M', 'Q', false],
  ['JB', 'MS', true],
  ['JB', 'XV', false],
  ['AA', 'SS', true],
  ['AA', 'AB', false],
  ['ABC', 'UDN', false],
  ['ABC', 'AAA', true],
  ['SAM', 'TOM', true],
  ['SAM', 'XKV', false],
  ['KRS', 'BHW', true],
  ['SAM', 'AB', false],
])('the letters %s and %s sell alike: %s', (letters, others, isAlike) => {
  expect(appealLikeness(letters, others) > 0).toBe(isAlike)
})

it.each([
  ['S1NGH', ['SINGH']],
  ['BO55', ['BOSS']],
  ['H34VEN', ['HEAVEN']],
  ['SEA4N', ['SEAN']],
  ['1234AB', []],
  ['AB12CDE', []],
  ['7W', []],
])('%s can be read as %j', (compact, words) => {
  expect(readingsOf(compact).map(({ word }) => word)).toEqual(words)
})

it('a word has spellings that are registrations, and not itself', () => {
  const spellings = (word: string) => spellingsOf(word).map(({ registration }) => registration)
  expect(spellings('SINGH')).toEqual(expect.arrayContaining(['51 NGH', 'S1 NGH']))
  expect(spellings('BILLY')).toEqual(expect.arrayContaining(['B1 LLY', '81 LLY', '811 LY']))
  expect(spellings('HELLO')).not.toContain('HELLO')
  expect(spellings('WWWW')).toEqual([])
})

it('two registrations share the reading that costs least, or none', () => {
  expect(sharedReading('S1NGH', '51NGH')).toEqual({ word: 'SINGH', cost: 0 })
  expect(sharedReading('S1NGH', 'SAM1')).toBeNull()
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readShippedLexicon } from '#tools/training/read-lexicon.ts'
import { readings } from './readings.ts'
import { UNFIT_WORDS } from './unfit-words.ts'

const LEXICON = readShippedLexicon()
const words = (registration: string) => readings(registration, LEXICON).map(({ word }) => word)

// Judged by eye: what a British reader sees first.
const SEEN_FIRST: [registration: string, word: string, kind: 'first-name' | 'surname' | 'word'][] = [
  ['S0PH1E', 'SOPHIE', 'first-name'],
  ['SO11PHE', 'SOPHIE', 'first-name'],
  ['P94AUL', 'PAUL', 'first-name'],
  ['A155SHA', 'AISHA', 'first-name'],
  ['PAK157N', 'PAKISTAN', 'word'],
  ['MUM1', 'MUM', 'word'],
  ['DAD1', 'DAD', 'word'],
  ['S11NGH', 'SINGH', 'surname'],
  ['51NGH', 'SINGH', 'surname'],
  ['KH4N', 'KHAN', 'surname'],
  ['PAT3L', 'PATEL', 'surname'],
  ['DAV1ES', 'DAVIES', 'surname'],
  ['SM17H', 'SMITH', 'surname'],
  ['J0NES', 'JONES', 'surname'],
  ['GR8', 'GREAT', 'word'],
  ['H34VEN', 'HEAVEN', 'first-name'],
  ['1TOM', 'TOM', 'first-name'],
  ['B87TOM', 'TOM', 'first-name'],
  ['TON1S', 'TONI', 'first-name'],
  ['DOC70R', 'DOCTOR', 'word'],
  ['M4RTN', 'MARTIN', 'first-name'],
  ['M1KEY', 'MIKEY', 'first-name'],
  ['JO1', 'JO', 'first-name'],
  ['R08ERT', 'ROBERT', 'first-name'],
  ['TH3BOSS', 'BOSS', 'surname'],
  ['B055MAN', 'BOSSMAN', 'word'],
  ['G0LF1', 'GOLF', 'word'],
  ['W1NNER', 'WINNER', 'word'],
  ['ST3VE', 'STEVE', 'first-name'],
  ['K4REN', 'KAREN', 'first-name'],
  ['C4RLY', 'CARLY', 'first-name'],
  ['L1SA', 'LISA', 'first-name'],
  ['D4DDY', 'DADDY', 'word'],
  ['TE55A', 'TESSA', 'first-name'],
  ['MO11Y', 'MOLLY', 'first-name'],
  ['E11IOT', 'ELLIOT', 'first-name'],
  ['P0RSCHE', 'PORSCHE', 'word'],
  ['HU55AIN', 'HUSSAIN', 'first-name'],
  ['AHM3D', 'AHMED', 'first-name'],
  ['RAC3R', 'RACER', 'word'],
  ['K1NG', 'KING', 'surname'],
  ['B10NDE', 'BLONDE', 'word'],
  ['BR11AN', 'BRIAN', 'first-name'],
  ['CHR1S', 'CHRIS', 'first-name'],
  ['BAD96R', 'BADGER', 'word'],
  ['NA71SHA', 'NATASHA', 'first-name'],
  ['X173WAN', 'EWAN', 'first-name'],
  ['GAZ1234', 'GAZ', 'word'],
]

describe('the readings of a registration', () => {
  test.each(SEEN_FIRST)('%s reads as %s, a %s', (registration, word, kind) => {
    expect(readings(registration, LEXICON)[0]).toMatchObject({ word, kind })
  })

  test.each([
    'X9ZQX',
    'ZZ99ZZZ',
    'XJ22QZX',
    'A1',
    'F1',
    '1000A',
    'AB12CDE',
    '66XXX',
    'J111111',
    '123PEX',
    'FKZ67',
  ])('%s reads as nothing', (registration) => {
    expect(words(registration)).toEqual([])
  })

  test('the readings of a registration give the position of the word and the cost of its look-alikes', () => {
    expect(readings('B87TOM', LEXICON)).toEqual([
      { word: 'TOM', kind: 'first-name', cost: 0, from: 3, to: 6 },
    ])
    expect(readings('S0PH1E', LEXICON)).toEqual([
      { word: 'SOPHIE', kind: 'first-name', cost: 0.45, from: 0, to: 6 },
    ])
  })

  test('the readings of a registration include a second word if a reader may see either', () => {
    expect(words('TON1S')).toEqual(['TONI', 'TON'])
    expect(words('BOS570N')).toEqual(['BOSTON', 'BOSS'])
  })

  test('the readings of a registration take no part of letters in alphabetical order or of a letter three times', () => {
    expect(words('1ABC')).toEqual([])
    expect(words('10STU')).toEqual(['STU'])
    expect(words('B4DDD')).not.toContain('BAD')
  })

  test('the readings of a registration add no letters to an exact word', () => {
    expect(words('MAN1')).toEqual(['MAN'])
    expect(words('BIG1')).toEqual(['BIG'])
  })

  test.each(['FUC1K', 'SH17', 'CU17NT', 'WAN1K', 'P1SS', 'T17S', 'N0NCE', 'R4PE'])(
    'the reading of %s shows nothing that is unfit for print',
    (registration) => {
      for (const word of words(registration)) expect(UNFIT_WORDS).not.toContain(word)
    },
  )

  test.each([
    '',
    ' ',
    'p94aul',
    'P94 AUL',
    'АВ51СDЕ',
    'ＳＡＭ１',
    'S😀M',
    'A'.repeat(8),
    '1'.repeat(5000),
    '\0\0',
  ])('%j has no readings', (text) => {
    expect(words(text)).toEqual([])
  })

  test('text of 5,000 characters has no readings', () => {
    expect(words('SAM1'.repeat(1250))).toEqual([])
  })

  test('the readings of any text are at most six different words within the registration', () => {
    const character = fc.constantFrom(...'AEIOUBDHLMNRSTY0134578')
    const registration = fc.array(character, { maxLength: 9 }).map((characters) => characters.join(''))
    fc.assert(
      fc.property(fc.oneof(registration, fc.string({ unit: 'binary', maxLength: 9 })), (text) => {
        const found = readings(text, LEXICON)
        expect(found.length).toBeLessThanOrEqual(6)
        expect(new Set(found.map(({ word }) => word)).size).toBe(found.length)
        for (const { word, cost, from, to } of found) {
          expect(UNFIT_WORDS).not.toContain(word)
          expect(cost).toBeGreaterThanOrEqual(0)
          expect(0 <= from && from < to && to <= text.length).toBe(true)
          if (cost === 0) expect(text.slice(from, to)).toBe(word)
        }
      }),
      { seed: 18, numRuns: 150 },
    )
  })
})

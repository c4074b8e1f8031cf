import { describe, expect, test } from 'vitest'
import { ESTIMATE_LOOK_ALIKES } from '#services/estimates/estimate-look-alikes.ts'
import { readShippedLexicon } from '#tools/training/read-lexicon.ts'
import { lexiconOf, parseLexicon, wordIndex, wordOf } from './lexicon.ts'
import { buildColumns, type LexiconEntry } from './lexicon-build.ts'
import { writeLexiconFile } from './lexicon-file.ts'

const entry = (word: string, scores: Partial<LexiconEntry> = {}): LexiconEntry => ({
  word,
  firstName: 0,
  surname: 0,
  asianSharePercent: 0,
  encyclopaedia: 0,
  isOwn: false,
  ...scores,
})

const ENTRIES = [
  entry('SAM', { firstName: 3.6, surname: 1.4, encyclopaedia: 1.48, isOwn: true }),
  entry('SAMUEL', { firstName: 4.5 }),
  entry('KHAN', { surname: 2.8, asianSharePercent: 70 }),
  entry('THE', { encyclopaedia: 3.7 }),
  entry('MUFC', { isOwn: true }),
]

test('the lexicon finds whole words and nothing else', () => {
  const lexicon = lexiconOf(buildColumns(ENTRIES), ESTIMATE_LOOK_ALIKES)
  expect(lexicon.wordCount).toBe(5)
  for (const { word } of ENTRIES) expect(wordIndex(lexicon, word)).toBeGreaterThanOrEqual(0)
  for (const text of ['', 'SA', 'SAMU', 'SAMUELS', 'MAS', 'Z']) expect(wordIndex(lexicon, text)).toBe(-1)
})

test('the lexicon returns the word of an index', () => {
  const lexicon = lexiconOf(buildColumns(ENTRIES), ESTIMATE_LOOK_ALIKES)
  expect([0, 1, 2, 3, 4].map((index) => wordOf(lexicon, index)).sort()).toEqual(
    ENTRIES.map(({ word }) => word).sort(),
  )
  for (const { word } of ENTRIES) expect(wordOf(lexicon, wordIndex(lexicon, word))).toBe(word)
})

test('the lexicon scales each list so that its commonest word has about 1, and takes the best of them', () => {
  const lexicon = lexiconOf(buildColumns(ENTRIES), ESTIMATE_LOOK_ALIKES)
  const scores = (word: string) => {
    const index = wordIndex(lexicon, word)
    return [lexicon.firstName, lexicon.surname, lexicon.word, lexicon.top].map((list) => list[index])
  }
  expect(scores('SAM')).toEqual([0.8, 0.4, 0.4, 0.8].map((score) => expect.closeTo(score, 4)))
  expect(scores('KHAN')).toEqual([0, 0.8, 0, 0.68].map((score) => expect.closeTo(score, 4)))
  expect(scores('THE')).toEqual([0, 0, 1, 0.6].map((score) => expect.closeTo(score, 4)))
  expect(scores('MUFC')).toEqual([0, 0, 0, 0.5].map((score) => expect.closeTo(score, 4)))
  expect(lexicon.asianShare[wordIndex(lexicon, 'KHAN')]).toBeCloseTo(0.7, 4)
})

test('the lexicon is refused if a word has other characters than A to Z, or occurs twice', () => {
  expect(() => buildColumns([entry('ZOË')])).toThrow('“ZOË” is not a word of A to Z')
  expect(() => buildColumns([entry('SAM'), entry('SAM')])).toThrow('“SAM” is given twice')
})

describe('the file of the lexicon', () => {
  const file = writeLexiconFile(buildColumns(ENTRIES))
  const changed = (change: (bytes: Uint8Array) => void) => {
    const bytes = file.slice()
    change(bytes)
    return bytes
  }

  test('the file of the lexicon round-trips', () => {
    expect(parseLexicon(file, ESTIMATE_LOOK_ALIKES)).toEqual(
      lexiconOf(buildColumns(ENTRIES), ESTIMATE_LOOK_ALIKES),
    )
  })

  test('the file of the lexicon is the same to the byte for the same words, in whatever order', () => {
    expect(writeLexiconFile(buildColumns(ENTRIES.toReversed()))).toEqual(file)
  })

  test.each<[fault: string, bytes: Uint8Array, message: string]>([
    ['empty', new Uint8Array(), 'cut short'],
    ['of a few bytes', file.slice(0, 12), 'cut short'],
    ['without its end', file.slice(0, -3), 'cut short or damaged'],
    ['of another kind', new TextEncoder().encode('{"trees": [], "a": "longer text"}'), 'not a lexicon'],
    ['of another version', changed((bytes) => new DataView(bytes.buffer).setUint32(4, 9, true)), 'version 9'],
    [
      'with another number of nodes',
      changed((bytes) => new DataView(bytes.buffer).setUint32(8, 3, true)),
      'damaged',
    ],
    ['with a huge number of nodes', changed((bytes) => bytes.fill(255, 8, 16)), 'damaged'],
    ['with another checksum', changed((bytes) => bytes.fill(1, 16, 20)), 'checksum'],
  ])('a lexicon %s is refused', (_, bytes, message) => {
    expect(() => parseLexicon(bytes, ESTIMATE_LOOK_ALIKES)).toThrow(message)
  })

  test('the lexicon that ships holds the words of every list', () => {
    const lexicon = readShippedLexicon()
    expect(lexicon.wordCount).toBe(117_129)
    const score = (list: Float32Array, word: string) => list[wordIndex(lexicon, word)]
    expect(score(lexicon.firstName, 'SOPHIE')).toBeCloseTo(4.04 / 4.5, 3)
    expect(score(lexicon.surname, 'PATEL')).toBeGreaterThan(0.5)
    expect(score(lexicon.word, 'HEAVEN')).toBeGreaterThan(0.3)
    expect(score(lexicon.top, 'PORSCHE')).toBe(0.5)
    expect(wordIndex(lexicon, 'SPOHIE')).toBe(-1)
    // More first names begin with J than with Z.
    expect(lexicon.firstNameInitial[9]).toBeGreaterThan(lexicon.firstNameInitial[25] as number)
  })
})

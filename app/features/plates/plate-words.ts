import {
  type Codes,
  compactOf,
  lettersIn,
  type Reading,
  readFrom,
  toCodes,
} from '#shared/registration/look-alikes.ts'
import { DICTIONARY } from './dictionary.ts'

const MIN_LENGTH = 3
const MAX_WORDS = 3
const MAX_COST_OF_ONE_LETTER = 2

interface Word {
  word: string
  codes: Codes
  letters: number
}

const wordOf = (word: string): Word => {
  const codes = toCodes(word)
  return { word, codes, letters: codes.reduce((bits, code) => bits | (1 << code), 0) }
}

let prepared: readonly Word[] | undefined

/** Prepared for the first plate, so that the server need not wait for it when it starts. */
function dictionaryWords(): readonly Word[] {
  prepared ??= [...DICTIONARY].map(wordOf)
  return prepared
}

/** The words on a plate, likeliest first: 'H34 VEN' → ['HEAVEN'], 'TOR 118S' → ['TOR'], 'KWB 527' → [] */
export function plateWords(registration: string, descriptions: (string | null)[] = []): string[] {
  const groups = registration
    .split(/[^A-Za-z0-9]+/)
    .map(compactOf)
    .filter(Boolean)
  // The registration itself in the text says nothing about its reading.
  const described = wordsOfDescriptions(descriptions).filter(({ word }) => !groups.includes(word))
  const dictionary = dictionaryWords()
  const longWords = [...described, ...dictionary].filter(({ word }) => word.length >= MIN_LENGTH)

  const whole = wordsOn(groups.join(''), longWords)
  if (whole.length > 0) return bestWords(whole)

  // A word in every group: B16 DAY.
  const words = groups.map((group) => bestWords(wordsOn(group, dictionary))[0])
  if (words.length > 1 && words.every((word) => word !== undefined)) return [words.join(' ')]

  // A word in one group: TOR 118S.
  return bestWords(groups.flatMap((group) => wordsOn(group, longWords)))
}

function wordsOfDescriptions(texts: (string | null)[]): Word[] {
  const words = texts.flatMap((text) => (text ?? '').split(/[^\p{L}]+/u).map(compactOf))
  return [...new Set(words)].filter((word) => /^[A-Z]+$/.test(word)).map(wordOf)
}

interface Found {
  word: string
  length: number
  cost: number
}

function wordsOn(text: string, words: readonly Word[]): Found[] {
  if (!/[A-Z]/.test(text)) return []
  const plate = toCodes(text)
  const letters = lettersIn(plate)
  const found: Found[] = []
  for (const { word, codes, letters: needed } of words) {
    if ((letters & needed) !== needed) continue
    const reading = readFrom(plate, 0, codes, false)
    if (reading && reading.end === plate.length && isConvincing(reading))
      found.push({ word, length: plate.length, cost: reading.cost })
  }
  return found
}

/** One letter of the word itself suffices for B16, BIG, but not for D 47, DAY, or H 8, HEAT. */
const isConvincing = ({ literals, cost }: Reading) => literals > 1 || cost <= MAX_COST_OF_ONE_LETTER

/** Longest first, then those with the fewest look-alikes. */
function bestWords(found: Found[]): string[] {
  const sorted = [...found].sort((a, b) => b.length - a.length || a.cost - b.cost)
  return [...new Set(sorted.map(({ word }) => word))].slice(0, MAX_WORDS)
}

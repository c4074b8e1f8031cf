// Finds other registrations that read as the same word: 51 NGH and S1 NGH both read as SINGH.

import { lettersIn, lookCost, pairCost, readFrom, toCodes, UNLIKE } from '#shared/registration/look-alikes.ts'
import { DICTIONARY } from '../../plates/dictionary.ts'
import { platePartsOf } from './plate-parts.ts'

/** Figures that look like a letter, with 0 for the likeliest reading and 1 for the next: 1 is I, then L; 13 is B. */
interface Look {
  figures: string
  letter: string
  cost: number
}

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const FIGURES = [...'0123456789']
const codeOf = (character: string) => toCodes(character)[0] ?? 0
const ONE = codeOf('1')

const LOOKS: Look[] = LETTERS.flatMap((letter) =>
  FIGURES.flatMap((figure) => [
    { figures: figure, letter, cost: lookCost(codeOf(figure), codeOf(letter), false) - 1 },
    { figures: `1${figure}`, letter, cost: pairCost(ONE, codeOf(figure), codeOf(letter)) - 1 },
  ]),
).filter(({ cost }) => cost < UNLIKE - 1)

export interface Reading {
  word: string
  cost: number
}

const SHORTEST_WORD = 4
/** The maximum cost of a reading beyond one per figure. */
const MAX_COST = 2

const WORDS = [...DICTIONARY]
  .filter((word) => word.length >= SHORTEST_WORD)
  .map((word) => ({ word, codes: toCodes(word), letters: lettersOf(word) }))

/** A bit for each letter of a word, comparable with the result of `lettersIn` for a plate. */
function lettersOf(word: string): number {
  return toCodes(word).reduce((letters, code) => letters | (1 << code), 0)
}

/** The names and words that a whole registration reads as, likeliest first: 'S1NGH' → SINGH; '1234AB' → none */
export function readingsOf(compact: string): Reading[] {
  const plate = toCodes(compact)
  const letters = lettersIn(plate)
  const figures = compact.replace(/\D/g, '').length
  const readings = WORDS.flatMap(({ word, codes, letters: needed }) => {
    if ((letters & needed) !== needed) return []
    const reading = readFrom(plate, 0, codes, false)
    const cost = reading?.end === plate.length ? Math.max(0, reading.cost - figures) : UNLIKE
    return cost <= MAX_COST ? [{ word, cost }] : []
  })
  return readings.sort((one, other) => one.cost - other.cost)
}

const MAX_FIGURES = 4

/** Every registration that reads as the word: 'SINGH' → 5 INGH, 51 NGH, S1 NGH … */
export function spellingsOf(word: string): { registration: string; cost: number }[] {
  const spellings: { registration: string; cost: number }[] = []
  const replace = (from: number, at: number, figures: string, cost: number) => {
    if (cost > MAX_COST || figures.length > MAX_FIGURES) return
    if (at > from) {
      const parts = platePartsOf(word.slice(0, from) + figures + word.slice(at))
      if (parts) spellings.push({ registration: parts.text, cost })
    }
    for (const look of LOOKS)
      if (look.letter === word[at]) replace(from, at + 1, figures + look.figures, cost + look.cost)
  }
  for (let from = 0; from < word.length; from++) replace(from, from, '', 0)
  return spellings
}

/** The word that both read as, with the cost of both readings; null if there is none. */
export function sharedReading(compact: string, other: string): Reading | null {
  let best: Reading | null = null
  const readings = readingsOf(other)
  for (const { word, cost } of readingsOf(compact)) {
    const same = readings.find((reading) => reading.word === word)
    if (same && (best === null || cost + same.cost < best.cost)) best = { word, cost: cost + same.cost }
  }
  return best
}

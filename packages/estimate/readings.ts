// The readings that visitors see: few, likely, and fit to print.
import type { WordReading } from './estimate.ts'
import { type Lexicon, wordOf } from './lexicon.ts'
import { UNFIT_WORDS } from './unfit-words.ts'
import { LONGEST_REGISTRATION, walkReadings } from './walk.ts'

const MOST_SHOWN = 6

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
/** People see ABC, XYZ or OOO at once, and no word that takes a part of it: 1 ABC does not read as LAB. */
const SEQUENCE = new RegExp(
  [...Array.from({ length: 24 }, (_, i) => ALPHABET.slice(i, i + 3)), '([A-Z])\\1\\1'].join('|'),
)

// Judged by eye on some hundred registrations. People see common words first, so a word's score has more weight than in
// the estimate, and nobody sees a rare name in several look-alikes.
const SCORE_WEIGHT = 2.4
const LENGTH_WEIGHT = 0.35
const COST_WEIGHT = 0.8
const LETTER_BESIDE = 0.45
const FIGURE_BESIDE = 0.25
const LEAST_VALUE = 1.15
const FURTHEST_FROM_BEST = 0.95
const LEAST_SCORE = 0.3
/** For words of two letters, which must be exact: JO 1. */
const LEAST_SCORE_OF_TWO = 0.33
const LONGEST_STRETCH_PER_LETTER = 0.4
/** People read GR8 as GREAT, but not JB 1 as BONE. */
const LONGEST_STRETCH_OF_PART = 1
/** Three characters allow one missing letter, six allow two: 53 JY does not read as JAY. */
const FEWEST_COVERED_PER_MISSING = 3

interface Candidate extends WordReading {
  value: number
  missing: number
}

/**
 * Likeliest first, at most six; empty for text with characters other than A-Z0-9, longer than seven, or without a
 * reading.
 */
export function readings(registration: string, lexicon: Lexicon): WordReading[] {
  if (registration.length > LONGEST_REGISTRATION || !/^[A-Z0-9]+$/.test(registration)) return []
  const candidates = new Map<number, Candidate>()
  const sequence = registration.search(SEQUENCE)
  const sequenceEnd = sequence + 3
  walkReadings(registration, lexicon, (index, cost, from, to, length, missing) => {
    const score = lexicon.top[index] as number
    const isSure =
      length === 2 ? cost === 0 && score >= LEAST_SCORE_OF_TWO : length > 2 && score >= LEAST_SCORE
    if (!isSure || cost > LONGEST_STRETCH_PER_LETTER * length) return
    const touchesSequence = sequence >= 0 && from < sequenceEnd && to > sequence
    if (touchesSequence && (from > sequence || to < sequenceEnd)) return
    if (to - from < FEWEST_COVERED_PER_MISSING * missing) return
    const isWhole = from === 0 && to === registration.length
    if (cost > LONGEST_STRETCH_OF_PART && !isWhole) return
    const value =
      SCORE_WEIGHT * score +
      LENGTH_WEIGHT * length -
      COST_WEIGHT * cost -
      beside(registration, 0, from) -
      beside(registration, to, registration.length)
    if (value < LEAST_VALUE || value <= (candidates.get(index)?.value ?? 0)) return
    const word = wordOf(lexicon, index)
    if (!UNFIT_WORDS.has(word))
      candidates.set(index, {
        word,
        kind: kindOf(lexicon, index),
        cost: round(cost),
        from,
        to,
        value,
        missing,
      })
  })

  const likeliest = [...candidates.values()].sort(
    (one, other) => other.value - one.value || (one.word < other.word ? -1 : 1),
  )
  // If a word is there exactly, nobody adds letters to it: MAN 1 does not read as MAIN.
  const letterCount = registration.replace(/\d/g, '').length
  const isComplete =
    likeliest[0]?.missing === 0 ||
    likeliest.some(({ cost, word }) => cost === 0 && word.length === letterCount)
  const shown = likeliest.filter(({ missing }) => !isComplete || missing === 0)
  const least = (shown[0]?.value ?? 0) - FURTHEST_FROM_BEST
  return shown
    .filter(
      (candidate, i) =>
        candidate.value >= least && !shown.slice(0, i).some((better) => isPartOf(candidate, better)),
    )
    .slice(0, MOST_SHOWN)
    .map(({ word, kind, cost, from, to }) => ({ word, kind, cost, from, to }))
}

/** PAUL adds nothing beside PAULA, nor ANN beside ANNA, if both cover the same characters. */
const isPartOf = (reading: WordReading, better: WordReading) =>
  reading.cost >= better.cost &&
  (better.word.includes(reading.word) || reading.word.includes(better.word)) &&
  reading.from >= better.from &&
  reading.to <= better.to

function beside(registration: string, from: number, to: number): number {
  let sum = 0
  for (let i = from; i < to; i++) sum += registration.charCodeAt(i) >= 65 ? LETTER_BESIDE : FIGURE_BESIDE
  return sum
}

const round = (cost: number) => Math.round(cost * 100) / 100

function kindOf(lexicon: Lexicon, index: number): WordReading['kind'] {
  const firstName = lexicon.firstName[index] as number
  const surname = 0.85 * (lexicon.surname[index] as number)
  const word = 0.6 * (lexicon.word[index] as number)
  const commonest = Math.max(firstName, surname, word)
  // Below 0.3 only our own list makes the word worth showing: PORSCHE.
  if (commonest < LEAST_SCORE || commonest === word) return 'word'
  return commonest === firstName ? 'first-name' : 'surname'
}

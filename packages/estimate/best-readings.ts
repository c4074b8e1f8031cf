// The best readings of a registration: the best word of each list, and the best split into words and initials.
import { type Lexicon, wordOf } from './lexicon.ts'
import { LONGEST_REGISTRATION, walkReadings } from './walk.ts'

const SCORE_WEIGHT = 1.5
const LENGTH_WEIGHT = 0.35
const COST_WEIGHT = 0.75
/** The penalty for a letter or figure beside the word. */
const LETTER_BESIDE = 0.5
const FIGURE_BESIDE = 0.55

// If every word of a split could contain expensive look-alikes, nearly any characters would read as words.
const MOST_COST_IN_SPLIT = 1.3

/** The best word of one list. If there is none, `value` is that of a registration without a reading. */
export interface BestReading {
  /** '' if there is none. */
  word: string
  /** The index of the word in the lexicon, or -1. */
  index: number
  value: number
  /** How common the word is in the list, 0 to about 1. */
  score: number
  cost: number
  length: number
  /** The range of characters that it covers: [from, to). */
  from: number
  to: number
}

/** A word that the registration can be read as. */
interface Candidate {
  index: number
  valueWithoutScore: number
  cost: number
  length: number
  from: number
  to: number
}

interface BestSplit {
  value: number
  words: number
  /** The number of letters in all words of the split. */
  wordLetters: number
  cost: number
}

export interface BestReadings {
  /** Over all lists, by the list in which the word is most common. */
  top: BestReading
  /** The best reading as another word than `top`. */
  second: BestReading
  firstName: BestReading
  surname: BestReading
  word: BestReading
  split: BestSplit
}

/** The penalties of all characters up to each position. */
function besideUpTo(registration: string): Float64Array {
  const sums = new Float64Array(registration.length + 1)
  for (let i = 0; i < registration.length; i++)
    sums[i + 1] = (sums[i] as number) + (registration.charCodeAt(i) >= 65 ? LETTER_BESIDE : FIGURE_BESIDE)
  return sums
}

const nothing = (value: number): BestReading => ({
  word: '',
  index: -1,
  value,
  score: 0,
  cost: 0,
  length: 0,
  from: 0,
  to: 0,
})

const PLACES = LONGEST_REGISTRATION + 1

/** For A-Z0-9 text of at most seven characters. */
export function bestReadings(registration: string, lexicon: Lexicon): BestReadings {
  const beside = besideUpTo(registration)
  const end = registration.length
  const none = -(beside[end] as number)
  const best: BestReadings = {
    top: nothing(none),
    second: nothing(none),
    firstName: nothing(none),
    surname: nothing(none),
    word: nothing(none),
    split: { value: none, words: 0, wordLetters: 0, cost: 0 },
  }
  // For each range of positions [from * PLACES + to], the value of its best word without the characters beside it.
  const spanValue = new Float64Array(PLACES * PLACES).fill(Number.NEGATIVE_INFINITY)
  const spanLetters = new Uint8Array(PLACES * PLACES)
  const spanCost = new Float64Array(PLACES * PLACES)
  // One object for all visits: a registration has hundreds of them, and allocating in each would be slower.
  const candidate: Candidate = { index: -1, valueWithoutScore: 0, cost: 0, length: 0, from: 0, to: 0 }

  walkReadings(registration, lexicon, (index, cost, from, to, length) => {
    const common = LENGTH_WEIGHT * length - COST_WEIGHT * cost
    const topValue = SCORE_WEIGHT * (lexicon.top[index] as number) + common
    const isPartOfSplit = length > 2 ? cost < MOST_COST_IN_SPLIT : length === 2 && cost === 0
    const span = from * PLACES + to
    if (isPartOfSplit && topValue > (spanValue[span] as number)) {
      spanValue[span] = topValue
      spanLetters[span] = length
      spanCost[span] = cost
    }

    const remainder = none + (beside[to] as number) - (beside[from] as number)
    candidate.index = index
    candidate.valueWithoutScore = common + remainder
    candidate.cost = cost
    candidate.length = length
    candidate.from = from
    candidate.to = to
    if (index === best.top.index) {
      if (topValue + remainder > best.top.value) set(best.top, lexicon.top, candidate)
    } else if (topValue + remainder > best.top.value) {
      const last = best.second
      best.second = best.top
      best.top = last
      set(last, lexicon.top, candidate)
    } else offer(best.second, lexicon.top, candidate)
    offer(best.firstName, lexicon.firstName, candidate)
    offer(best.surname, lexicon.surname, candidate)
    offer(best.word, lexicon.word, candidate)
  })

  for (const reading of [best.top, best.second, best.firstName, best.surname, best.word])
    if (reading.index >= 0) reading.word = wordOf(lexicon, reading.index)
  bestSplit(best.split, end, beside, spanValue, spanLetters, spanCost)
  return best
}

/** Keeps the word if its list contains it and its value is higher than the best so far. */
function offer(reading: BestReading, scores: Float32Array, candidate: Candidate): void {
  const score = scores[candidate.index] as number
  if (score > 0 && SCORE_WEIGHT * score + candidate.valueWithoutScore > reading.value)
    set(reading, scores, candidate)
}

function set(reading: BestReading, scores: Float32Array, candidate: Candidate): void {
  const score = scores[candidate.index] as number
  reading.index = candidate.index
  reading.value = SCORE_WEIGHT * score + candidate.valueWithoutScore
  reading.score = score
  reading.cost = candidate.cost
  reading.length = candidate.length
  reading.from = candidate.from
  reading.to = candidate.to
}

/** Fills `split` with the best way to read all characters as words and single characters, from left to right. */
function bestSplit(
  split: BestSplit,
  end: number,
  beside: Float64Array,
  spanValue: Float64Array,
  spanLetters: Uint8Array,
  spanCost: Float64Array,
): void {
  const ways: BestSplit[] = [{ value: 0, words: 0, wordLetters: 0, cost: 0 }]
  for (let to = 1; to <= end; to++) {
    const before = ways[to - 1] as BestSplit
    let best = { ...before, value: before.value - ((beside[to] as number) - (beside[to - 1] as number)) }
    for (let from = 0; from < to; from++) {
      const span = from * PLACES + to
      const start = ways[from] as BestSplit
      const value = start.value + (spanValue[span] as number)
      if (value > best.value) {
        best = {
          value,
          words: start.words + 1,
          wordLetters: start.wordLetters + (spanLetters[span] as number),
          cost: start.cost + (spanCost[span] as number),
        }
      }
    }
    ways.push(best)
  }
  Object.assign(split, ways[end])
}

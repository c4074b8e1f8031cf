// Fills every shape of a registration from left to right, so that it reads as the wanted letters.

import {
  COSTS,
  FIGURE_COSTS,
  FIGURE_SOUNDS,
  LETTER_COSTS,
  PAIR_COSTS,
} from '#shared/registration/look-alikes.ts'
import { type OfferedSystem, type RegistrationShape, SHAPES } from './registration-shapes.ts'
import type { Wanted } from './wanted.ts'

export interface FilledRegistration {
  compact: string
  system: OfferedSystem
  /** Lower is better; comparable between names. */
  cost: number
  /** The letters that it reads as: 'SOPHIE', or fewer. */
  reads: string
  /** For each character of `compact`, whether it is read as part of the name. */
  isRead: boolean[]
  /** The positions in the compact name that it covers, in order. */
  places: number[]
}

interface Limits {
  /** The number that the visitor prefers. */
  number: string | null
  /** The age identifiers that may be offered. */
  ages: ReadonlySet<string>
  maxCost: number
}

/** Popular numbers, best first; each position costs a little more. */
export const NUMBERS: Record<number, string[]> = {
  1: [...'178235469'],
  2: '10 11 77 88 22 99 12 55 44 33 66 21 18 13 16'.split(' '),
  3: '100 111 777 123 888 999 222 333 555 321'.split(' '),
  4: '1000 1111 1234 8888 7777 1001'.split(' '),
}
export const COST_PER_NUMBER = 0.06
export const FURTHER_FIGURE_COST = 0.35
/** The discount for the visitor's own number. */
export const REQUESTED_NUMBER_GAIN = 0.4

/** Most people prefer short registrations without a year; of those with a year, the current style is the most common. */
export const SYSTEM_COSTS: Record<OfferedSystem, number> = {
  dateless: 0,
  prefix: 0.05,
  suffix: 0.05,
  'northern-ireland': 0.1,
  current: 0.15,
}
export const COST_PER_CHARACTER = 0.02

/** Two equal adjacent letters of the name as one: W1 LAM for WILLAM. */
const SAID_ONCE_COST = 0.35
const LETTER_AGAIN_COST = COSTS.repeat + 0.15
/** Prefix letters before the name: A1 SAM, or the name's own initial, S1 SAM. */
const FIRST_LETTER = 'A'
const OWN_INITIAL_COST = COSTS.letterBeside + 0.05
/** Suffix letters after the name: BEN 1S. */
const LAST_LETTERS: [letter: string, cost: number][] = [
  ['S', COSTS.letterBeside],
  ['X', COSTS.letterBeside + 0.1],
]
const LEAVABLE = 'AEIOUH'
/** The second letter is important for the sound of most names: SOP 1E is closer to SOPHIE than SPH 1E is. */
const SECOND_LETTER_COST = 0.15
/** The minimum cost of a position without its own letter, or of a letter without a position. */
const LEAST_COST_OF_ODD_PLACE = Math.min(SAID_ONCE_COST, FURTHER_FIGURE_COST)

type Read = [onPlate: string, cost: number]

/** The characters that can represent a character of the name: S can be S 0, 5 .3, Z 1.3. */
const READERS = new Map<string, Read[]>()
for (const character of 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789') READERS.set(character, [[character, 0]])
/** A figure in the name can also represent the letter that it resembles: 007 as OO 7, and DAV1D as DAVID. */
const MAX_LOOSE_COST = 0.7
for (const table of [FIGURE_COSTS, LETTER_COSTS])
  for (const [onPlate, costs] of Object.entries(table))
    for (const [inName, cost] of Object.entries(costs)) {
      READERS.get(inName)?.push([onPlate, cost])
      if (table === FIGURE_COSTS && cost <= MAX_LOOSE_COST) READERS.get(onPlate)?.push([inName, cost])
    }

/** Pairs of figures that read as a letter: H can be 11 .9, 17 1.6. */
const PAIRS = new Map<string, Read[]>()
for (const [pair, costs] of Object.entries(PAIR_COSTS))
  for (const [letter, cost] of Object.entries(costs))
    PAIRS.set(letter, [...(PAIRS.get(letter) ?? []), [pair, cost]])

const NONE: Read[] = []
const isFigure = (character: string) => character >= '0' && character <= '9'

/** Adds to `found` every match that costs at most `maxCost`, unless a cheaper reading of the registration is known. */
export function fillShapes(wanted: Wanted, limits: Limits, found: Map<string, FilledRegistration>) {
  for (const shape of SHAPES) fillShape(shape, wanted, limits, found)
}

function fillShape(
  shape: RegistrationShape,
  wanted: Wanted,
  { number, ages, maxCost }: Limits,
  found: Map<string, FilledRegistration>,
) {
  const { letters } = wanted
  const { system, places, numberFrom, numberTo } = shape
  // Initials and numbers are literal: 8 is not the B of JB, nor S the 5 of 1985.
  const isLiteral = letters.length < 3 || /^[1-9]\d*$/.test(letters)
  // A short word without its vowel would be another word, and a beginning of a name lacks letters already.
  const maxMissing = wanted.kind === 'start' || letters.length < 4 ? 0 : letters.length < 6 ? 1 : 2
  const isRead: boolean[] = []
  const coveredPlaces: number[] = []
  let missing = 0

  /**
   * `text` fills the first positions and reads the first `j` letters; `isNumberRead` is set once a figure of it is
   * read.
   */
  function step(text: string, j: number, cost: number, isNumberRead: boolean) {
    const i = text.length
    const oddPlaces = Math.abs(places.length - i - (letters.length - j))
    if (cost + oddPlaces * LEAST_COST_OF_ODD_PLACE - stillToGain(i) > maxCost) return
    if (i === numberTo && system === 'current' && !ages.has(text.slice(numberFrom))) return
    if (i === places.length) {
      if (j === letters.length) add(text, cost)
      else if (j > 0) leaveOut(text, j, cost, isNumberRead)
      return
    }
    const isInNumber = i >= numberFrom && i < numberTo
    if (i === numberFrom) passNumber(text, j, cost)
    // A number is either skipped as a whole, or read, including figures that repeat the letter before them.
    if (j < letters.length) {
      readNext(text, j, cost, isInNumber)
      if (j > 0) leaveOut(text, j, cost, isNumberRead)
    }
    if (j > 0 && isRead[i - 1]) readAgain(text, j, cost, isInNumber, isNumberRead)
    if (i === 0 && system === 'prefix') {
      pass('', FIRST_LETTER, 0, cost + COSTS.letterBeside)
      pass('', letters.charAt(0), 0, cost + OWN_INITIAL_COST)
    }
    if (i === places.length - 1 && !isInNumber && j === letters.length)
      for (const [letter, beside] of LAST_LETTERS) pass(text, letter, j, cost + beside)
  }

  const stillToGain = (i: number) => (number !== null && i <= numberFrom ? REQUESTED_NUMBER_GAIN : 0)
  const mayStand = (character: string, i: number) =>
    character !== '' && (places[i] as string).includes(character)

  function readNext(text: string, j: number, cost: number, isInNumber: boolean) {
    const i = text.length
    const next = letters.charAt(j)
    for (const [character, look] of READERS.get(next) ?? NONE) {
      if (isLiteral && look > 0) break
      if (mayStand(character, i)) take(text, character, j, 1, cost + look, isInNumber)
    }
    if (!isInNumber || isLiteral) return
    if (i + 1 < numberTo)
      for (const [pair, look] of PAIRS.get(next) ?? NONE) take(text, pair, j, 1, cost + look, true)
    if (i === 0) return
    for (const [figure, sounds] of Object.entries(FIGURE_SOUNDS))
      for (const sound of sounds)
        if (letters.startsWith(sound, j)) take(text, figure, j, sound.length, cost + COSTS.sound, true)
  }

  /** Repeats the letter before, by itself or by a figure that resembles it. */
  function readAgain(text: string, j: number, cost: number, isInNumber: boolean, isNumberRead: boolean) {
    const i = text.length
    const before = text.charAt(i - 1)
    const letter = letters.charAt(j - 1)
    if (!isInNumber) {
      for (const character of before === letter || isFigure(before) ? [letter] : [before, letter])
        if (mayStand(character, i)) take(text, character, j, 0, cost + LETTER_AGAIN_COST, false)
    } else if (isNumberRead) {
      take(text, before, j, 0, cost + COSTS.repeat, true)
    } else if (!isLiteral) {
      for (const [figure, look] of READERS.get(letter) ?? NONE)
        if (look <= 1 && mayStand(figure, i)) take(text, figure, j, 0, cost + COSTS.repeat + look / 2, true)
    }
  }

  function leaveOut(text: string, j: number, cost: number, isNumberRead: boolean) {
    const letter = letters.charAt(j)
    if (letter === letters.charAt(j - 1)) step(text, j + 1, cost + SAID_ONCE_COST, isNumberRead)
    else if (missing < maxMissing && LEAVABLE.includes(letter)) {
      missing++
      step(text, j + 1, cost + COSTS.missing + (j === 1 ? SECOND_LETTER_COST : 0), isNumberRead)
      missing--
    }
  }

  /** A number beside the name, or a skipped one within it. */
  function passNumber(text: string, j: number, cost: number) {
    const figures = numberTo - numberFrom
    const isBeside = j === 0 || j === letters.length
    const base = cost + (isBeside ? COSTS.figureBeside : COSTS.skipped) + (figures - 1) * FURTHER_FIGURE_COST
    if (number?.length === figures) pass(text, number, j, base - REQUESTED_NUMBER_GAIN)
    for (const [rank, figuresOf] of (NUMBERS[figures] ?? []).entries()) {
      if (base + rank * COST_PER_NUMBER > maxCost) break
      pass(text, figuresOf, j, base + rank * COST_PER_NUMBER)
    }
  }

  /** Reads the next `count` letters as these characters. */
  function take(
    text: string,
    characters: string,
    j: number,
    count: number,
    cost: number,
    isNumberRead: boolean,
  ) {
    if (cost > maxCost || !mayStand(characters.charAt(0), text.length)) return
    const [readLength, placesLength] = [isRead.length, coveredPlaces.length]
    for (let k = 0; k < characters.length; k++) isRead.push(true)
    for (let k = j; k < j + count; k++) coveredPlaces.push(wanted.places[k] as number)
    step(text + characters, j + count, cost, isNumberRead)
    isRead.length = readLength
    coveredPlaces.length = placesLength
  }

  /** Writes characters that are skipped in the reading. */
  function pass(text: string, characters: string, j: number, cost: number) {
    if (cost > maxCost || !mayStand(characters.charAt(0), text.length)) return
    const { length } = isRead
    for (let k = 0; k < characters.length; k++) isRead.push(false)
    step(text + characters, j, cost, false)
    isRead.length = length
  }

  function add(compact: string, cost: number) {
    const known = found.get(compact)
    if (known && known.cost <= cost) return
    found.set(compact, {
      compact,
      system,
      cost,
      reads: letters,
      isRead: [...isRead],
      places: coveredPlaces.filter((place) => place >= 0),
    })
  }

  step('', 0, wanted.cost + SYSTEM_COSTS[system] + COST_PER_CHARACTER * places.length, false)
}

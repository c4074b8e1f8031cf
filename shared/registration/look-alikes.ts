// Reads words on plates, where figures stand for letters: 'S1 NGH' reads as SINGH.

// The costs of reading a character as another: 0 is the letter itself, 1 is a stretch, 1.5 a long one. They were judged
// by eye, then confirmed with auction prices. The estimates read with the same table (services/estimates).
export const FIGURE_COSTS: Record<string, Record<string, number>> = {
  0: { O: 0.15, D: 1.2, Q: 1.5 },
  1: { I: 0.3, L: 0.6 },
  2: { Z: 0.9, R: 1.4, S: 1.5 },
  3: { E: 0.45 },
  4: { A: 0.3, H: 1.7 },
  5: { S: 0.3 },
  6: { G: 0.7, B: 1, E: 1.6 },
  7: { T: 0.7, Y: 1.2, I: 1.4, L: 1.5 },
  8: { B: 0.6 },
  9: { G: 1, P: 1.6, E: 1.8, A: 1.8, D: 1.9 },
}

/** Two figures that together look like one letter: HAN 114H for HANNAH. */
export const PAIR_COSTS: Record<string, Record<string, number>> = {
  11: { H: 0.9, U: 0.9, N: 1, M: 1.5 },
  12: { R: 1 },
  13: { B: 1 },
  17: { H: 1.6 },
}

/** A letter on the plate that may be read as another. */
export const LETTER_COSTS: Record<string, Record<string, number>> = {
  U: { V: 1 },
  V: { U: 1 },
  Y: { I: 1.2 },
  L: { I: 1.2 },
  Z: { S: 1.3 },
  S: { Z: 1.3 },
  K: { C: 1.3 },
  C: { K: 1.3 },
  O: { Q: 1, D: 1.5 },
  I: { L: 1.5, Y: 1.5 },
}

/** Figures read by sound: GR8. */
export const FIGURE_SOUNDS: Record<string, string[]> = {
  8: ['ATE', 'AIT', 'EAT'],
  2: ['TO'],
  4: ['FOR'],
  1: ['ONE'],
}

export const COSTS = {
  sound: 1.1,
  /** A character that repeats the one before it: JO55 HUA. */
  repeat: 0.5,
  /** A figure within the word that is skipped: the 9 of P94 AUL. */
  skipped: 0.9,
  /** A vowel or an H that is missing on the plate: H34 VN. */
  missing: 0.95,
  /** A figure or a letter before or after the word. */
  figureBeside: 0.55,
  letterBeside: 0.7,
} as const

// A search uses only the easy readings and ranks them by their position in the table.
const MAX_SEARCH_COST = 1.4
const MAX_SEARCH_PAIR_COST = 1
const MAX_SEARCH_LETTER_COST = 1
/** R is as far from 2, but people read 7 as T or Y long before I. */
const NOT_SEARCHED = new Set(['7I'])

const nearest = (costs: Record<string, number>, max: number) =>
  Object.entries(costs)
    .filter(([, cost]) => cost <= max)
    .sort(([, one], [, other]) => one - other)
    .map(([letter]) => letter)

/** The letters that a figure can stand for in a search, likeliest first. */
const FIGURES: Record<string, string> = Object.fromEntries(
  Object.entries(FIGURE_COSTS).map(([figure, costs]) => [
    figure,
    nearest(costs, MAX_SEARCH_COST)
      .filter((letter) => !NOT_SEARCHED.has(figure + letter))
      .join(''),
  ]),
)

const FIGURE_PAIRS: Record<string, string> = Object.fromEntries(
  Object.entries(PAIR_COSTS).map(([pair, costs]) => [pair, nearest(costs, MAX_SEARCH_PAIR_COST).join('')]),
)

const ALIKE_LETTERS = Object.entries(LETTER_COSTS).flatMap(([letter, costs]) =>
  nearest(costs, MAX_SEARCH_LETTER_COST).map((other) => letter + other),
)

/** The sounds that a search uses. */
const SOUNDS: Record<string, string[]> = { 8: FIGURE_SOUNDS[8] ?? [] }

const SIZE = 36
/** The cost of reading a character as one that it does not resemble. */
export const UNLIKE = 99
const LETTER_COST = 3
const SOUND_COST = 3
const REPEAT_COST = 2

export const MAX_CODES = 16

export type Codes = Uint8Array

const codeOf = (char: string) => (char <= '9' ? char.charCodeAt(0) - 22 : char.charCodeAt(0) - 65)
const charOf = (code: number) => String.fromCharCode(code < 26 ? code + 65 : code + 22)

/** Letters become 0 to 25, figures 26 to 35. Expects a result of `compactOf`. */
export function toCodes(compact: string): Codes {
  const codes = new Uint8Array(Math.min(compact.length, MAX_CODES))
  for (let at = 0; at < codes.length; at++) codes[at] = codeOf(compact.charAt(at))
  return codes
}

export const fromCodes = (codes: ArrayLike<number>): string => Array.from(codes, charOf).join('')

/** 'Zoë 1' gives 'ZOE1'. */
export function compactOf(text: string): string {
  // Nearly every registration is written like this, and the other way takes ten times as long.
  if (/^[A-Z0-9 ]*$/.test(text)) return text.replaceAll(' ', '')
  return text
    .normalize('NFD')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
}

/** Replaces each figure by the letter that it resembles most: '51 NGH' gives 'SINGH'. 9 stays, because G is 6. */
export const lettersForFigures = (compact: string): string =>
  compact.replace(/[0-8]/g, (figure) => FIGURES[figure]?.charAt(0) ?? figure)

// STRICT[onPlate * SIZE + inQuery] is the cost of reading one character as the other.
const STRICT = new Uint8Array(SIZE * SIZE).fill(UNLIKE)
for (let code = 0; code < SIZE; code++) STRICT[code * SIZE + code] = 0
for (const [figure, letters] of Object.entries(FIGURES)) {
  for (let i = 0; i < letters.length; i++) STRICT[codeOf(figure) * SIZE + codeOf(letters.charAt(i))] = 1 + i
}
for (const alike of ALIKE_LETTERS) {
  for (const a of alike)
    for (const b of alike) if (a !== b) STRICT[codeOf(a) * SIZE + codeOf(b)] = LETTER_COST
}

// For queries such as DAV1D: a figure in the query may also stand for a letter on the plate.
const LOOSE = STRICT.slice()
for (const [figure, letters] of Object.entries(FIGURES)) {
  for (let i = 0; i < letters.length; i++) LOOSE[codeOf(letters.charAt(i)) * SIZE + codeOf(figure)] = 2 + i
}

const SEARCH_PAIR_COSTS = new Map<number, number>()
for (const [pair, letters] of Object.entries(FIGURE_PAIRS)) {
  const figures = (codeOf(pair.charAt(0)) * SIZE + codeOf(pair.charAt(1))) * SIZE
  for (const letter of letters) SEARCH_PAIR_COSTS.set(figures + codeOf(letter), 2)
}

const SOUND_CODES = Object.entries(SOUNDS).flatMap(([figure, sounds]) =>
  sounds.map((sound) => ({ figure: codeOf(figure), sound: toCodes(sound) })),
)
const ONE = codeOf('1')

export function lookCost(onPlate: number, inQuery: number, isLoose: boolean): number {
  return (isLoose ? LOOSE : STRICT)[onPlate * SIZE + inQuery] ?? UNLIKE
}

export function pairCost(first: number, second: number, inQuery: number): number {
  if (first !== ONE) return UNLIKE // every pair of the table begins with 1
  return SEARCH_PAIR_COSTS.get((first * SIZE + second) * SIZE + inQuery) ?? UNLIKE
}

/** A bit for each letter that some character can be read as, for ruling out plates quickly. */
export function lettersIn(plate: Codes): number {
  let letters = 0
  for (let i = 0; i < plate.length; i++) {
    const code = plate[i] as number
    letters |= LETTERS_OF[code] as number
    if (code === ONE && i + 1 < plate.length) letters |= LETTERS_AFTER_ONE[plate[i + 1] as number] as number
  }
  return letters
}

const lettersWhere = (holds: (letter: number) => boolean) => {
  let letters = 0
  for (let letter = 0; letter < 26; letter++) if (holds(letter)) letters |= 1 << letter
  return letters
}
const codes = Array.from({ length: SIZE }, (_, code) => code)
const LETTERS_OF = codes.map((code) =>
  lettersWhere(
    (letter) =>
      STRICT[code * SIZE + letter] !== UNLIKE ||
      SOUND_CODES.some(({ figure, sound }) => figure === code && sound.includes(letter)),
  ),
)
const LETTERS_AFTER_ONE = codes.map((code) =>
  lettersWhere((letter) => pairCost(ONE, code, letter) !== UNLIKE),
)

/** Whether a figure repeats the character before it: SEA 4N reads as SEAN, JO55 HUA as JOSHUA. */
const repeats = (figure: number, before: number) =>
  figure === before || (before < 26 && STRICT[figure * SIZE + before] !== UNLIKE)

export interface Reading {
  cost: number
  end: number
  /** Characters that match without a look-alike. */
  literals: number
}

/** The cheapest way to read the whole query from `start` on, or null. */
export function readFrom(plate: Codes, start: number, query: Codes, isLoose: boolean): Reading | null {
  const looks = isLoose ? LOOSE : STRICT
  let best: Reading | null = null
  const walk = (i: number, j: number, cost: number, literals: number) => {
    if (best !== null && cost >= best.cost) return
    if (j === query.length) {
      best = { cost, end: i, literals }
      return
    }
    if (i >= plate.length) return
    const onPlate = plate[i] as number
    const inQuery = query[j] as number
    const step = looks[onPlate * SIZE + inQuery] as number
    if (step !== UNLIKE) walk(i + 1, j + 1, cost + step, step === 0 ? literals + 1 : literals)
    if (onPlate === ONE && i + 1 < plate.length) {
      const pair = pairCost(onPlate, plate[i + 1] as number, inQuery)
      if (pair !== UNLIKE) walk(i + 2, j + 1, cost + pair, literals)
    }
    if (j > 0 && onPlate >= 26 && repeats(onPlate, plate[i - 1] as number))
      walk(i + 1, j, cost + REPEAT_COST, literals)
    if (i > 0 && onPlate >= 26) {
      for (const { figure, sound } of SOUND_CODES) {
        if (onPlate === figure && sound.every((code, k) => query[j + k] === code))
          walk(i + 1, j + sound.length, cost + SOUND_COST, literals)
      }
    }
  }
  walk(start, 0, 0, 0)
  return best
}

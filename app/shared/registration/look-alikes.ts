// Reads words on plates, where figures stand for letters: 'S1 NGH' reads as SINGH.

/** The letters that a figure stands for, likeliest first. */
const FIGURES: Record<string, string> = {
  0: 'OD',
  1: 'IL',
  2: 'ZR',
  3: 'E',
  4: 'A',
  5: 'S',
  6: 'GB',
  7: 'TY',
  8: 'B',
  9: 'G',
}

const FIGURE_PAIRS: Record<string, string> = { 11: 'HNU', 12: 'R', 13: 'B' }

const ALIKE_LETTERS = ['UV']

/** Figures read by sound: GR8. */
const SOUNDS: Record<string, string[]> = { 8: ['ATE', 'EAT'] }

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

/** Letters become 0 to 25, figures 26 to 35; for the result of `compactOf`. */
export function toCodes(compact: string): Codes {
  return Uint8Array.from([...compact.slice(0, MAX_CODES)], codeOf)
}

export const fromCodes = (codes: ArrayLike<number>): string => Array.from(codes, charOf).join('')

/** 'Zoë 1' gives 'ZOE1'. */
export function compactOf(text: string): string {
  return text
    .normalize('NFD')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
}

/** Each figure as the letter that it resembles most: '51 NGH' gives 'SINGH'. G is a 6, so 9 stays. */
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

const PAIR_COSTS = new Map<number, number>()
for (const [pair, letters] of Object.entries(FIGURE_PAIRS)) {
  const figures = (codeOf(pair.charAt(0)) * SIZE + codeOf(pair.charAt(1))) * SIZE
  for (const letter of letters) PAIR_COSTS.set(figures + codeOf(letter), 2)
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
  return PAIR_COSTS.get((first * SIZE + second) * SIZE + inQuery) ?? UNLIKE
}

/** A bit for each letter that some character can be read as, to rule a plate out quickly. */
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

// How people read the figures on a plate as letters, and where in a registration a word can be read that way.

/** What one figure stands for, the likeliest letter first. */
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

/** What two figures side by side stand for. */
const PAIRS: Record<string, string> = { 11: 'HNU', 12: 'R', 13: 'B' }

/** Letters cut alike on old plates. */
const LETTERS = ['UV']

/** GR8 is read by ear. */
const SOUNDS: Record<string, string[]> = { 8: ['ATE', 'EAT'] }

const SIZE = 36
/** Where one character is not read as another. */
export const UNLIKE = 99
const LETTER_COST = 3
const SOUND_COST = 3
const REPEAT_COST = 2

/** No registration is longer; what else may stand in the stock is read this far. */
const LONGEST = 16

export type Codes = Uint8Array

const codeOf = (char: string) => (char <= '9' ? char.charCodeAt(0) - 22 : char.charCodeAt(0) - 65)
const charOf = (code: number) => String.fromCharCode(code < 26 ? code + 65 : code + 22)

/** Letters are 0 to 25, figures 26 to 35. The text holds nothing but A to Z and 0 to 9. */
export function toCodes(compact: string): Codes {
  return Uint8Array.from([...compact.slice(0, LONGEST)], codeOf)
}

export const fromCodes = (codes: ArrayLike<number>): string => Array.from(codes, charOf).join('')

/** Upper-case letters and figures alone; accents are taken off: 'Zoë' gives 'ZOE'. */
export function compactOf(text: string): string {
  return text
    .normalize('NFD')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
}

// looks[on the plate × 36 + in the query] is what it costs to read the one as the other.
const STRICT = new Uint8Array(SIZE * SIZE).fill(UNLIKE)
for (let code = 0; code < SIZE; code++) STRICT[code * SIZE + code] = 0
for (const [figure, letters] of Object.entries(FIGURES)) {
  for (let i = 0; i < letters.length; i++) STRICT[codeOf(figure) * SIZE + codeOf(letters.charAt(i))] = 1 + i
}
for (const alike of LETTERS) {
  for (const a of alike)
    for (const b of alike) if (a !== b) STRICT[codeOf(a) * SIZE + codeOf(b)] = LETTER_COST
}

// Who types DAV1D means DAVID, so that a figure in the query may stand for a letter on the plate as well.
const LOOSE = STRICT.slice()
for (const [figure, letters] of Object.entries(FIGURES)) {
  for (let i = 0; i < letters.length; i++) LOOSE[codeOf(letters.charAt(i)) * SIZE + codeOf(figure)] = 2 + i
}

const PAIR_COSTS = new Map<number, number>()
for (const [pair, letters] of Object.entries(PAIRS)) {
  const figures = (codeOf(pair.charAt(0)) * SIZE + codeOf(pair.charAt(1))) * SIZE
  for (const letter of letters) PAIR_COSTS.set(figures + codeOf(letter), 2)
}

const SOUND_CODES = Object.entries(SOUNDS).flatMap(([figure, sounds]) =>
  sounds.map((sound) => ({ figure: codeOf(figure), sound: toCodes(sound) })),
)
const ONE = codeOf('1')

/** What it costs to read one character of a plate as one of the query, or `UNLIKE`. */
export function lookCost(onPlate: number, inQuery: number, isLoose: boolean): number {
  return (isLoose ? LOOSE : STRICT)[onPlate * SIZE + inQuery] ?? UNLIKE
}

/** What it costs to read two characters of a plate as one of the query, or `UNLIKE`. */
export function pairCost(first: number, second: number, inQuery: number): number {
  if (first !== ONE) return UNLIKE // every pair of the table begins with 1
  return PAIR_COSTS.get((first * SIZE + second) * SIZE + inQuery) ?? UNLIKE
}

/** Every letter that some character of the text can be read as, a bit each: a quick way to rule a plate out. */
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

/** A figure that only says again what stands before it: SEA 4N is read as SEAN, JO55 HUA as JOSHUA. */
const repeats = (figure: number, before: number) =>
  figure === before || (before < 26 && STRICT[figure * SIZE + before] !== UNLIKE)

/** The cheapest way to read the whole query from this place of the plate on. */
export interface Reading {
  cost: number
  /** The place after the last character that was read. */
  end: number
  /** How many characters of the query stand there themselves. */
  literals: number
}

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

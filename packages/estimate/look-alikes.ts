// Which letters a character of a registration can be read as, and at what cost: 0 is the letter itself, 1 is a stretch,
// 1.5 a long one. The costs were judged by eye, then confirmed with auction prices.

type Costs = Record<string, number>

const FIGURES: Record<string, Costs> = {
  '0': { O: 0.15, D: 1.2, Q: 1.5 },
  '1': { I: 0.3, L: 0.6 },
  '2': { Z: 0.9, R: 1.4, S: 1.5 },
  '3': { E: 0.45 },
  '4': { A: 0.3, H: 1.7 },
  '5': { S: 0.3 },
  '6': { G: 0.7, B: 1, E: 1.6 },
  '7': { T: 0.7, Y: 1.2, I: 1.4, L: 1.5 },
  '8': { B: 0.6 },
  '9': { G: 1, P: 1.6, E: 1.8, A: 1.8, D: 1.9 },
}

/** Two figures that together look like one letter: ANDY HUNT as 11UNT. */
const PAIRS: Record<string, Costs> = {
  '11': { H: 0.9, U: 0.9, N: 1, M: 1.5 },
  '12': { R: 1 },
  '13': { B: 1 },
  '17': { H: 1.6 },
}

const LETTERS: Record<string, Costs> = {
  U: { V: 1 },
  V: { U: 1 },
  Y: { I: 1.2 },
  L: { I: 1.2 },
  Z: { S: 1.3 },
  S: { Z: 1.3 },
  K: { C: 1.3 },
  C: { K: 1.3 },
  O: { D: 1.5 },
  I: { L: 1.5, Y: 1.5 },
}

/** Figures that are read by their sound: GR8. */
const SOUNDS: Record<string, string[]> = {
  '8': ['ATE', 'AIT', 'EAT'],
  '2': ['TO'],
  '4': ['FOR'],
  '1': ['ONE'],
}

export const SOUND_COST = 1.1
/** A character that repeats the letter before it: A155 SHA. */
export const REPEAT_COST = 0.5
/** A figure that is skipped: the 9 of P94 AUL. */
export const LOOKED_OVER_COST = 0.9
/** A skipped figure that repeats the one before it. */
export const LOOKED_OVER_AGAIN_COST = 0.5
/** A letter of the word that is missing in the registration: the second A of PAK 157N. */
export const MISSING_COST = 0.95
export const MOST_MISSING = 2
export const MAX_COST = 3.2

/** Letters are 0 to 25, the figures 26 to 35. */
export const CHARACTERS = 36
export const FIRST_FIGURE = 26

export interface LookAlikes {
  letters: Uint8Array
  costs: Float64Array
}

const codeOf = (character: string) =>
  character >= 'A' ? character.charCodeAt(0) - 65 : character.charCodeAt(0) - 48 + FIRST_FIGURE

const lookAlikesOf = (costs: Costs | undefined): LookAlikes => ({
  letters: Uint8Array.from(Object.keys(costs ?? {}), codeOf),
  costs: Float64Array.from(Object.values(costs ?? {})),
})

const CHARACTER_NAMES = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789']

/** The other letters that each character can be read as, indexed by its code. */
export const LOOK_ALIKES: LookAlikes[] = CHARACTER_NAMES.map((name) =>
  lookAlikesOf(LETTERS[name] ?? FIGURES[name]),
)

/** The letters that a 1 together with the next character can be read as, indexed by the code of the next. */
export const AFTER_ONE: LookAlikes[] = CHARACTER_NAMES.map((name) => lookAlikesOf(PAIRS[`1${name}`]))

/** The sounds of each character, as letters, indexed by its code. */
export const SOUNDS_OF: Uint8Array[][] = CHARACTER_NAMES.map((name) =>
  (SOUNDS[name] ?? []).map((sound) => Uint8Array.from(sound, codeOf)),
)

export const MISSING_LETTERS = Uint8Array.from('AEIOUH', codeOf)

/** 1 if a character can be read as a letter: [character * 26 + letter]. */
export const MAY_BE = new Uint8Array(CHARACTERS * 26)
for (let character = 0; character < CHARACTERS; character++) {
  if (character < FIRST_FIGURE) MAY_BE[character * 26 + character] = 1
  else
    for (const letter of (LOOK_ALIKES[character] as LookAlikes).letters) MAY_BE[character * 26 + letter] = 1
}

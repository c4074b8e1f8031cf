/**
 * Which letters a character of a registration can be read as, and at what cost: 0 is the letter itself, 1 is a stretch,
 * 1.5 a long one. A model is only right with the table that it was trained with.
 */
export interface LookAlikeTable {
  /** Figures as letters, and letters as others: 4 → A. */
  figures: CostsByLetter
  letters: CostsByLetter
  /** Two figures that together look like one letter, of which the first is 1: ANDY HUNT as 11UNT. */
  pairs: CostsByLetter
  /** Figures that are read by their sound: GR8. */
  sounds: Record<string, string[]>
  costs: {
    sound: number
    /** A character that repeats the letter before it: A155 SHA. */
    repeat: number
    /** A figure that is skipped: the 9 of P94 AUL. */
    skipped: number
    /** A letter of the word that is missing in the registration: the second A of PAK 157N. */
    missing: number
  }
}

type CostsByLetter = Record<string, Record<string, number>>

/** Letters are 0 to 25, the figures 26 to 35. */
export const FIRST_FIGURE = 26
const CHARACTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789']

export interface LetterCosts {
  letters: Uint8Array
  costs: Float64Array
}

/** The table by the codes of characters. */
export interface LookAlikes {
  /** The other letters that each character can be read as. */
  byCharacter: LetterCosts[]
  /** The letters that a 1 together with the next character can be read as, by the code of the next. */
  afterOne: LetterCosts[]
  /** The sounds of each character, as letters. */
  sounds: Uint8Array[][]
  /** 1 if a character can be read as a letter: [character * 26 + letter]. */
  mayBe: Uint8Array
  costs: LookAlikeTable['costs']
}

export function codeOf(character: string): number {
  const code = character.charCodeAt(0)
  return code >= 65 ? code - 65 : code - 48 + FIRST_FIGURE
}

const letterCosts = (costs: Record<string, number> = {}): LetterCosts => ({
  letters: Uint8Array.from(Object.keys(costs), codeOf),
  costs: Float64Array.from(Object.values(costs)),
})

export function compileLookAlikes({ figures, letters, pairs, sounds, costs }: LookAlikeTable): LookAlikes {
  const byCharacter = CHARACTERS.map((name) => letterCosts(letters[name] ?? figures[name]))
  const mayBe = new Uint8Array(CHARACTERS.length * 26)
  for (const [character, { letters }] of byCharacter.entries()) {
    if (character < FIRST_FIGURE) mayBe[character * 26 + character] = 1
    else for (const letter of letters) mayBe[character * 26 + letter] = 1
  }
  return {
    byCharacter,
    afterOne: CHARACTERS.map((name) => letterCosts(pairs[`1${name}`])),
    sounds: CHARACTERS.map((name) => (sounds[name] ?? []).map((sound) => Uint8Array.from(sound, codeOf))),
    mayBe,
    costs,
  }
}

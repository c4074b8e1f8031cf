// Walks the lexicon along a registration from each position and reports every word on the way.
import { childOf, type Lexicon } from './lexicon.ts'
import { WORD_END } from './lexicon-file.ts'
import {
  AFTER_ONE,
  FIRST_FIGURE,
  LOOK_ALIKES,
  LOOKED_OVER_AGAIN_COST,
  LOOKED_OVER_COST,
  type LookAlikes,
  MAX_COST,
  MAY_BE,
  MISSING_COST,
  MISSING_LETTERS,
  MOST_MISSING,
  REPEAT_COST,
  SOUND_COST,
  SOUNDS_OF,
} from './look-alikes.ts'

/** Longer text is not a registration; this also bounds the walk. */
export const LONGEST_REGISTRATION = 7

/**
 * The word, the cost of reading it, the range of characters that it covers [from, to), its length, and the number of
 * missing letters.
 */
export type Visit = (
  word: number,
  cost: number,
  from: number,
  to: number,
  length: number,
  missing: number,
) => void

const ONE = FIRST_FIGURE + 1

/**
 * Calls `visit` for each word that A-Z0-9 text of at most seven characters can be read as. A word is reported once per
 * way of reading it, about a hundred times for a registration with many figures, so nothing here allocates.
 */
export function walkReadings(registration: string, lexicon: Lexicon, visit: Visit): void {
  if (registration.length > LONGEST_REGISTRATION) return
  const walk = new Walk(registration, lexicon, visit)
  for (let from = 0; from < registration.length; from++) walk.startAt(from)
}

/**
 * The parameters of every step: `i` is the next position in the registration; `node` is the trie node of the letters so
 * far, whose last one is `last`.
 */
class Walk {
  private readonly characters: Uint8Array
  private readonly lexicon: Lexicon
  private readonly visit: Visit
  private from = 0

  constructor(registration: string, lexicon: Lexicon, visit: Visit) {
    this.characters = Uint8Array.from(registration, codeOf)
    this.lexicon = lexicon
    this.visit = visit
  }

  startAt(from: number): void {
    this.from = from
    this.takeNext(from, 0, 0, 0, 0)
  }

  /** Continues from the second letter of a word or later. */
  private goOn(i: number, node: number, length: number, last: number, cost: number, missing: number): void {
    if (missing < MOST_MISSING && cost + MISSING_COST <= MAX_COST) {
      for (let k = 0; k < MISSING_LETTERS.length; k++)
        this.take(i, node, length, MISSING_LETTERS[k] as number, cost + MISSING_COST, missing + 1)
    }
    if (i === this.characters.length) return
    this.takeNext(i, node, length, cost, missing)
    const character = this.characters[i] as number
    if (MAY_BE[character * 26 + last] === 1 && cost + REPEAT_COST <= MAX_COST)
      this.arrive(i + 1, node, length, last, cost + REPEAT_COST, missing)
    if (character >= FIRST_FIGURE) {
      const over = character === this.characters[i - 1] ? LOOKED_OVER_AGAIN_COST : LOOKED_OVER_COST
      if (cost + over <= MAX_COST) this.goOn(i + 1, node, length, last, cost + over, missing)
    }
  }

  /** Reads the next character as a letter of the word, in every possible way. */
  private takeNext(i: number, node: number, length: number, cost: number, missing: number): void {
    const character = this.characters[i] as number
    if (character < FIRST_FIGURE) this.take(i + 1, node, length, character, cost, missing)
    this.takeAny(i + 1, node, length, LOOK_ALIKES[character] as LookAlikes, cost, missing)
    if (character === ONE && i + 1 < this.characters.length) {
      const pair = AFTER_ONE[this.characters[i + 1] as number] as LookAlikes
      this.takeAny(i + 2, node, length, pair, cost, missing)
    }
    if (cost + SOUND_COST <= MAX_COST) {
      const sounds = SOUNDS_OF[character] as Uint8Array[]
      for (let k = 0; k < sounds.length; k++)
        this.takeSound(i + 1, node, length, sounds[k] as Uint8Array, cost + SOUND_COST, missing)
    }
  }

  private takeAny(
    i: number,
    node: number,
    length: number,
    { letters, costs }: LookAlikes,
    cost: number,
    missing: number,
  ): void {
    for (let k = 0; k < letters.length; k++) {
      const total = cost + (costs[k] as number)
      if (total <= MAX_COST) this.take(i, node, length, letters[k] as number, total, missing)
    }
  }

  /** Follows one letter, if a word continues with it. */
  private take(i: number, node: number, length: number, letter: number, cost: number, missing: number): void {
    const child = childOf(this.lexicon, node, letter)
    if (child !== 0) this.arrive(i, child, length + 1, letter, cost, missing)
  }

  private takeSound(
    i: number,
    node: number,
    length: number,
    sound: Uint8Array,
    cost: number,
    missing: number,
  ): void {
    let at = node
    for (let k = 0; k < sound.length; k++) {
      at = childOf(this.lexicon, at, sound[k] as number)
      if (at === 0) return
    }
    this.arrive(i, at, length + sound.length, sound[sound.length - 1] as number, cost, missing)
  }

  /** Reports the word that ends here, if there is one, and continues. */
  private arrive(i: number, node: number, length: number, last: number, cost: number, missing: number): void {
    if (((this.lexicon.masks[node] as number) & WORD_END) !== 0)
      this.visit(this.lexicon.wordAt[node] as number, cost, this.from, i, length, missing)
    this.goOn(i, node, length, last, cost, missing)
  }
}

function codeOf(character: string): number {
  const code = character.charCodeAt(0)
  return code >= 65 ? code - 65 : code - 48 + FIRST_FIGURE
}

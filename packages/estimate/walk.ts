// Walks the lexicon along a registration from each position and reports every word on the way.
import { childOf, type Lexicon } from './lexicon.ts'
import { WORD_END } from './lexicon-file.ts'
import { codeOf, FIRST_FIGURE, type LetterCosts, type LookAlikes } from './look-alikes.ts'

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

/** A skipped figure that repeats the one before it. */
const SKIPPED_AGAIN_COST = 0.5
const MISSING_LETTERS = Uint8Array.from('AEIOUH', codeOf)
const MOST_MISSING = 2
const MAX_COST = 3.2

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
  private readonly lookAlikes: LookAlikes
  private readonly visit: Visit
  private from = 0

  constructor(registration: string, lexicon: Lexicon, visit: Visit) {
    this.characters = Uint8Array.from(registration, codeOf)
    this.lexicon = lexicon
    this.lookAlikes = lexicon.lookAlikes
    this.visit = visit
  }

  startAt(from: number): void {
    this.from = from
    this.takeNext(from, 0, 0, 0, 0)
  }

  /** Continues from the second letter of a word or later. */
  private goOn(i: number, node: number, length: number, last: number, cost: number, missing: number): void {
    const { costs, mayBe } = this.lookAlikes
    if (missing < MOST_MISSING && cost + costs.missing <= MAX_COST) {
      for (let k = 0; k < MISSING_LETTERS.length; k++)
        this.take(i, node, length, MISSING_LETTERS[k] as number, cost + costs.missing, missing + 1)
    }
    if (i === this.characters.length) return
    this.takeNext(i, node, length, cost, missing)
    const character = this.characters[i] as number
    if (mayBe[character * 26 + last] === 1 && cost + costs.repeat <= MAX_COST)
      this.arrive(i + 1, node, length, last, cost + costs.repeat, missing)
    if (character >= FIRST_FIGURE) {
      const over = character === this.characters[i - 1] ? SKIPPED_AGAIN_COST : costs.skipped
      if (cost + over <= MAX_COST) this.goOn(i + 1, node, length, last, cost + over, missing)
    }
  }

  /** Reads the next character as a letter of the word, in every possible way. */
  private takeNext(i: number, node: number, length: number, cost: number, missing: number): void {
    const { byCharacter, afterOne, sounds, costs } = this.lookAlikes
    const character = this.characters[i] as number
    if (character < FIRST_FIGURE) this.take(i + 1, node, length, character, cost, missing)
    this.takeAny(i + 1, node, length, byCharacter[character] as LetterCosts, cost, missing)
    if (character === ONE && i + 1 < this.characters.length) {
      const pair = afterOne[this.characters[i + 1] as number] as LetterCosts
      this.takeAny(i + 2, node, length, pair, cost, missing)
    }
    if (cost + costs.sound <= MAX_COST) {
      const own = sounds[character] as Uint8Array[]
      for (let k = 0; k < own.length; k++)
        this.takeSound(i + 1, node, length, own[k] as Uint8Array, cost + costs.sound, missing)
    }
  }

  private takeAny(
    i: number,
    node: number,
    length: number,
    { letters, costs }: LetterCosts,
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

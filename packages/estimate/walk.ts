// Walks the lexicon along a registration from each of its places and reports every word met on the way.
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

/** Longer text is no registration; it also bounds the walk. */
export const LONGEST_REGISTRATION = 7

/** The word, the cost of reading it, the characters that it covers [from, to), its letters, and those missing. */
export type Visit = (
  word: number,
  cost: number,
  from: number,
  to: number,
  length: number,
  missing: number,
) => void

const ONE = FIRST_FIGURE + 1
const LONGEST_WORD = 32

// Walks do not nest, so that all of them share these and allocate nothing.
const characters = new Uint8Array(LONGEST_REGISTRATION)
const path = new Uint8Array(LONGEST_WORD)

/** Calls `visit` for each word that A-Z0-9 text of at most seven characters can be read as, often more than once. */
export function walkReadings(registration: string, lexicon: Lexicon, visit: Visit): void {
  const end = registration.length
  if (end > LONGEST_REGISTRATION) return
  for (let i = 0; i < end; i++) {
    const code = registration.charCodeAt(i)
    characters[i] = code >= 65 ? code - 65 : code - 48 + FIRST_FIGURE
  }
  for (let from = 0; from < end; from++) step(lexicon, visit, from, end, from, 0, 0, 0, 0)
}

/** Reads on from place `i` and the node that the first `length` letters of the path led to. */
function step(
  lexicon: Lexicon,
  visit: Visit,
  from: number,
  end: number,
  i: number,
  node: number,
  length: number,
  cost: number,
  missing: number,
): void {
  // A letter that the registration leaves out; never the first of the word.
  if (length > 0 && missing < MOST_MISSING && cost + MISSING_COST <= MAX_COST) {
    for (let k = 0; k < MISSING_LETTERS.length; k++) {
      take(
        lexicon,
        visit,
        from,
        end,
        i,
        node,
        length,
        cost + MISSING_COST,
        missing + 1,
        MISSING_LETTERS[k] as number,
      )
    }
  }
  if (i === end) return

  const character = characters[i] as number
  if (character < FIRST_FIGURE) take(lexicon, visit, from, end, i + 1, node, length, cost, missing, character)
  takeAny(lexicon, visit, from, end, i + 1, node, length, cost, missing, LOOK_ALIKES[character] as LookAlikes)
  if (character === ONE && i + 1 < end) {
    const next = characters[i + 1] as number
    takeAny(lexicon, visit, from, end, i + 2, node, length, cost, missing, AFTER_ONE[next] as LookAlikes)
  }
  if (cost + SOUND_COST <= MAX_COST) {
    const sounds = SOUNDS_OF[character] as Uint8Array[]
    for (let k = 0; k < sounds.length; k++)
      takeSound(
        lexicon,
        visit,
        from,
        end,
        i + 1,
        node,
        length,
        cost + SOUND_COST,
        missing,
        sounds[k] as Uint8Array,
      )
  }

  if (length === 0) return
  if (MAY_BE[character * 26 + (path[length - 1] as number)] === 1 && cost + REPEAT_COST <= MAX_COST)
    arrive(lexicon, visit, from, end, i + 1, node, length, cost + REPEAT_COST, missing)
  if (character >= FIRST_FIGURE) {
    const over = character === characters[i - 1] ? LOOKED_OVER_AGAIN_COST : LOOKED_OVER_COST
    if (cost + over <= MAX_COST) step(lexicon, visit, from, end, i + 1, node, length, cost + over, missing)
  }
}

/** Follows one letter, if a word goes on with it. */
function take(
  lexicon: Lexicon,
  visit: Visit,
  from: number,
  end: number,
  i: number,
  node: number,
  length: number,
  cost: number,
  missing: number,
  letter: number,
): void {
  const child = childOf(lexicon, node, letter)
  if (child === 0) return
  path[length] = letter
  arrive(lexicon, visit, from, end, i, child, length + 1, cost, missing)
}

function takeAny(
  lexicon: Lexicon,
  visit: Visit,
  from: number,
  end: number,
  i: number,
  node: number,
  length: number,
  cost: number,
  missing: number,
  { letters, costs }: LookAlikes,
): void {
  for (let k = 0; k < letters.length; k++) {
    const total = cost + (costs[k] as number)
    if (total <= MAX_COST)
      take(lexicon, visit, from, end, i, node, length, total, missing, letters[k] as number)
  }
}

function takeSound(
  lexicon: Lexicon,
  visit: Visit,
  from: number,
  end: number,
  i: number,
  node: number,
  length: number,
  cost: number,
  missing: number,
  sound: Uint8Array,
): void {
  let at = node
  for (let k = 0; k < sound.length; k++) {
    at = childOf(lexicon, at, sound[k] as number)
    if (at === 0) return
    path[length + k] = sound[k] as number
  }
  arrive(lexicon, visit, from, end, i, at, length + sound.length, cost, missing)
}

/** Reports the word that ends here, if one does, and reads on. */
function arrive(
  lexicon: Lexicon,
  visit: Visit,
  from: number,
  end: number,
  i: number,
  node: number,
  length: number,
  cost: number,
  missing: number,
): void {
  if (((lexicon.masks[node] as number) & WORD_END) !== 0)
    visit(lexicon.wordAt[node] as number, cost, from, i, length, missing)
  step(lexicon, visit, from, end, i, node, length, cost, missing)
}

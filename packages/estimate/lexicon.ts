// Words and names with their frequencies, in a trie of typed arrays: 117,000 words take some 4 MB.
import { type Columns, readLexiconFile, SCORE_STEP, WORD_END } from './lexicon-file.ts'
import { compileLookAlikes, type LookAlikes, type LookAlikeTable } from './look-alikes.ts'

/** The trie, and how its words may be read. Node 0 is the root; nodes are identified by index. */
export interface Lexicon {
  lookAlikes: LookAlikes
  wordCount: number
  /** One bit per child letter; bit 31 marks the end of a word. */
  masks: Uint32Array
  /** The index of the first child. */
  firstChild: Uint32Array
  /** The index of the word that ends at the node, or else of the next word. */
  wordAt: Uint32Array
  /** Per word, from 0 to about 1: its frequency as a UK first name, as a surname, and in an encyclopaedia. */
  firstName: Float32Array
  surname: Float32Array
  word: Float32Array
  /** The maximum of the three and of our own list. */
  top: Float32Array
  /** The share of Asian bearers of a surname, 0 to 1. */
  asianShare: Float32Array
  /** Per letter, log10 of the share of first names and of surnames that begin with it. */
  firstNameInitial: Float32Array
  surnameInitial: Float32Array
}

// The highest scores of each list are about these.
const FIRST_NAME_SCALE = 4.5
const SURNAME_SCALE = 3.5
const WORD_SCALE = 3.7

/** @throws Error that describes the problem of the file (readLexiconFile) */
export const parseLexicon = (file: Uint8Array, table: LookAlikeTable): Lexicon =>
  lexiconOf(readLexiconFile(file), table)

export function lexiconOf(columns: Columns, table: LookAlikeTable): Lexicon {
  const { masks } = columns
  const wordCount = columns.own.length
  const firstChild = new Uint32Array(masks.length)
  const wordAt = new Uint32Array(masks.length)
  let children = 1
  let words = 0
  for (let node = 0; node < masks.length; node++) {
    const mask = masks[node] as number
    firstChild[node] = children
    children += countBits(mask & ~WORD_END)
    wordAt[node] = words
    if ((mask & WORD_END) !== 0) words++
  }
  if (children !== masks.length || words !== wordCount)
    throw new Error('The lexicon is damaged: its trie does not hold its words.')

  const firstName = scaled(columns.firstName, SCORE_STEP / FIRST_NAME_SCALE)
  const surname = scaled(columns.surname, SCORE_STEP / SURNAME_SCALE)
  const word = scaled(columns.encyclopaedia, SCORE_STEP / WORD_SCALE)
  const top = new Float32Array(wordCount)
  for (let i = 0; i < wordCount; i++) {
    top[i] = Math.max(
      firstName[i] as number,
      0.85 * (surname[i] as number),
      0.6 * (word[i] as number),
      0.5 * (columns.own[i] as number),
    )
  }
  const lexicon = {
    wordCount,
    masks,
    firstChild,
    wordAt,
    firstName,
    surname,
    word,
    top,
    asianShare: scaled(columns.asianShare, 0.01),
  }
  return {
    ...lexicon,
    lookAlikes: compileLookAlikes(table),
    firstNameInitial: initialShares(lexicon, columns.firstName),
    surnameInitial: initialShares(lexicon, columns.surname),
  }
}

/** The child node for the letter (0 is A), or 0 if there is none; the root is never a child. */
export function childOf(lexicon: Lexicon, node: number, letter: number): number {
  const mask = lexicon.masks[node] as number
  const bit = 1 << letter
  if ((mask & bit) === 0) return 0
  return (lexicon.firstChild[node] as number) + countBits(mask & (bit - 1))
}

/** The index of the word, or -1: 'SOPHIE' → 81403, 'SPOHIE' → -1. Letters A-Z only. */
export function wordIndex(lexicon: Lexicon, word: string): number {
  let node = 0
  for (let i = 0; i < word.length; i++) {
    node = childOf(lexicon, node, word.charCodeAt(i) - 65)
    if (node === 0) return -1
  }
  return ((lexicon.masks[node] as number) & WORD_END) === 0 ? -1 : (lexicon.wordAt[node] as number)
}

/** The word with this index: 57763 → 'SOPHIE'. */
export function wordOf({ wordAt, firstChild, masks }: Lexicon, index: number): string {
  let node = lastUpTo(wordAt, index)
  let word = ''
  while (node > 0) {
    const parent = lastUpTo(firstChild, node)
    let siblings = masks[parent] as number
    for (let before = node - (firstChild[parent] as number); before > 0; before--) siblings &= siblings - 1
    const letter = 31 - Math.clz32(siblings & -siblings)
    word = String.fromCharCode(65 + letter) + word
    node = parent
  }
  return word
}

/** The last position whose value is not above this one; the values never decrease. */
function lastUpTo(values: Uint32Array, value: number): number {
  let from = 0
  let to = values.length - 1
  while (from < to) {
    const middle = (from + to + 1) >> 1
    if ((values[middle] as number) <= value) from = middle
    else to = middle - 1
  }
  return from
}

function scaled(bytes: Uint8Array, factor: number): Float32Array {
  const scores = new Float32Array(bytes.length)
  for (let i = 0; i < bytes.length; i++) scores[i] = (bytes[i] as number) * factor
  return scores
}

function initialShares(trie: Pick<Lexicon, 'masks' | 'firstChild' | 'wordAt'>, scores: Uint8Array) {
  const counts = new Float64Array(26)
  const count = (node: number, initial: number) => {
    const mask = trie.masks[node] as number
    const score = scores[trie.wordAt[node] as number] as number
    if ((mask & WORD_END) !== 0 && score > 0)
      counts[initial] = (counts[initial] as number) + 10 ** (score * SCORE_STEP)
    const children = countBits(mask & ~WORD_END)
    for (let i = 0; i < children; i++) count((trie.firstChild[node] as number) + i, initial)
  }
  const rootMask = trie.masks[0] as number
  for (let letter = 0, child = trie.firstChild[0] as number; letter < 26; letter++)
    if ((rootMask & (1 << letter)) !== 0) count(child++, letter)
  const total = counts.reduce((sum, letterCount) => sum + letterCount, 0)
  return Float32Array.from(counts, (letterCount) => Math.log10((letterCount + 1) / (total + 26)))
}

function countBits(mask: number): number {
  let bits = mask - ((mask >>> 1) & 0x55555555)
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
  return (((bits + (bits >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}

// Builds the columns of the trie from a list of words with scores.
import { type Columns, SCORE_STEP, WORD_END } from './lexicon-file.ts'

export interface LexiconEntry {
  /** A-Z. */
  word: string
  /** log10 of a count, 0 to 5. */
  firstName: number
  surname: number
  asianSharePercent: number
  encyclopaedia: number
  isOwn: boolean
}

interface Node {
  children: (Node | undefined)[]
  entry: LexiconEntry | null
}

/** @throws Error that names a word that contains other characters than A-Z or occurs twice */
export function buildColumns(entries: LexiconEntry[]): Columns {
  const root: Node = { children: [], entry: null }
  for (const entry of entries) {
    if (!/^[A-Z]+$/.test(entry.word)) throw new Error(`“${entry.word}” is not a word of A to Z.`)
    let node = root
    for (let i = 0; i < entry.word.length; i++) {
      const letter = entry.word.charCodeAt(i) - 65
      node.children[letter] ??= { children: [], entry: null }
      node = node.children[letter]
    }
    if (node.entry) throw new Error(`“${entry.word}” is given twice.`)
    node.entry = entry
  }

  const masks: number[] = []
  const words: LexiconEntry[] = []
  let level = [root]
  while (level.length > 0) {
    const next: Node[] = []
    for (const node of level) {
      let mask = 0
      for (let letter = 0; letter < 26; letter++) {
        const child = node.children[letter]
        if (!child) continue
        mask |= 1 << letter
        next.push(child)
      }
      if (node.entry) {
        mask |= WORD_END
        words.push(node.entry)
      }
      masks.push(mask)
    }
    level = next
  }
  const scores = (score: (entry: LexiconEntry) => number) =>
    Uint8Array.from(words, (entry) => Math.min(255, Math.round(score(entry) / SCORE_STEP)))
  return {
    masks: Uint32Array.from(masks, (mask) => mask >>> 0),
    firstName: scores((entry) => entry.firstName),
    surname: scores((entry) => entry.surname),
    asianShare: Uint8Array.from(words, (entry) => entry.asianSharePercent),
    encyclopaedia: scores((entry) => entry.encyclopaedia),
    own: Uint8Array.from(words, (entry) => Number(entry.isOwn)),
  }
}

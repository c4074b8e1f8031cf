import { readFileSync } from 'node:fs'
import { type Lexicon, parseLexicon } from '../lexicon.ts'

/** The lexicon that ships with the package. @throws Error if the file is missing or damaged */
export const readShippedLexicon = (): Lexicon =>
  parseLexicon(readFileSync(new URL('lexicon.bin', import.meta.url)))

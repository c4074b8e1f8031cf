import { readFileSync } from 'node:fs'
import { type Lexicon, parseLexicon } from '#packages/estimate/lexicon.ts'
import { ESTIMATE_LOOK_ALIKES } from '#services/estimates/estimate-look-alikes.ts'
import { LEXICON_FILE } from '#services/estimates/model-folder.ts'

/** The lexicon that ships with the product. @throws Error if the file is missing or damaged */
export const readShippedLexicon = (): Lexicon =>
  parseLexicon(readFileSync(LEXICON_FILE), ESTIMATE_LOOK_ALIKES)

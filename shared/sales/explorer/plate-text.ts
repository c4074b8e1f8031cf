// Normalises search texts by the rules of the columns plate_compact and plate_folded (db/migrations).

import { lettersForFigures } from '../../registration/look-alikes.ts'

/** '25 o' and '25-O' give '25O'. Only A to Z ignore case, as in both databases. */
export function compactPlate(text: string): string {
  const joined = /[ .*-]/.test(text) ? text.replace(/[ .*-]/g, '') : text
  return /[a-z]/.test(joined) ? joined.replace(/[a-z]+/g, (letters) => letters.toUpperCase()) : joined
}

/** 'S1 NGH' and '51 NGH' give 'SINGH'. */
export const foldedPlate = (text: string): string => lettersForFigures(compactPlate(text))

/** Shorter texts resemble too much: 'A' would match every 4. */
const SHORTEST_ALIKE = 3

/** 'SINGH' for a search with possible look-alikes; null for one of fewer letters and figures. */
export function readableWord(search: string): string | null {
  const word = compactPlate(search)
  return word.replace(/[^A-Z0-9]/g, '').length < SHORTEST_ALIKE ? null : word
}

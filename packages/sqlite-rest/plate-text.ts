/** Normalises a search text like the columns `plate_compact` and `plate_folded` (db/migrations). */

export const compactPlate = (text: string): string =>
  text.replace(/[ .*-]/g, '').replace(/[a-z]+/g, (letters) => letters.toUpperCase())

const LETTERS = 'OIZEASGTB'

export const foldedPlate = (text: string): string =>
  compactPlate(text).replace(/[0-8]/g, (figure) => LETTERS.charAt(Number(figure)))

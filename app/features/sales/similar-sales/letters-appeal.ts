// Which letters sell alike, as the hammer prices of all DVLA auctions of 2025 show: a name or word of three letters makes
// half as much again as other letters of its format; as initials, the letters of the first band below make some 10 to
// 20 % more, those of the last as much less.

import { NAMES, WORDS } from '../../plates/dictionary.ts'

const SOUGHT_AFTER = 'ABCJMRS'
const LEFT_OVER = 'EIQUVXYZ'

const bandOf = (letter: string) => (SOUGHT_AFTER.includes(letter) ? 2 : LEFT_OVER.includes(letter) ? 0 : 1)

/** Whether letters of the same number attract the same buyers: W and H, JB and MS, SAM and TOM, but not SAM and XKV. */
export function sellAlike(letters: string, others: string): boolean {
  if (letters.length !== others.length) return false
  // AA, MM and SSS are sought for themselves.
  if (isRepeated(letters) !== isRepeated(others)) return false
  if (letters.length === 3)
    return isWord(letters) ? isWord(others) : !isWord(others) && hasVowel(letters) === hasVowel(others)
  const difference = [...letters].reduce(
    (sum, letter, at) => sum + bandOf(letter) - bandOf(others[at] ?? ''),
    0,
  )
  return Math.abs(difference) <= 1
}

const isRepeated = (letters: string) => letters.length > 1 && new Set(letters).size === 1

const DICTIONARY = new Set(`${NAMES} ${WORDS}`.trim().split(/\s+/))

/** A common name or an everyday word. */
export const isWord = (letters: string): boolean => DICTIONARY.has(letters)

const hasVowel = (letters: string) => /[AEIOU]/.test(letters)

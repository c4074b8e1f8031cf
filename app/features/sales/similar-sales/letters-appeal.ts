// Which letters fetch similar prices, according to the hammer prices of all DVLA auctions of 2025: a name or word of
// three letters makes half as much again as other letters of its format, except in the current style; as initials, the
// letters of the first band below make some 10 to 20 % more, those of the last that much less.

import { DICTIONARY } from '../../plates/dictionary.ts'

const SOUGHT_AFTER = 'ABCJMRS'
const LEAST_SOUGHT = 'EIQUVXYZ'

const bandOf = (letter: string) => (SOUGHT_AFTER.includes(letter) ? 2 : LEAST_SOUGHT.includes(letter) ? 0 : 1)

/**
 * How similar letters sell with the same number, 0 to 1: W and H, JB and MS, SAM and TOM do; SAM and XKV, AA and RS do
 * not.
 */
export function appealLikeness(letters: string, others: string): number {
  if (letters.length !== others.length) return 0
  if (isSoughtForItself(letters) !== isSoughtForItself(others)) return 0
  if (letters.length === 3) {
    if (isWord(letters) !== isWord(others)) return 0
    return isWord(letters) || hasVowel(letters) === hasVowel(others) ? 1 : SOMEWHAT
  }
  const difference = [...letters].reduce(
    (sum, letter, at) => sum + bandOf(letter) - bandOf(others[at] ?? ''),
    0,
  )
  if (Math.abs(difference) <= 1) return 1
  return Math.abs(difference) === letters.length ? SOMEWHAT : 0
}

/**
 * Three letters with a vowel compared with three without: half of such pairs differ by more than 48 %, pairs of one
 * kind by 43 %.
 */
const SOMEWHAT = 0.93

/** AA, MM, SSS, ABC */
const isSoughtForItself = (letters: string) =>
  (letters.length > 1 && new Set(letters).size === 1) || letters === 'ABC' || letters === 'XYZ'

export const isWord = (letters: string): boolean => DICTIONARY.has(letters)

const hasVowel = (letters: string) => /[AEIOU]/.test(letters)

import type { Shape } from '../shape.ts'

// Numbers that buyers look for regardless of the letters: lucky, sacred, famous.
const SOUGHT_AFTER = new Set('7 8 9 69 88 99 100 110 111 313 786 777 888 999 911 666'.split(' '))

/** The number: how low, how round, how regular. */
export function figureFeatures({ figures, system }: Shape) {
  const value = Number(figures)
  const digits = Array.from(figures, Number)
  const isYear = figures.length === 4 && value >= 1900 && value <= 2030
  return {
    figureValue: value,
    isOne: Number(value === 1),
    isUpToTen: Number(value >= 1 && value <= 10),
    isUpToTwenty: Number(value >= 1 && value <= 20),
    firstFigure: digits[0] ?? -1,
    secondFigure: digits[1] ?? -1,
    thirdFigure: digits[2] ?? -1,
    lastFigure: digits.at(-1) ?? -1,
    distinctFigures: new Set(figures).size,
    longestRunOfFigures: longestRun(figures),
    areFiguresAlike: Number(figures.length > 1 && new Set(figures).size === 1),
    trailingZeros: figures.length - figures.replace(/0+$/, '').length,
    isRound: Number(/^[1-9]0+$/.test(figures)),
    isSequence: Number(
      figures.length > 1 && ('0123456789'.includes(figures) || '9876543210'.includes(figures)),
    ),
    isFigurePalindrome: Number(figures.length > 1 && isPalindrome(figures)),
    isPairTwice: Number(/^(\d\d)\1$/.test(figures)),
    isYear: Number(isYear),
    yearValue: isYear ? value : 0,
    // 66 BOB and B 1966 are bought for a year of birth.
    isTwoFigureYear: Number(system !== 'current' && figures.length === 2 && value >= 45),
    isSoughtAfter: Number(SOUGHT_AFTER.has(figures)),
    zeros: count(figures, '0'),
    ones: count(figures, '1'),
    fours: count(figures, '4'),
    sevens: count(figures, '7'),
    eights: count(figures, '8'),
    figureSum: digits.reduce((sum, digit) => sum + digit, 0),
  }
}

const count = (text: string, character: string) => text.split(character).length - 1

export const isPalindrome = (text: string): boolean => text === [...text].reverse().join('')

/** '1222' → 3 */
export function longestRun(text: string): number {
  let longest = 0
  let run = 0
  for (let i = 0; i < text.length; i++) {
    run = text[i] === text[i - 1] ? run + 1 : 1
    longest = Math.max(longest, run)
  }
  return longest
}

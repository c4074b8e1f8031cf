import { type Lexicon, wordIndex } from '../lexicon.ts'
import type { Shape } from '../shape.ts'
import { isPalindrome, longestRun } from './figure-features.ts'

/** The letters: which ones, how regular, how common as initials, and whether the group is a word. */
export function letterFeatures({ letters, group, registration }: Shape, lexicon: Lexicon) {
  const code = (i: number) => (i < letters.length ? letters.charCodeAt(i) - 65 : -1)
  const groupCode = (i: number) => (i < group.length ? group.charCodeAt(i) - 65 : -1)
  const initials = commonInitials(group, lexicon)
  const groupWord = scoresOf(group, lexicon)
  const lettersWord = scoresOf(letters, lexicon)
  const groupEnd = scoresOf(group.slice(-2), lexicon)
  return {
    letter1: code(0),
    letter2: code(1),
    letter3: code(2),
    letter4: code(3),
    letter5: code(4),
    groupLetter1: groupCode(0),
    groupLetter2: groupCode(1),
    groupLetter3: groupCode(2),
    groupPair1: groupCode(0) * 27 + groupCode(1),
    groupPair2: groupCode(1) * 27 + groupCode(2),
    distinctLetters: new Set(letters).size,
    longestRunOfLetters: longestRun(letters),
    areGroupLettersAlike: Number(group.length > 1 && new Set(group).size === 1),
    isGroupPalindrome: Number(group.length > 1 && isPalindrome(group)),
    isAlphabetical: Number(group.length > 1 && 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.includes(group)),
    vowels: matches(letters, /[AEIOU]/g),
    vowelsOfGroup: matches(group, /[AEIOU]/g),
    rareLetters: matches(letters, /[IQXZ]/g),
    symmetricLetters: matches(letters, /[AHIMOTUVWXY]/g),
    isMirrored: Number(isPalindrome(registration)),
    initialsAsNames: initials.asNames,
    initialsLast: initials.last,
    initialsRarest: initials.rarest,
    groupFirstName: groupWord.firstName,
    groupSurname: groupWord.surname,
    groupWord: groupWord.word,
    groupTop: groupWord.top,
    lettersFirstName: lettersWord.firstName,
    lettersSurname: lettersWord.surname,
    lettersWord: lettersWord.word,
    lettersTop: lettersWord.top,
    groupEndTop: groupEnd.top,
  }
}

const matches = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0

/** How common the initials are, as log10 of shares: the last letter counts as a surname, the others as first names. */
function commonInitials(group: string, { firstNameInitial, surnameInitial }: Lexicon) {
  let asNames = 0
  let rarest = 0
  for (let i = 0; i < group.length; i++) {
    const letter = group.charCodeAt(i) - 65
    const shares = i === group.length - 1 ? surnameInitial : firstNameInitial
    asNames += shares[letter] as number
    rarest = Math.min(rarest, shares[letter] as number)
  }
  const last = surnameInitial[group.charCodeAt(group.length - 1) - 65] ?? 0
  return { asNames, last, rarest }
}

function scoresOf(text: string, lexicon: Lexicon) {
  const index = wordIndex(lexicon, text)
  return {
    firstName: lexicon.firstName[index] ?? -1,
    surname: lexicon.surname[index] ?? -1,
    word: lexicon.word[index] ?? -1,
    top: lexicon.top[index] ?? -1,
  }
}

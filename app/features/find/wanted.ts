// Which letters a plate should show for the typed text, best first.

import { compactOf } from '#shared/registration/look-alikes.ts'
import { shortFormsOf } from './short-forms.ts'

export const MAX_TYPED_LENGTH = 40

/** The letters and figures that a plate should read as. */
export interface Wanted {
  letters: string
  /** For each character its position in the name, or -1 if the name does not have it (Bob for Robert). */
  places: readonly number[]
  /** The distance from the name itself, which is added to the cost of the plate. */
  cost: number
  kind: 'name' | 'short form' | 'start' | 'word' | 'initials'
}

export interface Name {
  /** As displayed: 'BIG DAY'. */
  shown: string
  /** 'BIGDAY' */
  compact: string
  words: readonly string[]
  /** A number after the name, which is preferred but not part of it: '1' of 'SOPHIE 1'. */
  number: string | null
  /** The three letters of 'DJB', 'D J B' and '1 DJB', which are read literally; null for a name or a word. */
  initials: string | null
}

const SPELLED_OUT: Record<string, string> = {
  Æ: 'AE',
  Œ: 'OE',
  Ø: 'O',
  Đ: 'D',
  Ð: 'D',
  Ł: 'L',
  Þ: 'TH',
  ẞ: 'SS',
}

/** ' sophie  1' gives SOPHIE and 1; 'Zoë' gives ZOE; '🚗' and 'СОФИ' in Cyrillic give null. */
export function readName(typed: string): Name | null {
  const text = typed
    .slice(0, MAX_TYPED_LENGTH)
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[ÆŒØĐÐŁÞẞ]/g, (letter) => SPELLED_OUT[letter] ?? '')
    .replace(/['’`]/g, '')
  // Letters of other alphabets are not guessed, because half a name would be another name.
  if (/(?![A-Z])\p{L}/u.test(text.normalize('NFD').replace(/\p{M}/gu, ''))) return null
  const words = text
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .map(compactOf)
    .filter(Boolean)
  const compact = words.join('')
  if (compact === '') return null
  const last = words.at(-1) ?? ''
  const isNumber = words.length > 1 && NUMBER.test(last)
  return {
    compact,
    words: isNumber ? words.slice(0, -1) : words,
    ...readInitials(words),
    ...(isNumber && { number: last }),
  }
}

const NUMBER = /^[1-9]\d{0,3}$/
const VOWEL = /[AEIOUY]/

/** Three letters are initials if they are typed apart, or if they cannot be a word: SAM is a name, and S A M is not. */
function readInitials(words: readonly string[]): Pick<Name, 'shown' | 'initials' | 'number'> {
  const letters = words.filter((word) => !NUMBER.test(word))
  const numbers = words.filter((word) => NUMBER.test(word))
  const joined = letters.join('')
  const isApart = letters.length === 3
  const isInitials =
    /^[A-Z]{3}$/.test(joined) &&
    numbers.length < 2 &&
    (isApart || (letters.length === 1 && !VOWEL.test(joined)))
  const shown = words.join(' ')
  if (!isInitials) return { shown, initials: null, number: null }
  return {
    // 'D J B' and 'DJB' are one search, with one URL.
    shown: VOWEL.test(joined) ? shown : shown.replace(letters.join(' '), joined),
    initials: joined,
    number: numbers[0] ?? null,
  }
}

/** More letters fit no plate, even with two left out. */
const MAX_LETTERS = 10
const MIN_START = 2

/** The cost of a short form, if the whole name fits a plate. */
const SHORT_FORM_COST = 1.3
const SHORT_FORM_COST_OF_LONG_NAME = 0.8
const LONG_NAME = 8
const START_COST = 0.5
const COST_PER_LETTER_CUT = 0.35
/** For a long name, three letters more or less matter little. */
const MAX_FULL_CUT = 3
const COST_PER_FURTHER_LETTER_CUT = 0.1
const INITIAL_AND_WORD_COST = 0.8
const INITIALS_COST = 1.2
const WORD_COST = 1.5

export function wantedOf({ compact, words, number }: Name): Wanted[] {
  const wanted = new Map<string, Wanted>()
  const want = (kind: Wanted['kind'], letters: string, places: readonly number[], cost: number) => {
    const known = wanted.get(letters)
    if (letters.length > 0 && letters.length <= MAX_LETTERS && (!known || cost < known.cost))
      wanted.set(letters, { kind, letters, places, cost })
  }
  const places = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index)

  want('name', compact, places(0, compact.length), 0)
  const name = number === null ? compact : words.join('')
  want('name', name, places(0, name.length), 0)

  let at = 0
  const starts = words.map((word) => {
    at += word.length
    return at - word.length
  })
  if (words.length > 1) {
    const initials = words.map((word) => word.charAt(0)).join('')
    // '1 ABC' is a registration and not a name with the initials 1A.
    if (/^[A-Z]+$/.test(initials)) want('initials', initials, starts, INITIALS_COST)
    const last = words.length - 1
    const surname = words[last] as string
    want(
      'word',
      (words[0] as string).charAt(0) + surname,
      [0, ...places(starts[last] as number, surname.length)],
      INITIAL_AND_WORD_COST,
    )
    words.forEach((word, index) => {
      if (word.length > 1) want('word', word, places(starts[index] as number, word.length), WORD_COST)
    })
  }
  words.forEach((word, index) => {
    const from = starts[index] as number
    const penalty = words.length > 1 ? WORD_COST : 0
    const shortForm = word.length < LONG_NAME ? SHORT_FORM_COST : SHORT_FORM_COST_OF_LONG_NAME
    shortFormsOf(word).forEach((form, rank) => {
      want('short form', form, placesIn(word, form, from), penalty + shortForm + rank * 0.1)
    })
  })
  if (words.length === 1 && /^[A-Z]+$/.test(name)) {
    for (let length = Math.min(name.length - 1, MAX_LETTERS); length >= MIN_START; length--) {
      const cut = name.length - length
      const further = Math.max(0, cut - MAX_FULL_CUT)
      const cost = START_COST + (cut - further) * COST_PER_LETTER_CUT + further * COST_PER_FURTHER_LETTER_CUT
      want('start', name.slice(0, length), places(0, length), cost)
    }
  }
  return [...wanted.values()]
}

/** The positions of the short form's letters in the word, in order: BETH in ELIZABETH. */
function placesIn(word: string, form: string, from: number): number[] {
  const whole = word.indexOf(form)
  if (whole >= 0) return Array.from({ length: form.length }, (_, index) => from + whole + index)
  let next = 0
  return [...form].map((letter) => {
    const place = word.indexOf(letter, next)
    if (place < 0) return -1
    next = place + 1
    return from + place
  })
}

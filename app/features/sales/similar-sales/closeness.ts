// How like two registrations are, as a plate dealer sees it.

import { lettersForFigures } from '#shared/registration/look-alikes.ts'
import { appealLikeness, isWord } from './letters-appeal.ts'
import { numberLikeness } from './number-likeness.ts'
import type { PlateParts } from './plate-parts.ts'
import { readingsOf, sharedReading } from './spellings.ts'

export type SimilarReason = 'same-letters' | 'same-number' | 'same-format' | 'near-letters' | 'reads-alike'

export interface Likeness {
  reason: SimilarReason
  /** 0 to 1 */
  closeness: number
  /** For 'reads-alike': the word. */
  word?: string
}

/**
 * How close a pair is before its numbers are compared. The values are calibrated with the prices of such pairs at DVLA
 * auctions from 2017 to 2025, as e to the power of minus the median difference of their logarithms: at 0.75 half of the
 * pairs differ by less than a third, at 0.5 by less than a factor of two, at 0.4 by less than 2.5. Pairs that read
 * alike are too few to measure, so those values are judged. Dateless registrations with few figures are not compared
 * with dated ones of the same letters: half of these differ by more than a factor of three to six.
 */
const CLOSENESS = {
  sameLetters: {
    /** SAM 1 and SAM 2; SAM 1 and 1 SAM. */
    dateless: 0.76,
    datelessOtherOrder: 0.72,
    /** SAM 4M and SAM 7S; M4 SAM and B16 SAM; AB12 SAM and CD34 SAM. */
    suffix: 0.58,
    prefix: 0.52,
    current: 0.52,
    /** Added if the letters of year or place are also the same. */
    sameDateLetters: 0.03,
    /** M4 SAM and SAM 4M; M4 SAM and AB12 SAM; SAM 123 and M4 SAM. */
    prefixAndSuffix: 0.46,
    withCurrent: 0.42,
    datelessAndDated: 0.38,
  },
  sameNumber: {
    /** 7 W and 7 H; AB 12 and RS 12. */
    fewLetters: 0.72,
    /** SAM 7 and TOM 7; SAM 12 and TOM 12; SAM 123 and TOM 123. */
    threeLetters: [0.68, 0.6, 0.55, 0.5],
    /** M4 SAM and M4 TOM; M4 SAM and R4 TOM; M4 XKV and M4 BRK. */
    datedWords: 0.52,
    datedWordsOtherDate: 0.5,
    dated: 0.42,
  },
  nearLetters: {
    /** SAM 7 and SAN 7; M4 SAM and M4 SAN. */
    dateless: 0.72,
    dated: 0.5,
    /** The lowest factor, if the groups have different buyers: a name and meaningless letters, or AA and AB. */
    otherAppeal: 0.8,
  },
  readsAlike: {
    /** S1 NGH and 51 NGH; less for each reading that is not the likeliest. */
    whole: 0.8,
    unlikely: 0.1,
    /** BO55 ABC and BO55 XYZ. */
    head: 0.42,
  },
} as const

/** Below this, a dealer would not call it a comparable. */
export const LEAST_CLOSENESS = 0.35

/**
 * By the difference in the number of figures (one, two, three): for dateless registrations, whose number determines half
 * of the price, and for dated ones.
 */
const FIGURES_APART = { dateless: [1, 0.65, 0.4, 0.3], dated: [1, 0.88, 0.75] } as const
/** Only other single figures are close to a 1. */
const ONE_AND_MORE_FIGURES = 0.4

/** The strongest reason why two registrations are alike; null if they are not close. */
export function likenessOf(subject: PlateParts, other: PlateParts): Likeness | null {
  // HEAVEN, spelled H34 VEN, sells neither because of its VEN nor because of its 34.
  const likenesses =
    isPartOfWord(subject) || isPartOfWord(other)
      ? [readsAlike(subject, other)]
      : [
          sameLetters(subject, other),
          readsAlike(subject, other),
          sameNumber(subject, other),
          nearLetters(subject, other),
        ]
  let best: Likeness | null = null
  for (const likeness of likenesses)
    if (likeness && likeness.closeness > (best?.closeness ?? 0)) best = likeness
  return best && best.closeness >= LEAST_CLOSENESS ? best : null
}

/**
 * Whether the letters are no word themselves but most of one that the figures complete. Not for H 8, although it reads
 * as HATE.
 */
export const isPartOfWord = ({ letters, compact, number }: PlateParts) =>
  letters.length > 1 &&
  letters.length >= String(number).length &&
  !isWord(letters) &&
  readingsOf(compact).length > 0

function sameLetters(subject: PlateParts, other: PlateParts): Likeness | null {
  if (subject.letters !== other.letters) return null
  const { dateless, datelessOtherOrder, sameDateLetters, prefixAndSuffix, withCurrent, datelessAndDated } =
    CLOSENESS.sameLetters
  const likeness = (closeness: number): Likeness => ({ reason: 'same-letters', closeness })
  const number = numberFactor(subject, other)
  if (subject.system === other.system) {
    if (subject.system === 'dateless')
      return likeness(
        (isNumberFirst(subject) === isNumberFirst(other) ? dateless : datelessOtherOrder) * number,
      )
    const base = CLOSENESS.sameLetters[subject.system]
    const date = subject.dateLetters === other.dateLetters ? sameDateLetters : 0
    return likeness((base + date) * number)
  }
  if (subject.system !== 'dateless' && other.system !== 'dateless')
    return likeness((isCurrent(subject) || isCurrent(other) ? withCurrent : prefixAndSuffix) * number)
  const isPlain = (subject.system === 'dateless' ? subject : other).number >= 100
  return isPlain && !isCurrent(subject) && !isCurrent(other) ? likeness(datelessAndDated) : null
}

const isNumberFirst = ({ shape }: PlateParts) => shape.startsWith('9')
const isCurrent = ({ system }: PlateParts) => system === 'current'

/** The figures of a current-style registration are its age, so they are not compared. */
function numberFactor(subject: PlateParts, other: PlateParts): number {
  if (isCurrent(subject) || isCurrent(other)) return 1
  const { likeness, figuresApart } = numberLikeness(subject.number, other.number)
  const isDateless = subject.system === 'dateless' && other.system === 'dateless'
  if (isDateless && figuresApart > 0 && (subject.number === 1 || other.number === 1))
    return ONE_AND_MORE_FIGURES
  return likeness * (FIGURES_APART[isDateless ? 'dateless' : 'dated'][figuresApart] ?? 0)
}

function readsAlike(subject: PlateParts, other: PlateParts): Likeness | null {
  const { whole, unlikely, head } = CLOSENESS.readsAlike
  const reading = sharedReading(subject.compact, other.compact)
  if (reading)
    return { reason: 'reads-alike', closeness: whole - unlikely * reading.cost, word: reading.word }
  const word = headReading(subject)
  return word && isCurrent(other) && headOf(subject) === headOf(other)
    ? { reason: 'reads-alike', closeness: head, word }
    : null
}

/** 'BO55 ABC' → BO55 */
export const headOf = ({ compact }: PlateParts): string => compact.slice(0, 4)

/** 'BO55 ABC' → BOSS; null if the first half of a current-style registration is not a name or word */
export function headReading(parts: PlateParts): string | null {
  const reading = lettersForFigures(headOf(parts))
  return isCurrent(parts) && isWord(reading) ? reading : null
}

/** Northern Irish codes are compared with each other, unless they are a name: 55 DAZ beside 55 ROY. */
const isSameFormat = (subject: PlateParts, other: PlateParts) =>
  subject.shape === other.shape &&
  (subject.isNorthernIrish === other.isNorthernIrish || (isWord(subject.letters) && isWord(other.letters)))

function sameNumber(subject: PlateParts, other: PlateParts): Likeness | null {
  if (!isSameFormat(subject, other) || subject.number !== other.number || isCurrent(subject)) return null
  const appeal = appealLikeness(subject.letters, other.letters)
  const { fewLetters, threeLetters, datedWords, datedWordsOtherDate, dated } = CLOSENESS.sameNumber
  const likeness = (closeness: number): Likeness => ({ reason: 'same-number', closeness: closeness * appeal })
  if (subject.system === 'dateless')
    return likeness(
      subject.letters.length < 3 ? fewLetters : (threeLetters[String(subject.number).length - 1] ?? 0),
    )
  const isDateSame = subject.dateLetters === other.dateLetters
  if (isWord(subject.letters)) return likeness(isDateSame ? datedWords : datedWordsOtherDate)
  return isDateSame ? likeness(dated) : null
}

function nearLetters(subject: PlateParts, other: PlateParts): Likeness | null {
  const isNear =
    isSameFormat(subject, other) &&
    subject.letters.length > 1 &&
    [...subject.letters].filter((letter, at) => letter !== other.letters[at]).length === 1
  if (!isNear) return null
  const { dateless, dated, otherAppeal } = CLOSENESS.nearLetters
  const appeal = Math.max(otherAppeal, appealLikeness(subject.letters, other.letters))
  if (subject.system === 'dateless')
    return { reason: 'near-letters', closeness: dateless * appeal * numberFactor(subject, other) }
  const isRestSame = subject.dateLetters === other.dateLetters && subject.number === other.number
  return isRestSame ? { reason: 'near-letters', closeness: dated * appeal } : null
}

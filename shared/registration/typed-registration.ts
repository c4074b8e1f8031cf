// Parses a registration as visitors, links or copied texts write it.

import { cleanLine } from '../text/clean-text.ts'
import { type Jurisdiction, type Parsed, parseRegistration } from './registration.ts'

/** Generous for spaces; longer text is not a registration and is not parsed. */
export const MAX_TYPED_LENGTH = 64

// Capital letters of other alphabets that look like Latin ones. Full-width and styled letters need no table: Unicode's
// compatibility normalisation maps them to the plain letter.
const LOOK_ALIKE_CAPITALS = new Map([
  ...pairs('АВЕЅІЈКМНОРСТУХԚԜ', 'ABESIJKMHOPCTYXQW'),
  ...pairs('ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABEZHIKMNOPTYX'),
])

function pairs(others: string, latin: string): [string, string][] {
  return Array.from(others, (other, index) => [other, latin.charAt(index)])
}

/** 'ab12-cde', 'ＡＢ１２ ＣＤＥ' and 'АВ12 СDE' in Cyrillic give 'AB12CDE'. */
export function compactTyped(typed: string): string {
  return cleanLine(typed)
    .normalize('NFKC')
    .toUpperCase()
    .normalize('NFD')
    .replace(/[\p{M}\p{White_Space}\p{Dash}\p{Cf}._·•*+]+/gu, '')
    .replace(/[Ͱ-ӿԚԜ]/gu, (letter) => LOOK_ALIKE_CAPITALS.get(letter) ?? letter)
}

/** 'jb1' gives JB 1; text that no system allows is refused with the reason. */
export function parseTyped(typed: string, hint?: Jurisdiction): Parsed {
  if (typed.length > MAX_TYPED_LENGTH)
    return { ok: false, reason: 'That is too long: a registration has at most seven letters and figures.' }
  return parseRegistration(compactTyped(typed), hint)
}

/** One more than the maximum of a registration, for recorded text that is not one. */
const MAX_SPACED_LENGTH = 8

/**
 * Every spelling with up to two spaces, because a record may have another one than ours: 'JB1' gives 'JB1', 'J B1', 'J
 * B 1' and 'JB 1'. Longer text gives only itself, and text that no record can have gives nothing.
 */
export function spellingsOf(typed: string): string[] {
  if (typed.length > MAX_TYPED_LENGTH) return []
  const compact = compactTyped(typed)
  if (!/^[A-Z0-9]+$/.test(compact) || compact.length > MAX_SPACED_LENGTH) {
    const line = cleanLine(typed)
    return /^[\p{L}\p{N} .-]{1,20}$/u.test(line) ? [line] : []
  }
  const spellings = [compact]
  for (let first = 1; first < compact.length; first++) {
    const [start, rest] = [compact.slice(0, first), compact.slice(first)]
    spellings.push(`${start} ${rest}`)
    for (let second = 1; second < rest.length; second++)
      spellings.push(`${start} ${rest.slice(0, second)} ${rest.slice(second)}`)
  }
  return spellings
}

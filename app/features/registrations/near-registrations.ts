// Suggestions for text that is not a registration.

import { parseRegistration, type System } from '#shared/registration/registration.ts'
import { compactTyped, MAX_TYPED_LENGTH } from '#shared/registration/typed-registration.ts'

const MAX_SUGGESTIONS = 6
/** Longer text is not a typing mistake. */
const MAX_LENGTH = 9
/** Suggestions with more mistakes have little in common with the text. */
const MAX_COST = 3
/** Bounds the time for texts such as I1I1I1I1I. */
const MAX_TRIED = 400
/** With this many suggestions, less likely ones only distract. */
const ENOUGH = 3

/** Characters that are often confused. */
const CONFUSED = [
  ...['O0', 'I1', 'Q0', 'L1'].map((pair) => ({ pair, cost: 1 })),
  ...['S5', 'Z2', 'B8', 'G6', 'IJ', 'IL', 'QO', 'UV'].map((pair) => ({ pair, cost: 2 })),
  ...['D0', 'A4', 'E3', 'T7'].map((pair) => ({ pair, cost: 3 })),
]

/** Likelier systems first; no source confirms the shapes of military registrations. */
const SYSTEMS: System[] = [
  'current',
  'prefix',
  'suffix',
  'dateless',
  'northern-ireland',
  'jersey',
  'isle-of-man',
  'guernsey',
  'alderney',
  'q',
  'diplomatic',
  'trade',
]

/** At most six, likeliest first: 'AB12 CDI' gives AB12 CDJ and AB12 CDL; empty if nothing is close. */
export function nearRegistrations(typed: string): string[] {
  if (typed.length > MAX_TYPED_LENGTH) return []
  const whole = compactTyped(typed).replace(/[^A-Z0-9]/g, '')
  return whole.length > MAX_LENGTH ? registrationsAmong(typed) : registrationsLike(whole)
}

/** 'JB 1 or AB12 CDE' gives both. */
function registrationsAmong(typed: string): string[] {
  const words = typed.split(/[^\p{L}\p{N}]+/u).map(compactTyped)
  const found = new Set<string>()
  for (let at = 0; at < words.length; at++) {
    const [word = '', next = ''] = words.slice(at)
    const both = parseRegistration(word + next)
    const parsed = both.ok && next !== '' ? both : parseRegistration(word)
    if (!parsed.ok || !/[A-Z]/.test(parsed.registration.compact)) continue
    found.add(parsed.registration.text)
    if (parsed === both) at++
  }
  return [...found].slice(0, MAX_SUGGESTIONS)
}

/** Searches with increasing numbers of mistakes until there are enough. */
function registrationsLike(written: string): string[] {
  const found = new Map<string, { cost: number; rank: number; kept: number }>()
  const costs = new Map([[written, 0]])
  for (let cost = 0; cost <= MAX_COST && found.size < ENOUGH; cost++) {
    for (const [text, known] of costs) {
      if (known !== cost) continue
      const parsed = parseRegistration(text)
      if (parsed.ok) {
        const { text: suggestion, system, letters } = parsed.registration
        const rank = SYSTEMS.indexOf(system)
        const isOfFigures = letters === '' && /[A-Z]/.test(written)
        if (rank >= 0 && !isOfFigures && !found.has(suggestion))
          found.set(suggestion, { cost, rank, kept: sharedStart(text, written) })
        continue
      }
      if (costs.size > MAX_TRIED) continue
      for (const [next, step] of neighboursOf(text))
        if (cost + step < (costs.get(next) ?? MAX_COST + 1)) costs.set(next, cost + step)
    }
  }
  return [...found]
    .sort(([, one], [, other]) => one.cost - other.cost || one.rank - other.rank || other.kept - one.kept)
    .slice(0, MAX_SUGGESTIONS)
    .map(([text]) => text)
}

function sharedStart(one: string, other: string): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length++
  return length
}

function* neighboursOf(text: string): Generator<[next: string, cost: number]> {
  for (let at = 0; at < text.length; at++) {
    const [before, character, after] = [text.slice(0, at), text.charAt(at), text.slice(at + 1)]
    for (const { pair, cost } of CONFUSED)
      if (pair.includes(character)) yield [before + pair.replace(character, '') + after, cost]
    const isRepeated = after.startsWith(character)
    yield [before + after, isRepeated ? 1 : 2]
    if (after !== '' && !isRepeated) yield [before + after.charAt(0) + character + after.slice(1), 3]
  }
  const withoutZeros = text.replace(/(?<!\d)0+(?=\d)/, '')
  if (withoutZeros !== text) yield [withoutZeros, 1]
  if (/^[A-Z]{1,3}$/.test(text)) {
    yield [`${text}1`, 1]
    yield [`1${text}`, 1]
  }
  // The current style began with 51, in September 2001.
  if (/^[A-Z]{2}01/.test(text)) yield [`${text.slice(0, 2)}51${text.slice(4)}`, 1]
}

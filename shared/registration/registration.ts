// Determines the system of a registration from its characters alone, whether or not it was ever issued.

import { cleanLine } from '../text/clean-text.ts'

export type System =
  | 'dateless'
  | 'suffix'
  | 'prefix'
  | 'current'
  | 'northern-ireland'
  | 'q'
  | 'trade'
  | 'military'
  | 'diplomatic'
  | 'jersey'
  | 'guernsey'
  | 'alderney'
  | 'isle-of-man'

export const SYSTEM_NAMES: Record<System, string> = {
  dateless: 'Dateless',
  suffix: 'Suffix',
  prefix: 'Prefix',
  current: 'Current',
  'northern-ireland': 'Northern Ireland',
  q: 'Q plate',
  trade: 'Trade plate',
  military: 'Military',
  diplomatic: 'Diplomatic',
  jersey: 'Jersey',
  guernsey: 'Guernsey',
  alderney: 'Alderney',
  'isle-of-man': 'Isle of Man',
}

export type Jurisdiction = 'GB' | 'NI' | 'JE' | 'GG' | 'AY' | 'IM'

export type Order = 'letters-first' | 'number-first' | 'number-only' | 'mixed'

export interface Reading {
  system: System
  text: string
  compact: string
  groups: string[]
  letters: string
  digits: string
  order: Order
}

export interface Registration extends Reading {
  otherReadings: Reading[]
}

export type Parsed = { ok: true; registration: Registration } | { ok: false; reason: string }

interface Rule {
  system: System
  home: Jurisdiction
  order: Order
  pattern: RegExp
}

const rule = (system: System, home: Jurisdiction, order: Order, pattern: RegExp): Rule => ({
  system,
  home,
  order,
  pattern,
})

// The first matching rule wins, in the order that a mainland dealer expects; a hint moves its jurisdiction to the
// front. A 123 MAN is Manx although it looks like a prefix. Codes of Northern Ireland contain an I or a Z (IG 1), which
// no code of Great Britain does; VIP 1 has no such code and is dateless. J 27 is dateless before it is Jersey's. Trade
// plates precede Guernsey, the other system of five figures. Military comes last, because no source confirms its
// shapes.
const RULES: Rule[] = [
  rule('current', 'GB', 'mixed', /^([A-HJ-PR-Y]{2}(?:0[02-9]|[1-9]\d))([A-HJ-PR-Z]{3})$/),
  rule('q', 'GB', 'mixed', /^(Q[1-9]\d{0,2})([A-HJ-PR-Y]{3})$/),
  rule('q', 'NI', 'letters-first', /^(QNI)([1-9]\d{0,3})$/),
  rule('diplomatic', 'GB', 'mixed', /^([1-9]\d{2})([DX])([1-9]\d{2})$/),
  rule('isle-of-man', 'IM', 'letters-first', /^(MN|MAN)([1-9]\d{0,3})$/),
  rule('isle-of-man', 'IM', 'letters-first', /^([B-HJ-PRT-Y]MN)([1-9]\d{0,2})$/),
  rule('isle-of-man', 'IM', 'number-first', /^([1-9]\d{0,3})(MN|MAN)$/),
  rule('isle-of-man', 'IM', 'number-first', /^([1-9]\d{0,2})([B-HJ-PRT-Y]MN)$/),
  rule('isle-of-man', 'IM', 'mixed', /^(MAN|[B-HJ-PRT-Y]MN)([1-9]\d{0,2})([A-HJ-PRT-Y])$/),
  rule('isle-of-man', 'IM', 'mixed', /^([A-HJ-PRT-Y])([1-9]\d{0,2})(MAN)$/),
  rule('prefix', 'GB', 'mixed', /^([A-HJ-NPR-TV-Y][1-9]\d{0,2})([A-HJ-PR-Y]{3})$/),
  rule('suffix', 'GB', 'mixed', /^([A-HJ-PR-Y]{3})([1-9]\d{0,2}[A-HJ-NPR-TV-Y])$/),
  rule(
    'northern-ireland',
    'NI',
    'letters-first',
    /^([A-PR-Z]?(?:[A-HJ-PR-Y]Z|I[ABGJLW]|[JOUX]I))([1-9]\d{0,3})$/,
  ),
  rule(
    'northern-ireland',
    'NI',
    'number-first',
    /^([1-9]\d{0,3})([A-PR-Z]?(?:[A-HJ-PR-Y]Z|I[ABGJLW]|[JOUX]I))$/,
  ),
  rule('dateless', 'GB', 'letters-first', /^([A-PR-Z]{1,3})([1-9]\d{0,2})$/),
  rule('dateless', 'GB', 'letters-first', /^([A-PR-Z]{1,2})([1-9]\d{3})$/),
  rule('dateless', 'GB', 'number-first', /^([1-9]\d{0,2})([A-PR-Z]{1,3})$/),
  rule('dateless', 'GB', 'number-first', /^([1-9]\d{3})([A-PR-Z]{1,2})$/),
  // Civic registrations with a 0.
  rule('dateless', 'GB', 'letters-first', /^(S|G|RG|LM)(0)$/),
  rule('jersey', 'JE', 'letters-first', /^(J)([1-9]\d{0,5})$/),
  rule('jersey', 'JE', 'letters-first', /^(JSY)([1-9]\d{0,2})$/),
  rule('alderney', 'AY', 'letters-first', /^(AY)([1-9]\d{0,3})$/),
  rule('trade', 'GB', 'number-only', /^(\d{5})$/),
  rule('guernsey', 'GG', 'number-only', /^([1-9]\d{0,4}|0{1,2}[1-9]\d{0,2})$/),
  rule('military', 'GB', 'mixed', /^(\d{2})([A-Z]{2})(\d{2})$/),
  rule('military', 'GB', 'mixed', /^([A-Z]{2})(\d{2})([A-Z]{2})$/),
]

const MAX_INPUT_LENGTH = 40
const MAX_LENGTH = 7

/** 'h34ven' → H34 VEN, prefix; 'AB01 CDE' → refused; 'J 27' → dateless or, with the hint 'JE', Jersey */
export function parseRegistration(input: string, hint?: Jurisdiction): Parsed {
  if (input.length > MAX_INPUT_LENGTH)
    return refuse('That is too long: a registration has at most seven letters and figures.')

  let compact = ''
  for (const character of cleanLine(input)) {
    if (/[A-Za-z0-9]/.test(character)) compact += character.toUpperCase()
    else if (!/[\s.-]/.test(character)) {
      return refuse(
        `“${character}” cannot be part of a registration, which has only the letters A to Z and the figures 0 to 9.`,
      )
    }
  }
  if (compact.length === 0) return refuse('Enter a registration, such as AB 1.')
  if (compact.length > MAX_LENGTH)
    return refuse(`${compact} is too long: a registration has at most seven letters and figures.`)

  const readings: Reading[] = []
  const add = (rules: Rule[]) => {
    for (const candidate of rules) {
      const match = candidate.pattern.exec(compact)
      if (match && !readings.some((known) => known.system === candidate.system)) {
        readings.push(reading(candidate, compact, match.slice(1)))
      }
    }
  }
  if (hint) add(RULES.filter((candidate) => candidate.home === hint))
  add(RULES)

  const [first, ...otherReadings] = readings
  if (!first) return refuse(whyNot(compact))
  return { ok: true, registration: { ...first, otherReadings } }
}

function reading({ system, order }: Rule, compact: string, groups: string[]): Reading {
  return {
    system,
    text: groups.join(' '),
    compact,
    groups,
    letters: compact.replace(/\d/g, ''),
    digits: compact.replace(/\D/g, ''),
    order,
  }
}

const refuse = (reason: string): Parsed => ({ ok: false, reason })

// The first match gives the reason; each entry assumes that those above it did not match.
const REFUSALS: [pattern: RegExp, reason: string | ((compact: string) => string)][] = [
  [/^[A-Z]+$/, (compact) => `${compact} has no figures, and a registration needs at least one.`],
  [
    /^\d+$/,
    (compact) =>
      `${compact} is all figures. Only Guernsey registrations and trade plates are, with five at most.`,
  ],
  [/Q/, 'The letter Q appears only at the start of a Q plate, such as Q123 ABC or QNI 1234.'],
  [
    /^[A-Z]{2}01[A-Z]{3}$/,
    'The figures 01 were never used in the current style, which began with 51 in September 2001.',
  ],
  [
    /^[A-Z]{2}\d\d[A-Z]{3}$/,
    'The current style never uses the letter I, or Z as one of its first two letters.',
  ],
  [/^[A-Z]{2}\d[A-Z]{3}$/, 'The current style has two figures between its letters, as in AB51 ABC, not one.'],
  [/^[A-Z]+0|^0/, 'The number in a registration does not begin with 0.'],
  [
    /^[IOUZ]\d{1,3}[A-Z]{3}$/,
    'The letters I, O, Q, U and Z were never used as the year letter of a prefix registration.',
  ],
  [/^[A-Z]\d{1,3}[A-Z]{3}$/, 'The last three letters of a prefix registration never include I or Z.'],
  [
    /^[A-Z]{3}\d{1,3}[IOUZ]$/,
    'The letters I, O, Q, U and Z were never used as the year letter of a suffix registration.',
  ],
  [/^[A-Z]{3}\d{1,3}[A-Z]$/, 'The first three letters of a suffix registration never include I or Z.'],
  [
    /^(?:[A-Z]{3}\d{4}|\d{4}[A-Z]{3})$/,
    (compact) =>
      `Only Northern Ireland has three letters with four figures, and ${compact.replace(/\d/g, '').slice(1)} is not one of its codes.`,
  ],
  [/^(?:[A-Z]{4,}\d+|\d+[A-Z]{4,})$/, 'No registration has more than three letters in a row.'],
  [/\d{5}/, 'No registration with letters has more than four figures, apart from Jersey’s J.'],
]

function whyNot(compact: string): string {
  const refusal = REFUSALS.find(([pattern]) => pattern.test(compact))
  if (!refusal)
    return `${compact} does not match any format used in the United Kingdom, the Channel Islands or the Isle of Man.`
  return typeof refusal[1] === 'string' ? refusal[1] : refusal[1](compact)
}

const NUMBER_TYPES = ['No Numbers', 'One Number', 'Two Numbers', 'Three Numbers']

/**
 * The category of a sale (specification, 3. Entities and their fields): 'AB 1' → Number 1, 2 Letter Number 1; '1234 AB'
 * → 2x4
 */
export function classify(
  registration: string,
  hint?: Jurisdiction,
): { category: string | null; type: string | null } {
  const parsed = parseRegistration(registration, hint)
  return parsed.ok ? classifyReading(parsed.registration) : { category: null, type: null }
}

function classifyReading(reading: Reading): { category: string | null; type: string | null } {
  const { system, letters, digits, order } = reading
  if (system === 'current') return { category: 'Current', type: 'Current' }
  if (system === 'prefix') return { category: 'Prefix', type: NUMBER_TYPES[digits.length] ?? null }
  if (system === 'suffix') return { category: 'Suffix', type: NUMBER_TYPES[digits.length] ?? null }
  if (system !== 'dateless' && system !== 'northern-ireland') return { category: null, type: null }

  const type = `${letters.length === 1 ? 'Letter' : 'Letters'} ${order === 'letters-first' ? 'First' : 'Last'}`
  const count = letters.length + digits.length
  if (count === 2) return { category: 'Single-Single', type }
  if (digits === '1') return { category: 'Number 1', type: letters.length === 2 ? '2 Letter Number 1' : type }
  if (count === 3) return { category: '3-Character', type }
  return { category: `${letters.length}x${digits.length}`, type }
}

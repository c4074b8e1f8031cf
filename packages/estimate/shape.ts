// The shape of a registration: its system and parts, for the systems that DVLA auctions sell.

/** In the order of their codes among the features. */
export const LEARNT_SYSTEMS = [
  'letters-first',
  'figures-first',
  'suffix',
  'prefix',
  'current',
  'northern-ireland',
] as const
/** `letters-first` and `figures-first` are dateless. */
export type LearntSystem = (typeof LEARNT_SYSTEMS)[number]

export interface Shape {
  registration: string
  system: LearntSystem
  /** All letters in their order: PAUL of P94 AUL. */
  letters: string
  /** All figures in their order: 94 of P94 AUL. */
  figures: string
  /** The letters that are adjacent and read first: AUL of P94 AUL, SHA of A155 SHA, ABC of 123 ABC. */
  group: string
  /** The part before the space: P94 of P94 AUL, ABC of ABC 123D, AB12 of AB12 CDE. */
  head: string
  /** The letter of the year in prefix and suffix registrations, or ''. */
  yearLetter: string
  /** System and counts of letters and figures, such as 'prefix 4+2'; sales of one format are comparable. */
  format: string
}

interface Pattern {
  system: LearntSystem
  pattern: RegExp
  group: 0 | 1
  year?: 'first' | 'last'
}

// Northern Irish codes contain an I or a Z, which no code of Great Britain does.
const NORTHERN_IRISH = '[A-PR-Z]?(?:[A-HJ-PR-Y]Z|I[ABGJLW]|[JOUX]I)'

// The first match wins. Each pattern has two groups, before and after the space.
const PATTERNS: Pattern[] = [
  {
    system: 'current',
    pattern: /^([A-HJ-PR-Y]{2}(?:0[02-9]|[1-9]\d))([A-HJ-PR-Z]{3})$/,
    group: 1,
  },
  {
    system: 'prefix',
    pattern: /^([A-HJ-NPR-TV-Y][1-9]\d{0,2})([A-HJ-PR-Y]{3})$/,
    group: 1,
    year: 'first',
  },
  {
    system: 'suffix',
    pattern: /^([A-HJ-PR-Y]{3})([1-9]\d{0,2}[A-HJ-NPR-TV-Y])$/,
    group: 0,
    year: 'last',
  },
  { system: 'northern-ireland', pattern: new RegExp(`^(${NORTHERN_IRISH})([1-9]\\d{0,3})$`), group: 0 },
  { system: 'northern-ireland', pattern: new RegExp(`^([1-9]\\d{0,3})(${NORTHERN_IRISH})$`), group: 1 },
  {
    system: 'letters-first',
    pattern: /^([A-PR-Z]{1,3}(?=[1-9]\d{0,2}$)|[A-PR-Z]{1,2}(?=[1-9]\d{3}$)|(?:S|G|RG|LM)(?=0$))(\d+)$/,
    group: 0,
  },
  {
    system: 'figures-first',
    pattern: /^([1-9]\d{0,2}(?=[A-Z]{1,3}$)|[1-9]\d{3}(?=[A-Z]{1,2}$))([A-PR-Z]+)$/,
    group: 1,
  },
]

// The Isle of Man has its own letters, which DVLA auctions never sell: MAN 1, 1 MN, A1 MAN, BMN 12.
const MANX =
  /^(?:(?:MN|MAN)[1-9]\d{0,3}|[B-HJ-PRT-Y]MN[1-9]\d{0,2}|[1-9]\d{0,3}(?:MN|MAN)|[1-9]\d{0,2}[B-HJ-PRT-Y]MN|(?:MAN|[B-HJ-PRT-Y]MN)[1-9]\d{0,2}[A-HJ-PRT-Y]|[A-HJ-PRT-Y][1-9]\d{0,2}MAN)$/

const LONGEST = 7

/** 'P94AUL' → prefix, PAUL and 94. Null for text that fits no learnt system: 'Q123ABC', 'MAN1', 'p94 aul'. */
export function shapeOf(registration: string): Shape | null {
  if (registration.length > LONGEST || MANX.test(registration)) return null
  for (const { system, pattern, group, year } of PATTERNS) {
    const parts = pattern.exec(registration)
    if (parts === null) continue
    const letters = registration.replace(/\d/g, '')
    const figures = registration.replace(/[A-Z]/g, '')
    return {
      registration,
      system,
      letters,
      figures,
      group: (parts[group + 1] ?? '').replace(/\d/g, ''),
      head: parts[1] ?? '',
      yearLetter: year === 'first' ? registration.charAt(0) : year === 'last' ? registration.slice(-1) : '',
      format: `${system} ${letters.length}+${figures.length}`,
    }
  }
  return null
}

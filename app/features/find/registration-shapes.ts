// The shapes of the registrations that can be bought and assigned in the United Kingdom, as lists of positions to fill.

import { parseRegistration, type System } from '#shared/registration/registration.ts'

/** The systems in which names are searched; those of the others are not for sale or belong to another country. */
export type OfferedSystem = Extract<System, 'dateless' | 'suffix' | 'prefix' | 'current' | 'northern-ireland'>

export interface RegistrationShape {
  system: OfferedSystem
  /** The allowed characters of each position. */
  places: readonly string[]
  /** The positions of its only number: from, and up to but excluding. */
  numberFrom: number
  numberTo: number
}

// I and Z were reserved for Ireland, Q for vehicles of unknown age; the last three letters of the current style may be
// Z.
const LETTERS = 'ABCDEFGHJKLMNOPRSTUVWXY'
const LETTERS_WITH_Z = `${LETTERS}Z`
const IRISH_LETTERS = 'ABCDEFGHIJKLMNOPRSTUVWXYZ'
/** I, O, Q, U and Z were never year letters. */
const YEAR_LETTERS = 'ABCDEFGHJKLMNPRSTVWXY'
const FIGURES = '0123456789'
const FIRST_FIGURES = '123456789'

const number = (length: number) => [FIRST_FIGURES, ...Array<string>(length - 1).fill(FIGURES)]
const letters = (count: number, from = LETTERS) => Array<string>(count).fill(from)

function shape(
  system: OfferedSystem,
  before: string[],
  figures: string[],
  after: string[],
): RegistrationShape {
  const numberFrom = before.length
  return {
    system,
    places: [...before, ...figures, ...after],
    numberFrom,
    numberTo: numberFrom + figures.length,
  }
}

function eitherOrder(system: OfferedSystem, group: string[], figures: number): RegistrationShape[] {
  return [shape(system, group, number(figures), []), shape(system, [], number(figures), group)]
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

export const SHAPES: readonly RegistrationShape[] = [
  // Three letters never go with four figures in Great Britain.
  ...range(1, 3).flatMap((count) =>
    range(1, count === 3 ? 3 : 4).flatMap((figures) => eitherOrder('dateless', letters(count), figures)),
  ),
  ...range(1, 3).map((figures) => shape('prefix', [YEAR_LETTERS], number(figures), letters(3))),
  ...range(1, 3).map((figures) => shape('suffix', letters(3), number(figures), [YEAR_LETTERS])),
  shape('current', letters(2), [FIGURES, FIGURES], letters(3, LETTERS_WITH_Z)),
  ...range(2, 3).flatMap((count) =>
    range(1, 4).flatMap((figures) => eitherOrder('northern-ireland', letters(count, IRISH_LETTERS), figures)),
  ),
]

/** The age identifiers of the current style issued by a day: '51' from September 2001, '02' from March 2002, … */
export function ageIdentifiersBy(isoDay: string): Set<string> {
  const identifiers = new Set<string>()
  for (let year = 2001; year <= 2050; year++) {
    if (year > 2001 && `${year}-03-01` <= isoDay) identifiers.add(String(year - 2000).padStart(2, '0'))
    if (`${year}-09-01` <= isoDay) identifiers.add(String(year - 1950).slice(-2))
  }
  return identifiers
}

/**
 * Formats a registration in its lawful spacing, or returns null if it does not belong to that system: 'SOP111E' gives
 * 'SOP 111E'. Refuses codes that only another register uses, such as MAN.
 */
export function spaced(compact: string, system: OfferedSystem): string | null {
  const parsed = parseRegistration(compact)
  return parsed.ok && parsed.registration.system === system ? parsed.registration.text : null
}

// Finds lawful registrations that read as a name. Pure and small, for server and browser.
// Each shape of each system is filled with characters that equal or resemble the letters of the name
// (`fill-shapes.ts`). The cost of a registration is the sum of its steps, from the table in
// `shared/registration/look-alikes.ts`: a look-alike, a repeated letter, a missing letter, a figure beside the name.
// `wanted.ts` adds costs for anything less than the whole name; preferences for numbers and systems adjust the sum. The
// cheapest registrations are offered.

import { COSTS } from '#shared/registration/look-alikes.ts'
import { isoToday } from '#shared/text/format.ts'
import { type FilledRegistration, fillShapes } from './fill-shapes.ts'
import { initialRegistrations } from './initial-registrations.ts'
import { isOffensive } from './offensive-readings.ts'
import { ageIdentifiersBy, type OfferedSystem, spaced } from './registration-shapes.ts'
import { type Name, readName, wantedOf } from './wanted.ts'

export interface LawfulRegistration extends FilledRegistration {
  /** In its lawful spacing: 'SOP 111E'. */
  text: string
}

interface LawfulRegistrations {
  /** Null if the text contains no letter or figure of a plate. */
  name: Name | null
  /** Best first. */
  registrations: LawfulRegistration[]
  /** The name itself is one that we do not offer. */
  isRefused: boolean
}

interface Options {
  /** Age identifiers issued after this day are not offered: '2026-11-22'. */
  today?: string
  limit?: number
}

/**
 * The number of registrations that are looked up, so that a plate for sale is found even if many others read a little
 * better.
 */
export const MAX_LOOKED_UP = 96

/** Most names have enough registrations within the first limit; each further limit takes several times as long. */
const MAX_COSTS = [1.2, 1.6, 2.1, 2.7, 3.4]

/** 'SOPHIE' → SOP 111E, 50 PHE, 5 OPH …; 'JB' → JB 1, 1 JB …; '1985' → J 1985 …; '🚗' → none */
export function lawfulRegistrations(
  typed: string,
  { today = isoToday(), limit = 24 }: Options = {},
): LawfulRegistrations {
  const name = readName(typed)
  if (name === null) return { name, registrations: [], isRefused: false }
  if ([name.compact, name.words.join(''), ...name.words].some(isOffensive))
    return { name, registrations: [], isRefused: true }
  if (name.initials !== null) {
    const registrations = firstLawful(initialRegistrations(name, name.initials), limit)
    if (registrations.length > 0) return { name, registrations, isRefused: false }
  }
  const ages = ageIdentifiersBy(today)
  const wanted = wantedOf(name)
  let registrations: LawfulRegistration[] = []
  for (const maxCost of MAX_COSTS) {
    const found = new Map<string, FilledRegistration>()
    if (/^\d+$/.test(name.compact)) addNumberRegistrations(name.compact, found)
    for (const one of wanted)
      if (one.cost < maxCost) fillShapes(one, { number: name.number, ages, maxCost }, found)
    registrations = firstLawful(found, limit)
    if (registrations.length === limit) break
  }
  return { name, registrations, isRefused: false }
}

/** Removes registrations that differ from a better one only by a number beside the name. */
const COST_PER_VARIANT = 0.1

function firstLawful(found: Map<string, FilledRegistration>, limit: number): LawfulRegistration[] {
  const variants = new Map<string, number>()
  const sorted = [...found.values()].sort(nearestFirst).map((registration) => {
    const pattern = [...registration.compact].map((character, i) =>
      registration.isRead[i] ? character : '?',
    )
    const family = registration.system + pattern.join('')
    const better = variants.get(family) ?? 0
    variants.set(family, better + 1)
    return { ...registration, cost: registration.cost + better * COST_PER_VARIANT }
  })
  const registrations: LawfulRegistration[] = []
  for (const registration of sorted.sort(nearestFirst)) {
    if (registrations.length === limit) break
    const text = spaced(registration.compact, registration.system)
    if (text !== null && !isOffensive(text)) registrations.push({ ...registration, text })
  }
  return registrations
}

const nearestFirst = (one: FilledRegistration, other: FilledRegistration) =>
  one.cost - other.cost ||
  (isLetterFirst(other) ? 1 : 0) - (isLetterFirst(one) ? 1 : 0) ||
  (one.compact < other.compact ? -1 : 1)

/** Of two equally good readings, the one with the letters first is better known: JB 1 before 1 JB. */
const isLetterFirst = ({ compact }: FilledRegistration) => compact >= 'A'

/** Most common first. */
const INITIALS = 'JSACMDPRBLTGKHENWFVOXUY'
const COST_PER_INITIAL = 0.06
const NUMBER_FIRST_COST = 0.1
const SYSTEM: OfferedSystem = 'dateless'

/** A number alone goes beside one letter: '1985' gives J 1985, S 1985 …, 1985 J. */
function addNumberRegistrations(number: string, found: Map<string, FilledRegistration>) {
  if (!/^[1-9]\d{0,3}$/.test(number)) return
  const places = Array.from({ length: number.length }, (_, index) => index)
  for (const [rank, letter] of [...INITIALS].entries())
    for (const compact of [letter + number, number + letter]) {
      const isRead = [...compact].map((character) => character !== letter)
      const order = compact.startsWith(letter) ? 0 : NUMBER_FIRST_COST
      const cost = COSTS.letterBeside + rank * COST_PER_INITIAL + order
      found.set(compact, { compact, system: SYSTEM, cost, reads: number, isRead, places })
    }
}

// Decides whether a registration may go on a vehicle, from rules.ts and the registration's age according to its facts.

import { type DecidingRule, RULES } from '#shared/eligibility/rules.ts'
import type { Reading } from '#shared/registration/registration.ts'
import { describeRegistration, spokenDate } from '#shared/registration/registration-facts.ts'
import { AS_REPORTED } from '#shared/sales/cited-source.ts'
import { addYears, monthsBetween } from './month.ts'

export const TAX_ANSWERS = ['yes', 'sorn', 'long-sorn', 'no', 'unsure'] as const
export const MOT_ANSWERS = ['yes', 'no', 'historic', 'never', 'unsure'] as const

export const KINDS = ['car', 'motorbike'] as const
export const KEEPERS = ['person', 'company', 'unsure'] as const

export interface Vehicle {
  kind: (typeof KINDS)[number]
  /** Whom the log book names. */
  keeper: (typeof KEEPERS)[number]
  /** 'YYYY-MM' */
  firstRegistered: string
  /** The last possible month, if only the year or the figures of its plate are known. */
  lastPossible?: string | undefined
  hasQ: boolean
  taxed: (typeof TAX_ANSWERS)[number]
  mot: (typeof MOT_ANSWERS)[number]
}

export interface Reason {
  rule: DecidingRule
  answer: 'yes' | 'no' | 'ask'
  /** Can be fixed, for example by an MOT. */
  canChange: boolean
  /** Includes the rule and its date. */
  sentence: string
}

export interface Verdict {
  answer: Reason['answer']
  /** A no that can become a yes. */
  canChange: boolean
  /** The first one decides; the others would also prevent the transfer. */
  reasons: [Reason, ...Reason[]]
  /** That the age allows it, whatever else does not; null if it does not. */
  permission: Reason | null
}

/** The month from which an MOT is required. */
const MOT_YEARS = 3

/** 'August 2016', '2016' for all its months, or 'September 2016 to February 2017' */
export function spokenMonths({ firstRegistered: from, lastPossible: to = from }: Vehicle): string {
  if (from === to) return spokenDate(from)
  const [year = ''] = from.split('-')
  return to === `${year}-12` ? year : `${spokenDate(from)} to ${spokenDate(to)}`
}

/** True if the months that are possible give different answers, so that the month has to be asked. */
export function dependsOnMonth(registration: Reading, vehicle: Vehicle, today: string): boolean {
  if (!vehicle.lastPossible) return false
  const last = { ...vehicle, firstRegistered: vehicle.lastPossible }
  const [one, other] = [vehicle, last].map((of) =>
    mayItGoOn(registration, of, today).reasons.map(({ rule, answer, canChange }) =>
      [rule, answer, canChange].join(),
    ),
  )
  return one?.join(' ') !== other?.join(' ')
}

/**
 * Yes, no, or ask: permanent reasons come first, then those that can be fixed, then open questions.
 * @param registration one that can be transferred
 * @param today 'YYYY-MM-DD'
 */
export function mayItGoOn(registration: Reading, vehicle: Vehicle, today: string): Verdict {
  const reasons = [
    qReason(vehicle),
    ageReason(registration, vehicle),
    typeReason(vehicle),
    ...recordReasons(vehicle, today),
    keeperReason(vehicle),
  ].filter((reason) => reason !== null)
  const [first, ...others] = [...reasons].sort((a, b) => weight(a) - weight(b))
  const permission = permissionFor(registration, vehicle)
  if (!first) return { answer: 'yes', canChange: false, reasons: [permission], permission }
  return {
    answer: first.answer,
    canChange: first.answer === 'no' && first.canChange,
    reasons: [first, ...others],
    permission: reasons.some(({ rule }) => rule === 'age') ? null : permission,
  }
}

const weight = ({ answer, canChange }: Reason) => (answer === 'ask' ? 2 : canChange ? 1 : 0)

/** '(the DVLA’s rule as of 2025)' or '(as dealers and buyers report, 2023)' */
export function dated(rule: DecidingRule): string {
  const { asOf, source } = RULES[rule]
  return source.isOfficial ? `(the DVLA’s rule as of ${asOf})` : `(${AS_REPORTED}, ${asOf})`
}

const reasonFor =
  (answer: Reason['answer'], canChange: boolean) => (rule: DecidingRule, sentence: string) => ({
    rule,
    answer,
    canChange,
    sentence,
  })
const may = reasonFor('yes', false)
const never = reasonFor('no', false)
const notYet = reasonFor('no', true)
const ask = reasonFor('ask', false)

function permissionFor(registration: Reading, vehicle: Vehicle): Reason {
  const { from } = describeRegistration(registration).vehicles
  const why =
    from === null
      ? 'shows no year and may go on a vehicle of any age'
      : `may go on any vehicle first registered in ${spokenDate(from)} or later`
  const when = `in ${spokenMonths(vehicle)}`.replace(/^in (.*) to /, 'between $1 and ')
  return may('age', `${registration.text} ${why} ${dated('age')}, and yours was first registered ${when}.`)
}

function qReason({ hasQ }: Vehicle): Reason | null {
  if (!hasQ) return null
  return never(
    'qVehicle',
    `A vehicle with a Q or QNI registration has to keep it, so you can’t put another on it ${dated('qVehicle')}.`,
  )
}

function ageReason(registration: Reading, vehicle: Vehicle): Reason | null {
  const { from } = describeRegistration(registration).vehicles
  if (from === null || vehicle.firstRegistered >= from) return null
  return never(
    'age',
    `${registration.text} may only go on a vehicle first registered in ${spokenDate(from)} or later, but yours dates from ${spokenMonths(vehicle)}: a registration must not make a vehicle look newer than it is ${dated('age')}.`,
  )
}

function typeReason({ mot }: Vehicle): Reason | null {
  if (mot !== 'never') return null
  return never(
    'testedType',
    `A vehicle of a type that is never tested cannot take a private registration: it must be one that needs an MOT or a heavy goods test ${dated('testedType')}.`,
  )
}

function keeperReason({ keeper }: Vehicle): Reason | null {
  if (keeper === 'person') return null
  const rule = `the keeper must be the holder of the right or the nominee on the certificate ${dated('keeper')}`
  return ask(
    'keeper',
    keeper === 'company'
      ? `It depends on the company on the log book: ${rule}. Ask it before anything is assigned, because only the registered keeper can take the registration off again.`
      : `It depends on the keeper on the log book: ${rule}.`,
  )
}

function recordReasons(vehicle: Vehicle, today: string): (Reason | null)[] {
  const { taxed } = vehicle
  // After such a long time off the road, both are required at once.
  if (taxed === 'long-sorn')
    return [
      notYet(
        'longSorn',
        `After more than five years of SORN the vehicle must first be taxed and have an MOT ${dated('longSorn')}.`,
      ),
    ]
  return [taxReason(taxed), motReason(vehicle, today)]
}

function taxReason(taxed: Vehicle['taxed']): Reason | null {
  if (taxed === 'no')
    return notYet(
      'taxed',
      `The vehicle must be taxed or declared off the road (SORN), and must have been one or the other for five years without a break ${dated('taxed')}. If there was a gap, ask the DVLA.`,
    )
  if (taxed === 'unsure')
    return ask(
      'taxed',
      `It depends on the tax: the vehicle must have been taxed or declared off the road (SORN) for five years without a break ${dated('taxed')}.`,
    )
  return null
}

function motReason(vehicle: Vehicle, today: string): Reason | null {
  const { firstRegistered, lastPossible, mot } = vehicle
  if (mot === 'yes' || mot === 'never') return null
  if (mot === 'historic')
    return notYet(
      'historicMot',
      `To take a private registration, a historic vehicle needs a current MOT, even if it is exempt in daily use ${dated('historicMot')}.`,
    )
  const months = monthsBetween(firstRegistered, today)
  if (months < MOT_YEARS * 12) return null
  if (months === MOT_YEARS * 12)
    return ask(
      'mot',
      `It depends on the day: a vehicle that is more than three years old needs an MOT ${dated('mot')}, and yours turns three this month.`,
    )
  if (mot === 'unsure')
    return ask(
      'mot',
      `It depends on the MOT: a vehicle that is more than three years old needs a current one ${dated('mot')}.`,
    )
  return notYet(
    'mot',
    `A vehicle that is more than three years old needs a current MOT first ${dated('mot')}, and yours turned three in ${spokenMonths(
      {
        ...vehicle,
        firstRegistered: addYears(firstRegistered, MOT_YEARS),
        lastPossible: lastPossible && addYears(lastPossible, MOT_YEARS),
      },
    )}.`,
  )
}

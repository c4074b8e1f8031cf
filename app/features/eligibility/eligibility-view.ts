import { parseRegistration, type Registration } from '#shared/registration/registration.ts'
import { describeRegistration } from '#shared/registration/registration-facts.ts'
import { parseTyped } from '#shared/registration/typed-registration.ts'
import { cleanLine } from '#shared/text/clean-text.ts'
import {
  dependsOnMonth,
  KEEPERS,
  KINDS,
  MOT_ANSWERS,
  mayItGoOn,
  TAX_ANSWERS,
  type Vehicle,
  type Verdict,
} from './may-it-go-on.ts'
import { addMonthError, parseMonth } from './month.ts'

/** The query parameters as entered. */
export interface EligibilityView {
  registration: string
  first: string
  q: string
  taxed: string
  mot: string
  kind: string
  keeper: string
  /** With only a registration, as in links, the other fields are still empty. */
  isAnswered: boolean
}

export type Field = Exclude<keyof EligibilityView, 'isAnswered'>

const MAX_LENGTH = 70

/** `?registration=AB51ABC&first=2001-08&q=no&taxed=yes&mot=yes&kind=car&keeper=person`. Only the first of a repeated parameter counts. */
export function parseEligibilityView(query: URLSearchParams): EligibilityView {
  const text = (name: Field, otherwise = '') =>
    cleanLine((query.get(name) ?? '').slice(0, MAX_LENGTH)) || otherwise
  return {
    registration: text('registration'),
    first: text('first'),
    q: text('q', 'no'),
    taxed: text('taxed', 'unsure'),
    mot: text('mot', 'unsure'),
    kind: text('kind', 'car'),
    keeper: text('keeper', 'person'),
    isAnswered: (['first', 'q', 'taxed', 'mot'] as const).some((name) => query.has(name)),
  }
}

export interface Check {
  /** The error of a field, and what to do. */
  errors: Partial<Record<Field, string>>
  registration: Registration | null
  vehicle: Vehicle | null
  verdict: Verdict | null
}

/** @param today 'YYYY-MM-DD' */
export function checkEligibility(view: EligibilityView, today: string): Check {
  const errors: Check['errors'] = {}
  const none = { errors, registration: null, vehicle: null, verdict: null }
  if (view.registration === '' && !view.isAnswered) return none
  const found = readRegistration(view.registration)
  if ('error' in found) errors.registration = found.error
  const registration = 'error' in found ? null : found.registration
  if (!view.isAnswered) return { ...none, registration }

  const first = parseMonth(view.first, today)
  if ('error' in first) errors.first = first.error
  const answerTo = <Answer extends string>(field: Field, answers: readonly Answer[]) => {
    const given = answers.find((answer) => answer === view[field])
    if (!given) errors[field] = 'Choose an answer.'
    return given
  }
  const q = answerTo('q', ['yes', 'no'])
  const taxed = answerTo('taxed', TAX_ANSWERS)
  const mot = answerTo('mot', MOT_ANSWERS)
  const kind = answerTo('kind', KINDS)
  const keeper = answerTo('keeper', KEEPERS)
  if (!registration || 'error' in first || !q || !taxed || !mot || !kind || !keeper)
    return { ...none, registration }
  const { month: firstRegistered, last: lastPossible } = first
  const vehicle: Vehicle = { kind, keeper, firstRegistered, lastPossible, hasQ: q === 'yes', taxed, mot }
  if (dependsOnMonth(registration, vehicle, today)) {
    errors.first = addMonthError(firstRegistered)
    return { ...none, registration }
  }
  return { errors, registration, vehicle, verdict: mayItGoOn(registration, vehicle, today) }
}

/** 'ab51abc' gives AB51 ABC; Q plates, island registrations and others that cannot be transferred are refused. */
function readRegistration(typed: string): { registration: Registration } | { error: string } {
  if (typed === '') return { error: 'Enter the registration you would like, such as AB 1.' }
  const parsed = parseTyped(typed)
  if (!parsed.ok) return { error: parsed.reason }
  const { vehicles, sentences } = describeRegistration(parsed.registration)
  if (vehicles.may === 'none' || vehicles.may === 'island')
    return { error: `${sentences[0]} ${vehicles.text} Enter one that can be transferred, such as AB 1.` }
  return { registration: parsed.registration }
}

/** 'Jersey' for J 27, which is read as dateless but could also be Jersey's. */
export function otherIsland(text: string): string | null {
  const parsed = parseRegistration(text)
  const other =
    parsed.ok &&
    parsed.registration.otherReadings.find(
      (reading) => describeRegistration(reading).vehicles.may === 'island',
    )
  return other ? describeRegistration(other).format : null
}

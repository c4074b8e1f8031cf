// What a plate's page says of the registration itself. The tables of places and periods and the dictionary are large,
// so the browser loads this file only where it is needed.

import { parseRegistration } from '../../shared/registration/registration.ts'
import {
  describeRegistration,
  type RegistrationFacts,
  spokenDate,
} from '../../shared/registration/registration-facts.ts'
import { plateWords } from './plate-words.ts'

export interface PlateFacts {
  /** In sentences; nothing about a registration that no system knows. */
  sentences: string
  format: string | null
  place: string | null
  period: string | null
  vehicles: string | null
  /** The words it can be read as, the surest first. */
  reads: string[]
}

interface Described {
  registration: string
  description: string | null
  detailedDescription: string | null
}

export function describePlate({ registration, description, detailedDescription }: Described): PlateFacts {
  const reads = plateWords(registration, [description, detailedDescription])
  const parsed = parseRegistration(registration)
  if (!parsed.ok) {
    const sentences = `Registration ${registration}.`
    return { sentences, format: null, place: null, period: null, vehicles: null, reads }
  }
  const { sentences, format, place, period, vehicles } = describeRegistration(parsed.registration)
  return {
    sentences: sentences.join(' '),
    format,
    place: place && `${place.code}, ${place.name}`,
    period: period && period.text.charAt(0).toUpperCase() + period.text.slice(1),
    vehicles: shortly(vehicles),
    reads,
  }
}

/** The facts in the order in which a page lists them; what is not known is left out. */
export function factsOf({
  format,
  place,
  period,
  vehicles,
  reads,
}: PlateFacts): [term: string, words: string][] {
  const facts: [string, string | null][] = [
    ['Reads as', reads.join(' or ') || null],
    ['Format', format],
    ['Issued', period],
    ['Place', place],
    ['May go on', vehicles],
  ]
  return facts.filter((fact): fact is [string, string] => fact[1] !== null)
}

function shortly({ may, from }: RegistrationFacts['vehicles']): string | null {
  if (may === 'any') return 'A vehicle of any age'
  if (may === 'from' && from) return `Vehicles first registered in ${spokenDate(from)} or later`
  return null
}

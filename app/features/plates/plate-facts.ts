// Loaded lazily: the tables and the dictionary are large.

import { parseRegistration } from '#shared/registration/registration.ts'
import {
  describeRegistration,
  type RegistrationFacts,
  spokenDate,
} from '#shared/registration/registration-facts.ts'
import { capitalised } from '#shared/text/capitalised.ts'
import { plateWords } from './plate-words.ts'

export interface PlateFacts {
  sentences: string
  format: string | null
  place: string | null
  period: string | null
  vehicles: string | null
  /** Whether it can be bought and assigned to a vehicle in the United Kingdom. */
  isTransferable: boolean
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
    return { sentences, format: null, place: null, period: null, vehicles: null, isTransferable: true, reads }
  }
  const { sentences, format, place, period, vehicles } = describeRegistration(parsed.registration)
  return {
    sentences: sentences.join(' '),
    format,
    place: place && `${place.code}, ${place.name}`,
    period: period && capitalised(period.text),
    vehicles: describeVehicles(vehicles),
    isTransferable: vehicles.may === 'any' || vehicles.may === 'from',
    reads,
  }
}

/** The facts that tell plates apart; null is unknown. */
export const comparedFacts = ({ format, place, period, vehicles, reads }: PlateFacts) => ({
  'Reads as': reads.join(' or ') || null,
  Format: format,
  Issued: period,
  Place: place,
  'May go on': vehicles,
})

export function listFacts(facts: PlateFacts): [term: string, text: string][] {
  const all = {
    ...comparedFacts(facts),
    Transfer: facts.isTransferable ? 'Online at once; by post, up to 10 working days' : null,
  }
  return Object.entries(all).filter((fact): fact is [string, string] => fact[1] !== null)
}

function describeVehicles({ may, from }: RegistrationFacts['vehicles']): string | null {
  if (may === 'any') return 'A vehicle of any age'
  if (may === 'from' && from) return `Vehicles first registered in ${spokenDate(from)} or later`
  return null
}

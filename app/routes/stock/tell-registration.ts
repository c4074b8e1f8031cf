import { parseRegistration } from '../../domain/registration.ts'
import { describeRegistration } from '../../domain/registration-facts.ts'

/** What a registration tells by itself, in sentences; nothing about one that no system knows. */
export function tellRegistration(registration: string): string {
  const parsed = parseRegistration(registration)
  if (!parsed.ok) return `Registration ${registration}.`
  return describeRegistration(parsed.registration).sentences.join(' ')
}

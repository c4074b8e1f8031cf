import { parseRegistration } from '#shared/registration/registration.ts'
import { isoToday } from '#shared/text/format.ts'
import { lawfulRegistrations } from './lawful.ts'
import type { Name } from './wanted.ts'

export interface LeadRegistration {
  /** Null if the text contains no letter or figure of a plate. */
  name: Name | null
  isRefused: boolean
  /** In its lawful spacing; null if there is none. */
  text: string | null
}

/**
 * The best registration for the typed text: 'sophie' gives SOP 111E, '1985' gives J 1985. Fast enough for every
 * keystroke.
 */
export function leadRegistration(typed: string, today = isoToday()): LeadRegistration {
  const { name, registrations, isRefused } = lawfulRegistrations(typed, { today, limit: 1 })
  if (name === null || isRefused) return { name, isRefused, text: null }
  // We never suggest dateless registrations with an I or a Z, such as VIP 1, but a visitor may type one.
  const parsed = parseRegistration(name.compact)
  const isItself = parsed.ok && parsed.registration.system === 'dateless'
  return { name, isRefused, text: isItself ? parsed.registration.text : (registrations[0]?.text ?? null) }
}

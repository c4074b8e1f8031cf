import { parseRegistration } from '../../shared/registration/registration.ts'
import { lawfulMarks } from './lawful-marks.ts'
import type { Name } from './wanted.ts'

export interface LeadMark {
  /** Null if nothing typed is a letter or a figure of a plate. */
  name: Name | null
  isRefused: boolean
  /** In its lawful spacing; null if none reads so. */
  text: string | null
}

/**
 * The one registration that stands for what was typed: 'sophie' gives SOP 111E, '1985' gives J 1985. Fast enough for
 * every keystroke.
 */
export function leadMark(typed: string, today: string): LeadMark {
  const { name, marks, isRefused } = lawfulMarks(typed, { today, limit: 1 })
  if (name === null || isRefused) return { name, isRefused, text: null }
  // A dateless registration with an I or a Z, such as VIP 1, is none that we look for, but it may have been typed.
  const parsed = parseRegistration(name.compact)
  const isItself = parsed.ok && parsed.registration.system === 'dateless'
  return { name, isRefused, text: isItself ? parsed.registration.text : (marks[0]?.text ?? null) }
}

/** UTC, as on the server: '2026-11-22' */
export const isoToday = () => new Date().toISOString().slice(0, 10)

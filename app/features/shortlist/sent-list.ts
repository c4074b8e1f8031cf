// Parses the registrations of a sent list: '/shortlist?p=WD1,RTL1,PJM4'.

import { compactTyped, parseTyped, spellingsOf } from '#shared/registration/typed-registration.ts'

export const MAX_SENT = 20

/** The number of plates on its share image. */
export const MAX_DRAWN = 6

export interface ListedRegistration {
  /** In its lawful spacing, or as written if no system allows it. */
  registration: string
  /** Whether a system allows it. */
  isRegistration: boolean
  /** Without spaces; two spellings with the same value are the same registration. */
  compact: string
  /** The spellings that our stock may have. */
  inStock: string[]
  /** The spellings that a recorded sale may have. */
  onRecord: string[]
}

export interface SentList {
  listed: ListedRegistration[]
  /** The number of entries that are neither registrations nor possible records; they are never shown. */
  unreadable: number
  /** The number of entries beyond the maximum of a list. */
  leftOut: number
}

/** 'wd1, RTL 1,WD 1' gives WD 1 and RTL 1. Several parameters are combined. */
export function parseSentList(parameters: readonly string[]): SentList {
  const listed = new Map<string, ListedRegistration>()
  let unreadable = 0
  for (const written of parameters.join(',').split(/[,;\n]/)) {
    if (written.trim() === '') continue
    const entry = listRegistration(written)
    if (entry) listed.set(entry.compact, listed.get(entry.compact) ?? entry)
    else unreadable += 1
  }
  const entries = [...listed.values()]
  return {
    listed: entries.slice(0, MAX_SENT),
    unreadable,
    leftOut: Math.max(0, entries.length - MAX_SENT),
  }
}

/** Null for text that is neither a registration nor a possible record. */
export function listRegistration(written: string): ListedRegistration | null {
  const spaced = written.trim().replace(/\s+/g, ' ')
  const onRecord = spellingsOf(spaced)
  if (onRecord.length === 0) return null
  const parsed = parseTyped(spaced)
  const registration = parsed.ok ? parsed.registration.text : spaced
  return {
    registration,
    isRegistration: parsed.ok,
    compact: compactTyped(spaced),
    inStock: [...new Set([registration, spaced])],
    onRecord,
  }
}

/** '/shortlist?p=WD1,RTL1' for WD 1 and RTL 1. Entries beyond the maximum are omitted. */
export function sentListPath(registrations: readonly string[]): string {
  return `/shortlist?p=${listParameter(registrations.slice(0, MAX_SENT))}`
}

/** '/share/shortlist.png?p=WD1,RTL1' with the first registrations. */
export function listImagePath(registrations: readonly string[]): string {
  return `/share/shortlist.png?p=${listParameter(registrations.slice(0, MAX_DRAWN))}`
}

function listParameter(registrations: readonly string[]): string {
  return registrations.map((registration) => encodeURIComponent(shortest(registration))).join(',')
}

/** Removes spaces that parsing restores; text that no system allows keeps them. */
function shortest(registration: string): string {
  const parsed = parseTyped(registration)
  return parsed.ok && parsed.registration.text === registration ? parsed.registration.compact : registration
}

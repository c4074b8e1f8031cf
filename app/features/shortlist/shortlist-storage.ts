// The plates a visitor keeps: in this browser alone, without an account. Where storage is blocked they last as long as
// the page; what other programs left there is read with care.

import { useSyncExternalStore } from 'react'

const KEY = 'plateworthy:shortlist'
const MAX_SHORTLISTED = 24
const LONGEST_REGISTRATION = 32

const NONE: readonly string[] = []
let shortlist: readonly string[] | undefined
const listeners = new Set<() => void>()

/** The kept registrations, the first kept first. On the server, and while the page wakes up, there are none. */
export function useShortlist(): readonly string[] {
  return useSyncExternalStore(subscribe, readShortlist, () => NONE)
}

export function readShortlist(): readonly string[] {
  shortlist ??= parseShortlist(stored())
  return shortlist
}

/** Puts a registration on the list, or takes it off; the oldest makes room. */
export function toggleShortlisted(registration: string): void {
  // Another tab may have written since.
  const now = storedOr(readShortlist())
  const without = now.filter((other) => other !== registration)
  write(without.length < now.length ? without : [...without, registration].slice(-MAX_SHORTLISTED))
}

export function clearShortlist(): void {
  write(NONE)
}

/** What was stored, as far as it makes sense: registrations, each once. */
export function parseShortlist(text: string | null): readonly string[] {
  let value: unknown
  try {
    value = JSON.parse(text ?? '[]')
  } catch {
    return NONE
  }
  if (!Array.isArray(value)) return NONE
  const registrations = value.filter(
    (entry) => typeof entry === 'string' && entry.trim() !== '' && entry.length <= LONGEST_REGISTRATION,
  )
  return registrations.length === 0 ? NONE : [...new Set<string>(registrations)].slice(-MAX_SHORTLISTED)
}

function write(registrations: readonly string[]) {
  shortlist = registrations
  try {
    localStorage.setItem(KEY, JSON.stringify(registrations))
  } catch {
    // Blocked or full: the list lasts as long as the page.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener('storage', onStorage)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) removeEventListener('storage', onStorage)
  }
}

/** Another tab wrote; a null key means that it cleared everything. */
function onStorage({ key }: StorageEvent) {
  if (key !== KEY && key !== null) return
  shortlist = undefined
  for (const listener of listeners) listener()
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

function storedOr(fallback: readonly string[]): readonly string[] {
  const text = stored()
  return text === null ? fallback : parseShortlist(text)
}

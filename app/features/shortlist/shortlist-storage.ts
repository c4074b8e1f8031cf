import { useSyncExternalStore } from 'react'
import { MAX_REGISTRATION_LENGTH } from '#shared/registration/max-length.ts'

const KEY = 'plateworthy:shortlist'
export const MAX_SHORTLISTED = 24

const NONE: readonly string[] = []
let shortlist: readonly string[] | undefined
const listeners = new Set<() => void>()

/** The registrations, oldest first; empty on the server and during hydration. */
export function useShortlist(): readonly string[] {
  return useSyncExternalStore(subscribe, readShortlist, () => NONE)
}

export function readShortlist(): readonly string[] {
  shortlist ??= parseShortlist(stored())
  return shortlist
}

export function toggleShortlisted(registration: string): void {
  // Another tab may have written since.
  const now = storedOr(readShortlist())
  const without = now.filter((other) => other !== registration)
  writeShortlist(without.length < now.length ? without : [...without, registration].slice(-MAX_SHORTLISTED))
}

export function clearShortlist(): void {
  writeShortlist(NONE)
}

export function parseShortlist(text: string | null): readonly string[] {
  let value: unknown
  try {
    value = JSON.parse(text ?? '[]')
  } catch {
    return NONE
  }
  if (!Array.isArray(value)) return NONE
  const registrations = value.filter(
    (entry) => typeof entry === 'string' && entry.trim() !== '' && entry.length <= MAX_REGISTRATION_LENGTH,
  )
  return registrations.length === 0 ? NONE : [...new Set<string>(registrations)].slice(-MAX_SHORTLISTED)
}

function writeShortlist(registrations: readonly string[]) {
  shortlist = registrations
  try {
    localStorage.setItem(KEY, JSON.stringify(registrations))
  } catch {
    // Blocked or full: the list only lasts as long as the page.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  addEventListener('storage', onStorage) // once: the same listener is not added again
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** A null key means that another tab cleared its storage. */
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

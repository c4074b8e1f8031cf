import { type RefObject, useEffect } from 'react'
import { useRouteLoaderData } from 'react-router'
import type { loader } from '../root.tsx'

const PREFIX = 'desk-draft '

/**
 * Keeps typed text of a form until it is sent, so that an ended session or a closed tab loses nothing. Secrets and
 * files are never kept.
 */
export function useDraft(form: RefObject<HTMLFormElement | null>, key: string, isSent = false) {
  // The next person who signs in in this tab may be someone else.
  const personId = useRouteLoaderData<typeof loader>('root')?.person?.id
  useEffect(() => {
    const element = form.current
    if (!element || !personId) return
    const stored = `${PREFIX}${personId} ${key}`
    if (isSent) return sessionStorage.removeItem(stored)
    for (const [name, value] of Object.entries(readDraft(stored))) {
      const field = element.elements.namedItem(name)
      if (isText(field) && field.value === field.defaultValue) field.value = value
    }
    const keep = () => {
      const texts = [...element.elements].filter(isText).filter((field) => field.value !== field.defaultValue)
      sessionStorage.setItem(
        stored,
        JSON.stringify(Object.fromEntries(texts.map((field) => [field.name, field.value]))),
      )
    }
    element.addEventListener('input', keep)
    return () => element.removeEventListener('input', keep)
  }, [form, key, isSent, personId])
}

/** Called on sign-out, so that the next user of the computer finds nothing. */
export function forgetDrafts() {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
}

const TEXT_TYPES = ['text', 'textarea', 'email', 'number', 'date', 'tel', 'url']

/** Includes passwords that are being shown as text. */
const SECRETS = /password|one-time-code/

const isText = (field: unknown): field is HTMLInputElement | HTMLTextAreaElement =>
  (field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement) &&
  TEXT_TYPES.includes(field.type) &&
  !SECRETS.test(field.autocomplete)

function readDraft(key: string): Record<string, string> {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '{}')
  } catch {
    return {}
  }
}

export interface DraftStore<Draft> {
  keep(draft: Draft): void
  /** Null if there is none. */
  read(): Draft | null
  forget(): void
}

/** For forms that keep more than text fields; also deleted on sign-out. */
export function draftStore<Draft extends object>(personId: string, key: string): DraftStore<Draft> {
  const stored = `${PREFIX}${personId} ${key}`
  return {
    keep: (draft) => sessionStorage.setItem(stored, JSON.stringify(draft)),
    read() {
      const draft = readDraft(stored)
      return Object.keys(draft).length > 0 ? (draft as unknown as Draft) : null
    },
    forget: () => sessionStorage.removeItem(stored),
  }
}

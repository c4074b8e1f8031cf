import { type RefObject, useEffect } from 'react'
import { draftStore } from './draft-store.ts'
import { usePerson } from './use-root.ts'

/**
 * Keeps typed text of a form until it is sent, so that an ended session or a closed tab loses nothing. Secrets and
 * files are never kept.
 */
export function useDraft(form: RefObject<HTMLFormElement | null>, key: string, isSent = false) {
  const personId = usePerson()?.id
  useEffect(() => {
    const element = form.current
    if (!element || !personId) return
    const store = draftStore<Record<string, string>>(personId, key)
    if (isSent) return store.forget()
    for (const [name, value] of Object.entries(store.read() ?? {})) {
      const field = element.elements.namedItem(name)
      if (isText(field) && field.value === field.defaultValue) field.value = value
    }
    const keep = () => {
      const texts = [...element.elements].filter(isText).filter((field) => field.value !== field.defaultValue)
      store.keep(Object.fromEntries(texts.map((field) => [field.name, field.value])))
    }
    element.addEventListener('input', keep)
    return () => element.removeEventListener('input', keep)
  }, [form, key, isSent, personId])
}

const TEXT_TYPES = ['text', 'textarea', 'email', 'number', 'date', 'tel', 'url']

/** Includes passwords that are being shown as text. */
const SECRETS = /password|one-time-code/

const isText = (field: unknown): field is HTMLInputElement | HTMLTextAreaElement =>
  (field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement) &&
  TEXT_TYPES.includes(field.type) &&
  !SECRETS.test(field.autocomplete)

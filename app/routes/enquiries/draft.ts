/**
 * What was typed survives a reload: kept in this tab, by this tab, until it is sent or the tab is closed. The
 * key and the first sight of the form go along, so that what is sent again after a reload is the same enquiry.
 */
import type { EnquiryWords } from '../../domain/enquiry-words.ts'

export interface Draft {
  words: EnquiryWords
  /** Makes the same enquiry, sent again, one. */
  key: string
  /** When the form was first seen. */
  since: number
}

export const newDraft = (): Draft => ({ words: {}, key: newKey(), since: Date.now() })

/** `randomUUID` is missing where the site is not served over TLS. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

const storageKey = (address: string) => `plateworthy:enquiry:${address}`

export function readDraft(address: string): Draft | null {
  try {
    const draft: unknown = JSON.parse(sessionStorage.getItem(storageKey(address)) ?? 'null')
    return isDraft(draft) ? draft : null
  } catch {
    return null // storage is blocked, or holds something else
  }
}

export function keepDraft(address: string, draft: Draft | null): void {
  try {
    if (draft) sessionStorage.setItem(storageKey(address), JSON.stringify(draft))
    else sessionStorage.removeItem(storageKey(address))
  } catch {
    // Storage is blocked or full: the words are still on the page.
  }
}

function isDraft(value: unknown): value is Draft {
  const draft = value as Partial<Draft> | null
  return (
    typeof draft === 'object' &&
    draft !== null &&
    typeof draft.key === 'string' &&
    typeof draft.since === 'number' &&
    typeof draft.words === 'object' &&
    draft.words !== null &&
    Object.values(draft.words).every((word) => typeof word === 'string')
  )
}

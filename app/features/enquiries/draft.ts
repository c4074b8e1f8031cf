/**
 * What was typed survives a reload: kept in this tab, by this tab, until it is sent or the tab is closed. The
 * key and the first sight of the form go along, so that what is sent again after a reload is the same enquiry.
 */
import type { EnquiryFormData } from './enquiry-form-data.ts'

export interface Draft {
  values: EnquiryFormData
  /** Makes the same enquiry, sent again, one. */
  key: string
  /** How long the form was seen before `seenAt`, which is by the clock of this page's life that nobody can set. */
  spentMs: number
  seenAt: number
}

export const newDraft = (): Draft => ({ values: {}, key: newKey(), spentMs: 0, seenAt: performance.now() })

/** How long the form has been before somebody's eyes, reloads included. */
export const timeSpentMs = ({ spentMs, seenAt }: Draft) => spentMs + performance.now() - seenAt

/** `randomUUID` is missing where the site is not served over TLS. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

const storageKey = (address: string) => `plateworthy:enquiry:${address}`

export function readDraft(address: string): Draft | null {
  try {
    const draft: unknown = JSON.parse(sessionStorage.getItem(storageKey(address)) ?? 'null')
    return isDraft(draft) ? { ...draft, seenAt: performance.now() } : null
  } catch {
    return null // storage is blocked, or holds something else
  }
}

export function saveDraft(address: string, draft: Draft | null): void {
  try {
    const kept = draft && { values: draft.values, key: draft.key, spentMs: timeSpentMs(draft) }
    if (kept) sessionStorage.setItem(storageKey(address), JSON.stringify(kept))
    else sessionStorage.removeItem(storageKey(address))
  } catch {
    // Storage is blocked or full: the words are still on the page.
  }
}

function isDraft(value: unknown): value is Omit<Draft, 'seenAt'> {
  const draft = value as Partial<Draft> | null
  return (
    typeof draft === 'object' &&
    draft !== null &&
    typeof draft.key === 'string' &&
    typeof draft.spentMs === 'number' &&
    typeof draft.values === 'object' &&
    draft.values !== null &&
    Object.values(draft.values).every((word) => typeof word === 'string')
  )
}

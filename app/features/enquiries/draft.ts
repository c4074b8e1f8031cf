import type { EnquiryFormData } from './enquiry-form-data.ts'

export interface Draft {
  values: EnquiryFormData
  /** Idempotency key: sending the same draft twice makes one enquiry. */
  key: string
  /** Time spent on earlier page loads. */
  spentMs: number
  /** The start on this page load, by `performance.now()`. */
  seenAt: number
}

export const newDraft = (): Draft => ({ values: {}, key: newKey(), spentMs: 0, seenAt: performance.now() })

export const timeSpentMs = ({ spentMs, seenAt }: Draft) => spentMs + performance.now() - seenAt

/** `crypto.randomUUID` is missing without TLS. */
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
    return null
  }
}

export function saveDraft(address: string, draft: Draft | null): void {
  try {
    const stored = draft && { values: draft.values, key: draft.key, spentMs: timeSpentMs(draft) }
    if (stored) sessionStorage.setItem(storageKey(address), JSON.stringify(stored))
    else sessionStorage.removeItem(storageKey(address))
  } catch {
    // Storage is blocked or full; the text is still on the page.
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
    Object.values(draft.values).every((text) => typeof text === 'string')
  )
}

import { createContext, use } from 'react'

/** The id of this request in the server's log; null on a page that was rendered in the browser. */
const RequestId = createContext<string | null>(null)

export const RequestIdProvider = RequestId.Provider

/** Hydration reads the id back from the document. */
export function QuoteRequestId() {
  const requestId = use(RequestId)
  if (requestId === null) return null
  return (
    <p>
      If you write to us about it, please quote <code data-request-id={requestId}>{requestId}</code>.
    </p>
  )
}

export function requestIdOfDocument(): string | null {
  return document.querySelector<HTMLElement>('[data-request-id]')?.dataset.requestId ?? null
}

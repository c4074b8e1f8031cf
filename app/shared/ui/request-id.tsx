import { createContext, use } from 'react'

/** The id under which the server logged this request; null on a page that the browser made by itself. */
const RequestId = createContext<string | null>(null)

export const RequestIdProvider = RequestId.Provider

/** A sentence with the id to quote. The id is read back from the document, so that hydration agrees. */
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

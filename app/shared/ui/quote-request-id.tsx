import { createContext, use } from 'react'

/** The id in the server's log; null on a page that was rendered in the browser. */
const RequestId = createContext<string | null>(null)

export const RequestIdProvider = RequestId.Provider

export function QuoteRequestId() {
  const requestId = use(RequestId)
  if (requestId === null) return null
  return (
    <p>
      If you write to us about it, please quote <code data-request-id={requestId}>{requestId}</code>.
    </p>
  )
}

/** For hydration. */
export function requestIdOfDocument(): string | null {
  return document.querySelector<HTMLElement>('[data-request-id]')?.dataset.requestId ?? null
}

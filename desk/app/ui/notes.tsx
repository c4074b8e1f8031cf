import type { ReactNode } from 'react'

/** An error of the whole form, placed where the user looks after sending. */
export function FormNote({ message }: { message: string | null | undefined }) {
  if (!message) return null
  return (
    <p className="desk-note" data-kind="error" role="alert">
      {message}
    </p>
  )
}

/** What has just been done, above the page; nothing without a text. */
export function DoneNote({ children }: { children: ReactNode }) {
  if (!children) return null
  return (
    <p className="desk-note mb-4" role="status">
      {children}
    </p>
  )
}

import type { ReactNode } from 'react'

/** A link to what is not there yet: nothing to follow, and announced as unavailable. */
export function DisabledLink({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useValidAnchor: what it would lead to is not there yet
    <a role="link" aria-disabled="true">
      {children}
    </a>
  )
}

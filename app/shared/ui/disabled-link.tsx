import type { ReactNode } from 'react'

/** A link to a page that does not exist yet, announced as unavailable. */
export function DisabledLink({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useValidAnchor: it has no target yet
    <a role="link" aria-disabled="true">
      {children}
    </a>
  )
}

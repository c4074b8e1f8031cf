import type { ReactNode } from 'react'

export function DisabledLink({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useValidAnchor: it has no target yet
    <a role="link" aria-disabled="true">
      {children}
    </a>
  )
}

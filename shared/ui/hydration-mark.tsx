import { type ReactNode, useEffect } from 'react'

/**
 * Marks the document once it responds to script: the end-to-end tests wait for it. It surrounds the rest of the page, because an
 * element beside it, which the server does not render, would give every `useId` another value than in the document.
 */
export function HydrationMark({ onHydrated, children }: { onHydrated(): void; children: ReactNode }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    document.documentElement.dataset.hydrated = ''
    onHydrated()
  }, [])
  return children
}

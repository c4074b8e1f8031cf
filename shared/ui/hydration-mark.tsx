import { type ReactNode, useEffect } from 'react'
import { SCRIPT_MARK } from './script-mark.ts'

/** For the head. The browser has run the text of the document before this could render it again. */
export function ScriptMark() {
  const __html = import.meta.env.SSR ? SCRIPT_MARK : ''
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours
  return <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html }} />
}

/**
 * Marks the document once it responds to script; the end-to-end tests wait for it. It surrounds the rest of the page, because an
 * element beside it, which the server does not render, would give every `useId` another value than in the document.
 */
export function HydrationMark({ onHydrated, children }: { onHydrated(): void; children: ReactNode }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    Object.assign(document.documentElement.dataset, { script: '', hydrated: '' })
    onHydrated()
  }, [])
  return children
}

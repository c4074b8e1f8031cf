import { StrictMode, startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { RequestIdProvider, requestIdOfDocument } from './shared/ui/request-id.tsx'
import { installDefaultPolicy } from './shared/ui/trusted-html.ts'

installDefaultPolicy()

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RequestIdProvider value={requestIdOfDocument()}>
        <HydratedRouter />
        <HydrationMark />
      </RequestIdProvider>
    </StrictMode>,
  )
})

/** Marks the document once it responds to script: the end-to-end tests wait for it. */
function HydrationMark() {
  useEffect(() => {
    document.documentElement.dataset.hydrated = ''
  }, [])
  return null
}

// The REST client is not part of the first load; the first sign of a navigation loads it.
for (const type of ['pointerover', 'focusin', 'touchstart'])
  addEventListener(type, () => import('./shared/backend/client.ts').catch(() => {}), {
    once: true,
    passive: true,
  })

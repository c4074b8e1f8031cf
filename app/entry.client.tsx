import { StrictMode, startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { archivePrefix } from './shared/backend/archive-site.ts'
import { RequestIdProvider, requestIdOfDocument } from './shared/ui/request-id.tsx'
import { installDefaultPolicy } from './shared/ui/trusted-html.ts'

installDefaultPolicy()

type RouterWindow = typeof window & { __reactRouterContext: object }

// In an archive the page has a longer address; without this the router would show its 404 page.
const prefix = archivePrefix(location.pathname)
if (prefix !== '') {
  const basename = prefix.replace('//', '/') // the router joins paths with single slashes
  const { pathname, search, hash } = location
  history.replaceState(history.state, '', `${pathname.replace(/\/{2,}/, '/')}${search}${hash}`)
  Object.assign((window as RouterWindow).__reactRouterContext, { basename })
}

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

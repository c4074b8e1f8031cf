import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter, type HydratedRouterProps } from 'react-router/dom'
import { keepEarlyTexts } from '#shared/ui/early-input.ts'
import { HydrationMark } from '#shared/ui/hydration-mark.tsx'
import { installDefaultPolicy } from '#shared/ui/trusted-html.ts'
import { SiteProvider, siteOfDocument } from '#shared/ui/use-site.tsx'
import { archivePrefix } from './shared/backend/archive-site.ts'
import { repeatEarlyClicks } from './shared/ui/early-clicks.ts'
import { RequestIdProvider, requestIdOfDocument } from './shared/ui/quote-request-id.tsx'
import { rememberNavigation, resumeNavigation } from './shared/ui/resume-navigation.ts'

installDefaultPolicy()
keepEarlyTexts()

type RouterWindow = typeof window & { __reactRouterContext: object }

// In an archive the page has a longer address; without this the router would show its 404 page.
const prefix = archivePrefix(location.pathname)
if (prefix !== '') {
  const basename = prefix.replace('//', '/') // the router joins paths with single slashes
  const { pathname, search, hash } = location
  history.replaceState(history.state, '', `${pathname.replace(/\/{2,}/, '/')}${search}${hash}`)
  Object.assign((window as RouterWindow).__reactRouterContext, { basename })
}

const loadedAddress = location.href
const [{ type: loadType } = {}] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
const isReload = loadType === 'reload'
resumeNavigation(isReload)

/** A navigation whose data or code cannot be loaded: the address is already the new one, and the server renders it. */
const loadDocument: HydratedRouterProps['onError'] = (_, { errorInfo }) => {
  const hasFailedAgain = isReload && location.href === loadedAddress
  // An error of rendering has `errorInfo`, and shows the error page, as does what a new document does not mend.
  if (!errorInfo && !hasFailedAgain) location.reload()
}

const instrumentations = [rememberNavigation(prefix)]

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydrationMark onHydrated={() => setTimeout(repeatEarlyClicks)}>
        <RequestIdProvider value={requestIdOfDocument()}>
          <SiteProvider value={siteOfDocument()}>
            <HydratedRouter
              // A page is rendered in one go: slices of 5 ms, with frames of the old page between them, take twice as long (measured).
              useTransitions={false}
              onError={loadDocument}
              instrumentations={instrumentations}
            />
          </SiteProvider>
        </RequestIdProvider>
      </HydrationMark>
    </StrictMode>,
  )
})

const POINTING = ['pointerover', 'focusin']
const ignore = () => {}

// Not part of the first load.
function loadTooltips(event: Event) {
  for (const type of POINTING) removeEventListener(type, loadTooltips)
  import('./shared/ui/tooltips.client.ts').then(({ showTooltips }) => showTooltips(event)).catch(ignore)
}
for (const type of POINTING) addEventListener(type, loadTooltips)

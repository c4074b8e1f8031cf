import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter, type HydratedRouterProps } from 'react-router/dom'
import { keepEarlyTexts, repeatEarlyInput } from '#shared/ui/early-input.ts'
import { HydrationMark } from '#shared/ui/hydration-mark.tsx'
import { installDefaultPolicy } from '#shared/ui/trusted-html.ts'
import { refusedForm } from './access/refused.ts'

installDefaultPolicy()
keepEarlyTexts()

// Some browsers restore a page from memory despite its headers: check whether the person may still see it.
addEventListener('pageshow', (event) => {
  if (event.persisted) location.reload()
})

const [{ type: loadType } = {}] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]

/** After an upgrade the code of a page has another address, so load the requested page from the server. */
const loadDocument: HydratedRouterProps['onError'] = (error, { errorInfo }) => {
  // A rendering error has `errorInfo`; an error that a reload did not solve shows the error page. A rejected form shows
  // what was typed, which a reload would lose.
  if (!errorInfo && loadType !== 'reload' && !refusedForm(error)) location.reload()
}

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydrationMark onHydrated={() => repeatEarlyInput(document)}>
        <HydratedRouter onError={loadDocument} />
      </HydrationMark>
    </StrictMode>,
  )
})

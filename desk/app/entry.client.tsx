import { StrictMode, startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter, type HydratedRouterProps } from 'react-router/dom'
import { installDefaultPolicy } from '../../app/shared/ui/trusted-html.ts'
import { refusedForm } from './access/refused.ts'

installDefaultPolicy()

// Some browsers bring a page back from memory whatever its headers say: ask whether it may still be seen.
addEventListener('pageshow', (event) => {
  if (event.persisted) location.reload()
})

const [{ type: loadType } = {}] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]

/** After an upgrade the code of a page has another address: the server renders the page that was asked for. */
const loadDocument: HydratedRouterProps['onError'] = (error, { errorInfo }) => {
  // An error of rendering has `errorInfo`; what a reload did not mend shows the error page. A refused form shows what was
  // typed, which a reload would lose.
  if (!errorInfo && loadType !== 'reload' && !refusedForm(error)) location.reload()
}

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter onError={loadDocument} />
      <HydrationMark />
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

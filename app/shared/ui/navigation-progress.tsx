import { useEffect, useState } from 'react'
import { createPath, useNavigation } from 'react-router'

const SLOW_MS = 300
const KEY = 'navigation'

/** Shows that a navigation is under way once it takes longer than a visitor would not notice. */
export function NavigationProgress() {
  const { location: target } = useNavigation()
  const path = target && createPath(target)
  const [isSlow, setSlow] = useState(false)

  useEffect(() => {
    if (!path) return
    // The router reloads the page that is left if the code of the next one cannot be loaded; then go on to the next.
    const remember = () => attempt(() => sessionStorage.setItem(KEY, path))
    const timer = setTimeout(() => setSlow(true), SLOW_MS)
    addEventListener('pagehide', remember)
    return () => {
      clearTimeout(timer)
      setSlow(false)
      removeEventListener('pagehide', remember)
    }
  }, [path])

  useEffect(() => attempt(resume), [])

  return (
    <div aria-live="polite" className={isSlow ? 'navigation-progress' : undefined}>
      {isSlow && <span className="sr-only">Loading the page...</span>}
    </div>
  )
}

/** Browsers may forbid a page to store anything. */
function attempt(work: () => void) {
  try {
    work()
  } catch {}
}

function resume() {
  const path = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  const [entry] = performance.getEntriesByType('navigation')
  const isReload = entry !== undefined && 'type' in entry && entry.type === 'reload'
  // The address may already be that of the next page: to load it once more would only undo the visitor's next click.
  if (path && isReload && path !== createPath(location)) location.replace(path)
}

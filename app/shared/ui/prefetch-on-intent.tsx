import { useEffect, useState } from 'react'
import { PrefetchPageLinks } from 'react-router'

/** A pointer that only passes over a link means nothing by it. */
const RESTS_FOR_MS = 65

/** What a page needs is fetched when somebody is about to follow the link to it: one listener for every link there is. */
export function PrefetchOnIntent() {
  const [page, setPage] = useState<string | null>(null)
  useEffect(() => {
    if (savesData()) return
    let resting: ReturnType<typeof setTimeout> | undefined
    const intend = (event: Event) => {
      clearTimeout(resting)
      const path = pageOf(event.target)
      if (path === null) return
      if (event.type === 'pointerover') resting = setTimeout(() => setPage(path), RESTS_FOR_MS)
      else setPage(path)
    }
    const events = ['pointerover', 'pointerdown', 'focusin'] as const
    for (const event of events) document.addEventListener(event, intend, { passive: true })
    return () => {
      clearTimeout(resting)
      for (const event of events) document.removeEventListener(event, intend)
    }
  }, [])
  return page && <PrefetchPageLinks page={page} />
}

/** The page of ours that a link leads to in this window, or null. */
function pageOf(target: EventTarget | null): string | null {
  const link = target instanceof Element ? target.closest('a') : null
  if (!link || link.origin !== location.origin || link.target || link.hasAttribute('download')) return null
  if (link.pathname === location.pathname || /\.\w+$/.test(link.pathname)) return null
  return link.pathname + link.search
}

function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}

import { useEffect, useRef } from 'react'

/**
 * For a view that is written into the address a moment later: where a link is followed before that, it is written at
 * once. Later it would land on the page that the link leads to, and Back would find the view as it was before.
 * Back drops it: what was not written yet has no entry to come back to. `settle` stops what waits and tells the query
 * that it would have written, or null where nothing waits.
 */
export function useFlushUrl(withFallback: () => string | null) {
  const latest = useRef(withFallback)
  useEffect(() => {
    latest.current = withFallback
  })
  useEffect(() => {
    const onClick = ({ target }: MouseEvent) => {
      if (!(target instanceof Element) || !target.closest('a[href]')) return
      const query = latest.current()
      // Past the router, which would otherwise have two navigations under way and drop one of them.
      if (query !== null) history.replaceState(history.state, '', location.pathname + query)
    }
    const onBack = () => void latest.current()
    document.addEventListener('click', onClick, true)
    addEventListener('popstate', onBack)
    return () => {
      document.removeEventListener('click', onClick, true)
      removeEventListener('popstate', onBack)
    }
  }, [])
}

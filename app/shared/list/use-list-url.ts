import { startTransition, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router'

/** Must be the same object in every render. */
interface ListUrl<View> {
  parse: (query: URLSearchParams) => View
  stringify: (view: View) => string
}

interface ChangeOptions {
  /** The delay before the URL is written: browsers limit writes to the history. */
  delayMs: number
  /** Replaces the history entry (typing) instead of adding one (a click). */
  replace: boolean
  resetsFields?: boolean
}

const SELF_NAVIGATION = { isOwn: true }

/** `revision` is the key of uncontrolled fields: it changes with every view that they did not cause, such as Back. */
export function useListUrl<View>(url: ListUrl<View>) {
  const { pathname, search, state } = useLocation()
  // Our own navigation may be rendered after the visitor has typed more; it must not reset the view.
  const isOwn = useNavigationType() !== 'POP' && state?.isOwn === true
  const navigate = useNavigate()
  const [view, setView] = useState(() => url.parse(new URLSearchParams(search)))
  const [revision, setRevision] = useState(0)
  const [shownSearch, setShownSearch] = useState(search)
  const latest = useRef(view)
  const written = useRef(search)
  const pending = useRef<{ timer: ReturnType<typeof setTimeout>; replace: boolean } | null>(null)

  const cancel = useCallback(() => {
    clearTimeout(pending.current?.timer)
    pending.current = null
  }, [])

  const show = (next: View) => {
    setView(next)
    setRevision((count) => count + 1)
  }

  const keep = (query: string) => {
    cancel()
    written.current = query
    latest.current = url.parse(new URLSearchParams(query))
  }

  // Shown in the same frame as the new URL, in which the router restores the scroll position.
  if (search !== shownSearch) {
    setShownSearch(search)
    if (!isOwn) show(url.parse(new URLSearchParams(search)))
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new URL resets the view
  useEffect(() => {
    if (search !== written.current && !isOwn) keep(search)
  }, [search])

  const onPopState = useEffectEvent(() => {
    const isReset = pending.current !== null || location.search !== written.current
    cancel()
    // Back may come before the URL that it leaves was rendered: then `search` never changes.
    if (location.pathname !== pathname || location.search !== search || !isReset) return
    keep(search)
    show(latest.current)
  })

  // Write a pending change before a link is followed; later it would change the URL of the link's page.
  const onClick = useEffectEvent(({ target }: MouseEvent) => {
    if (pending.current === null || !(target instanceof Element) || !target.closest('a[href]')) return
    cancel()
    written.current = url.stringify(latest.current)
    // Not through the router, which drops one of two navigations at a time.
    history.replaceState(history.state, '', location.pathname + written.current)
  })

  useEffect(() => {
    const click = (event: MouseEvent) => onClick(event)
    const popState = () => onPopState()
    document.addEventListener('click', click, true)
    addEventListener('popstate', popState)
    return () => {
      document.removeEventListener('click', click, true)
      removeEventListener('popstate', popState)
      cancel()
    }
  }, [cancel])

  const write = useCallback(
    (replace: boolean) => {
      cancel()
      const query = url.stringify(latest.current)
      if (query === written.current) return
      written.current = query
      startTransition(() => {
        navigate(query, { replace, preventScrollReset: true, state: SELF_NAVIGATION })
      })
    },
    [url, navigate, cancel],
  )

  const change = useCallback(
    (update: (view: View) => View, { delayMs, replace, resetsFields }: ChangeOptions) => {
      // Only typing after typing shares an entry of the history.
      if (pending.current && !(replace && pending.current.replace)) write(pending.current.replace)
      latest.current = update(latest.current)
      setView(latest.current)
      if (resetsFields) setRevision((count) => count + 1)
      cancel()
      pending.current = { timer: setTimeout(() => write(replace), delayMs), replace }
    },
    [write, cancel],
  )

  return { view, revision, change }
}

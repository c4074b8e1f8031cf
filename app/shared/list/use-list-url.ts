import { startTransition, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router'

/** How a view of a list is written as the query of a URL. Must be the same object from render to render. */
export interface ListUrl<View> {
  parse: (query: URLSearchParams) => View
  /** Begins with '?'; empty for the default view. */
  stringify: (view: View) => string
}

export interface ChangeOptions {
  /** Waits this long for further changes before the URL is written; browsers limit writes to the history. */
  delayMs: number
  /** Whether the change replaces the entry of the history (typing) or adds one (a click). */
  replace: boolean
  /** Whether uncontrolled fields must be reset to the new view. */
  resetsFields?: boolean
}

/** Marks the history entries that a list writes by itself. */
const SELF_NAVIGATION = { isOwn: true }

/**
 * The state of a list and the URL that follows it. `revision` is the key for uncontrolled fields: it changes with
 * every view that did not come from the fields themselves, such as Back or a link.
 */
export function useListUrl<View>(url: ListUrl<View>) {
  const { pathname, search, state } = useLocation()
  // A navigation of our own may be rendered after the visitor has typed on; it must not reset the view.
  const isOwn = useNavigationType() !== 'POP' && state?.isOwn === true
  const navigate = useNavigate()
  const [view, setView] = useState(() => url.parse(new URLSearchParams(search)))
  const [revision, setRevision] = useState(0)
  const latest = useRef(view)
  const written = useRef(search)
  const pending = useRef<{ timer: ReturnType<typeof setTimeout>; replace: boolean } | null>(null)

  const cancel = useCallback(() => {
    clearTimeout(pending.current?.timer)
    pending.current = null
  }, [])

  const reset = (query: string) => {
    cancel()
    written.current = query
    latest.current = url.parse(new URLSearchParams(query))
    setView(latest.current)
    setRevision((count) => count + 1)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new URL resets the view
  useEffect(() => {
    if (search !== written.current && !isOwn) reset(search)
  }, [search])

  const onPopState = useEffectEvent(() => {
    // Back may come before the URL that it leaves was rendered: then `search` never changes.
    const isReset = pending.current !== null || location.search !== written.current
    if (location.pathname === pathname && isReset) reset(location.search)
    else cancel()
  })

  // A link is followed before a pending change is written: written later, it would land on the page of the link.
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
        navigate({ search: query }, { replace, preventScrollReset: true, state: SELF_NAVIGATION })
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

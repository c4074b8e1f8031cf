import { startTransition, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { SELF_NAVIGATION, useIsSelfNavigation } from '../../../shared/list/self-navigation.ts'
import { useFlushUrl } from '../../../shared/list/use-flush-url.ts'
import { parseView, viewQuery } from './explorer-query.ts'
import { type Change, changeView, type ExplorerName, type Facets } from './explorer-view.ts'

/** Typing writes the address once the hands rest; browsers allow only so many writes a second. */
const WRITE_AFTER_MS = 250
/** Not at once: what was asked for is painted first. */
const WRITE_SOON_MS = 50

/**
 * The view that the visitor works on, and the address that follows it: typing replaces the entry of the history,
 * everything else makes one, so that Back walks from view to view. `revision` counts the views that came from
 * elsewhere than the fields themselves: Back, a preset, a button that clears.
 */
export function useExplorerView(explorer: ExplorerName, facets: Facets) {
  const { pathname, search } = useLocation()
  const isOwn = useIsSelfNavigation()
  const navigate = useNavigate()
  const parse = (query: string) => parseView(new URLSearchParams(query), facets, explorer)
  const [view, setView] = useState(() => parse(search))
  const [revision, setRevision] = useState(0)
  const latest = useRef(view)
  const written = useRef(search)
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** Whether what waits is typing. */
  const replaces = useRef(true)

  const take = (query: string) => {
    written.current = query
    clearTimeout(waiting.current)
    waiting.current = undefined
    latest.current = parse(query)
    setView(latest.current)
    setRevision((count) => count + 1)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only another address makes another view
  useEffect(() => {
    if (search !== written.current && !isOwn) take(search)
  }, [search])

  // Back may come before the address that it leaves was rendered: then `search` never changes.
  const onBack = useEffectEvent(() => {
    const isOurs = location.pathname === pathname
    if (isOurs && (waiting.current !== undefined || location.search !== written.current))
      take(location.search)
  })
  useEffect(() => {
    const listener = () => onBack()
    addEventListener('popstate', listener)
    return () => removeEventListener('popstate', listener)
  }, [])

  useEffect(() => () => clearTimeout(waiting.current), [])

  useFlushUrl(() => {
    if (waiting.current === undefined) return null
    clearTimeout(waiting.current)
    waiting.current = undefined
    written.current = viewQuery(latest.current, facets)
    return written.current
  })

  const write = useCallback(
    (replace: boolean) => {
      clearTimeout(waiting.current)
      waiting.current = undefined
      const query = viewQuery(latest.current, facets)
      if (query === written.current) return
      written.current = query
      startTransition(() => {
        navigate({ search: query }, { replace, preventScrollReset: true, state: SELF_NAVIGATION })
      })
    },
    [facets, navigate],
  )

  const change = useCallback(
    (change: Change, isTyping = false) => {
      if (waiting.current !== undefined && !(isTyping && replaces.current)) write(replaces.current)
      replaces.current = isTyping
      latest.current = changeView(latest.current, facets, change)
      setView(latest.current)
      if (!isTyping && (change.do === 'years' || change.do === 'clear')) setRevision((count) => count + 1)
      clearTimeout(waiting.current)
      waiting.current = setTimeout(() => write(isTyping), isTyping ? WRITE_AFTER_MS : WRITE_SOON_MS)
    },
    [facets, write],
  )

  return { view, revision, change }
}

export type ChangeView = ReturnType<typeof useExplorerView>['change']

import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { SELF_NAVIGATION, useIsSelfNavigation } from '../../shared/list/self-navigation.ts'
import { useFlushUrl } from '../../shared/list/use-flush-url.ts'
import { parseStockView, type StockView, stockQuery } from './search/plate-view.ts'

/**
 * The view that the visitor works on, and the address that follows it once the hands rest. `changedElsewhere` counts
 * the views that came from the address instead: Back, or a link that takes a filter off.
 */
export function useStockView(writeAfterMs: number) {
  const { search } = useLocation()
  const isOwn = useIsSelfNavigation()
  const navigate = useNavigate()
  const [view, setView] = useState(() => parseStockView(new URLSearchParams(search)))
  const [changedElsewhere, setChangedElsewhere] = useState(0)
  const written = useRef(search)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  // biome-ignore lint/correctness/useExhaustiveDependencies: only another address makes another view
  useEffect(() => {
    if (search === written.current || isOwn) return
    written.current = search
    clearTimeout(timer.current)
    timer.current = undefined
    setView(parseStockView(new URLSearchParams(search)))
    setChangedElsewhere((count) => count + 1)
  }, [search])

  useEffect(() => () => clearTimeout(timer.current), [])

  useFlushUrl(() => {
    if (timer.current === undefined) return null
    clearTimeout(timer.current)
    timer.current = undefined
    written.current = stockQuery(view)
    return written.current
  })

  const change = (next: StockView) => {
    setView(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      timer.current = undefined
      const query = stockQuery(next)
      if (query === written.current) return
      written.current = query
      navigate({ search: query }, { replace: true, preventScrollReset: true, state: SELF_NAVIGATION })
    }, writeAfterMs)
  }

  return { view, change, changedElsewhere }
}

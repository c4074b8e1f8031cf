import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { parseStockView, type StockView, stockQuery } from '../../domain/stock-view.ts'

/**
 * The view that the visitor works on, and the address that follows it once the hands rest. `changedElsewhere` counts
 * the views that came from the address instead: Back, or a link that takes a filter off.
 */
export function useStockView(writeAfterMs: number) {
  const { search } = useLocation()
  const navigate = useNavigate()
  const [view, setView] = useState(() => parseStockView(new URLSearchParams(search)))
  const [changedElsewhere, setChangedElsewhere] = useState(0)
  const written = useRef(search)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    if (search === written.current) return
    written.current = search
    clearTimeout(timer.current)
    setView(parseStockView(new URLSearchParams(search)))
    setChangedElsewhere((count) => count + 1)
  }, [search])

  useEffect(() => () => clearTimeout(timer.current), [])

  const change = (next: StockView) => {
    setView(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      const query = stockQuery(next)
      if (query === written.current) return
      written.current = query
      navigate({ search: query }, { replace: true, preventScrollReset: true })
    }, writeAfterMs)
  }

  return { view, change, changedElsewhere }
}

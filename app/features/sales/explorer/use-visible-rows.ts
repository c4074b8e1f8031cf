import { useCallback, useEffect, useRef, useState } from 'react'
import { PAGE_SIZE } from './explorer-view.ts'
import type { ChangeView } from './use-explorer-view.ts'

/** Longer than the usual gap between keys; shorter than the 500 ms after which a layout shift counts as unexpected. */
const HOLD_HEIGHT_MS = 400

/**
 * Measures, before each change of the view, how many rows are above the fold. The height of the results is fixed until
 * the visitor stops typing, so that the content below does not move with every key.
 */
export function useVisibleRows(change: ChangeView) {
  const container = useRef<HTMLElement>(null)
  const [visibleCount, setVisibleCount] = useState(PAGE_SIZE)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const measureAndChange: ChangeView = useCallback(
    (...args) => {
      const element = container.current
      const rows = element?.getElementsByTagName('tbody')[0]
      const height = rows?.rows[0]?.offsetHeight
      if (rows && height)
        setVisibleCount(Math.ceil((innerHeight - rows.getBoundingClientRect().top) / height) + 1)
      if (element) {
        element.style.minHeight = `${element.getBoundingClientRect().height}px`
        clearTimeout(timer.current)
        timer.current = setTimeout(() => {
          element.style.minHeight = ''
        }, HOLD_HEIGHT_MS)
      }
      change(...args)
    },
    [change],
  )
  return { container, visibleCount: Math.max(1, visibleCount), change: measureAndChange }
}

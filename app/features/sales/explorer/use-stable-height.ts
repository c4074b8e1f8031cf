import { useCallback, useEffect, useRef } from 'react'
import type { ChangeView } from './use-explorer-view.ts'

/** Longer than the usual gap between keys; shorter than the 500 ms after which a layout shift counts as unexpected. */
const HOLD_MS = 400

/**
 * Keeps the container from shrinking until the visitor stops typing, so that the content below does not jump with every
 * key.
 */
export function useStableHeight(change: ChangeView) {
  const container = useRef<HTMLElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const holdAndChange: ChangeView = useCallback(
    (...args) => {
      const element = container.current
      if (element) {
        element.style.minHeight = `${element.getBoundingClientRect().height}px`
        clearTimeout(timer.current)
        timer.current = setTimeout(() => {
          element.style.minHeight = ''
        }, HOLD_MS)
      }
      change(...args)
    },
    [change],
  )
  return { container, change: holdAndChange }
}

import { useCallback, useEffect, useRef, useState } from 'react'
import { PAGE_SIZE } from './explorer-view.ts'
import type { ChangeView } from './use-explorer-view.ts'

/** Longer than most people take from key to key, shorter than the half second in which a browser calls a shift asked for. */
const HELD_FOR_MS = 400

/**
 * How many rows there are down to the foot of the screen, told anew before every change of the view; and the place
 * of the results, whose height is held until the hands rest, so that what stands beneath does not move with every key.
 */
export function useVisibleRows(change: ChangeView) {
  const place = useRef<HTMLElement>(null)
  const [visibleCount, setVisibleCount] = useState(PAGE_SIZE)
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(waiting.current), [])

  const measureAndChange: ChangeView = useCallback(
    (...asked) => {
      const element = place.current
      const rows = element?.getElementsByTagName('tbody')[0]
      const height = rows?.rows[0]?.offsetHeight
      if (rows && height)
        setVisibleCount(Math.ceil((innerHeight - rows.getBoundingClientRect().top) / height) + 1)
      if (element) {
        element.style.minHeight = `${element.getBoundingClientRect().height}px`
        clearTimeout(waiting.current)
        waiting.current = setTimeout(() => {
          element.style.minHeight = ''
        }, HELD_FOR_MS)
      }
      change(...asked)
    },
    [change],
  )
  return { place, visibleCount: Math.max(1, visibleCount), change: measureAndChange }
}

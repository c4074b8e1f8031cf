import { type ReactNode, startTransition, useEffect, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/**
 * False until a page that follows another one by a click has been painted. At once true in the first document, after Back
 * and for a link to a place of the page, whose scroll position needs the whole page.
 */
export function useIsPainted(): boolean {
  const isWhole = useNavigationType() === 'POP'
  const { hash } = useLocation()
  const [isPainted, setPainted] = useState(isWhole || hash !== '')
  useEffect(() => {
    // A frame has been painted when the timer fires that it has set.
    const frame = requestAnimationFrame(() => setTimeout(startTransition, 0, () => setPainted(true)))
    return () => cancelAnimationFrame(frame)
  }, [])
  return isPainted
}

/** What is below the first screen or read last on it, and an empty screen in its place, so that the footer is not seen meanwhile. */
export const AfterPaint = ({ children }: { children: ReactNode }) =>
  useIsPainted() ? children : <div className="h-screen" />

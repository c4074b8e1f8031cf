import { useEffect, useState } from 'react'
import { useNavigation } from 'react-router'

const SLOW_MS = 300

/** Shows progress once a navigation takes noticeably long. */
export function NavigationProgress() {
  const isUnderWay = useNavigation().state !== 'idle'
  const [isSlow, setSlow] = useState(false)

  useEffect(() => {
    if (!isUnderWay) return
    const timer = setTimeout(() => setSlow(true), SLOW_MS)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [isUnderWay])

  return (
    <div aria-live="polite" className={isSlow ? 'navigation-progress' : undefined}>
      {isSlow && <span className="sr-only">Loading the page...</span>}
    </div>
  )
}

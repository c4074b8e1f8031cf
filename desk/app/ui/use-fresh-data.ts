import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

/** Reads the page again when the person comes back to it: another one may have changed something. */
export function useFreshData() {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const onVisible = () => {
      if (document.visibilityState === 'visible') revalidate()
    }
    document.addEventListener('visibilitychange', onVisible)
    return () => document.removeEventListener('visibilitychange', onVisible)
  }, [revalidate])
}

import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

/** Reloads the data when the person returns to the page, because someone else may have changed something. */
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

import { type RefObject, useEffect } from 'react'

/**
 * The page beneath a modal dialog does not scroll while it is open. A class and no `:root:has(…)`, which a browser
 * looks up again all over the page whenever something like it changes, with every key in a search.
 */
export function useScrollLock(dialog: RefObject<HTMLDialogElement | null>) {
  useEffect(() => {
    const element = dialog.current
    if (!element) return
    const { classList } = document.documentElement
    const follow = () => classList.toggle('is-held', element.matches(':modal'))
    follow() // the browser opens the menu by itself, also before this script has come
    const watch = new MutationObserver(follow)
    watch.observe(element, { attributeFilter: ['open'] })
    return () => {
      watch.disconnect()
      classList.remove('is-held')
    }
  }, [dialog])
}

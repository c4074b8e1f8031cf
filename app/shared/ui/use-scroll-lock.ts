import { type RefObject, useEffect } from 'react'

/**
 * Stops the page from scrolling while a modal dialog is open. A class is faster than `:root:has(:modal)`, which
 * browsers re-evaluate on every change of the page.
 */
export function useScrollLock(dialog: RefObject<HTMLDialogElement | null>) {
  useEffect(() => {
    const element = dialog.current
    if (!element) return
    const { classList } = document.documentElement
    const update = () => classList.toggle('scroll-locked', element.matches(':modal'))
    update() // the browser may have opened the dialog before hydration
    const observer = new MutationObserver(update)
    observer.observe(element, { attributeFilter: ['open'] })
    return () => {
      observer.disconnect()
      classList.remove('scroll-locked')
    }
  }, [dialog])
}

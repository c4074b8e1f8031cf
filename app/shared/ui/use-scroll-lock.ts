import { type RefObject, useEffect } from 'react'

/** Sets a class, because browsers re-evaluate `:root:has(:modal)` on every change of the page. */
export function useScrollLock(dialog: RefObject<HTMLDialogElement | null>) {
  useEffect(() => {
    const element = dialog.current
    if (!element) return
    const { classList } = document.documentElement
    const update = () => classList.toggle('scroll-locked', element.matches(':modal'))
    update() // the dialog may have been opened before hydration
    const observer = new MutationObserver(update)
    observer.observe(element, { attributeFilter: ['open'] })
    return () => {
      observer.disconnect()
      classList.remove('scroll-locked')
    }
  }, [dialog])
}

import { useEffect } from 'react'

/** Moves the focus to the first field that was refused, or to the message of the whole form. */
export function useFirstFault(answer: unknown) {
  useEffect(() => {
    if (!answer) return
    const fault = document.querySelector<HTMLElement>('main [aria-invalid="true"]')
    if (fault) fault.focus()
    else document.querySelector('main [role="alert"]')?.scrollIntoView({ block: 'center' })
  }, [answer])
}

import { type RefObject, useEffect } from 'react'
import { type ShouldRevalidateFunctionArgs, useFetcher } from 'react-router'
import type { Checked } from './check.server.ts'

export const CHECK_PATH = '/sales/check'
const DEBOUNCE_MS = 250

/** Asks the server what the form comes to, soon after it was typed into; `first` is what it came to when it was drawn. */
export function useCheck(form: RefObject<HTMLFormElement | null>, first: Checked): Checked {
  const { data, submit } = useFetcher<Checked>()
  useEffect(() => {
    const element = form.current
    if (!element) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = () => {
      clearTimeout(timer)
      timer = setTimeout(
        () => submit(new FormData(element), { method: 'post', action: CHECK_PATH }),
        DEBOUNCE_MS,
      )
    }
    // Typed before the page was hydrated, or put back as a draft.
    const early = setTimeout(() => isEdited(element) && ask(), 0)
    element.addEventListener('input', ask)
    return () => {
      clearTimeout(early)
      clearTimeout(timer)
      element.removeEventListener('input', ask)
    }
  }, [form, submit])
  return data ?? first
}

const isEdited = (form: HTMLFormElement) =>
  [...form.elements].some(
    (field) =>
      (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) &&
      field.value !== field.defaultValue,
  )

/** A check writes nothing, so that no page is read anew. */
export function revalidatesUnlessChecked({
  formAction,
  actionStatus,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  if (formAction?.endsWith(CHECK_PATH)) return false
  // Somebody else has changed the sale: it is shown as it is now, with what was typed.
  return actionStatus === 409 || defaultShouldRevalidate
}

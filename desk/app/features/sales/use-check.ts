import { type RefObject, useEffect, useRef, useState } from 'react'
import { type ShouldRevalidateFunctionArgs, useFetcher, useNavigation } from 'react-router'
import { revalidateRefused } from '../../ui/form-answer.ts'
import type { Checked } from './check.server.ts'

const CHECK_PATH = '/sales/check'
const DEBOUNCE_MS = 250

/**
 * Checks the form on the server shortly after each change.
 * @param first the result before anything was sent
 * @param answered the result of the form that was sent, shown until the form changes
 */
export function useCheck(
  form: RefObject<HTMLFormElement | null>,
  first: Checked,
  answered: Checked | undefined,
): Checked {
  const { data, submit } = useFetcher<Checked>()
  // A check that starts while the form is being saved would end that navigation without its data.
  const isSaving = useRef(false)
  isSaving.current = useNavigation().state !== 'idle'
  useEffect(() => {
    const element = form.current
    if (!element) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        if (!isSaving.current) submit(new FormData(element), { method: 'post', action: CHECK_PATH })
      }, DEBOUNCE_MS)
    }
    // Typed before hydration, or restored from a draft.
    const early = setTimeout(() => isEdited(element) && ask(), 0)
    const cancel = () => clearTimeout(timer)
    element.addEventListener('input', ask)
    element.addEventListener('submit', cancel)
    return () => {
      clearTimeout(early)
      cancel()
      element.removeEventListener('input', ask)
      element.removeEventListener('submit', cancel)
    }
  }, [form, submit])
  const live = data ?? answered ?? first
  const [shown, setShown] = useState(live)
  useEffect(() => setShown(live), [live])
  useEffect(() => {
    if (answered) setShown(answered)
  }, [answered])
  return shown
}

const isEdited = (form: HTMLFormElement) =>
  [...form.elements].some(
    (field) =>
      (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) &&
      field.value !== field.defaultValue,
  )

/** A check writes nothing, so no page needs revalidation. */
export const revalidatesUnlessChecked = (args: ShouldRevalidateFunctionArgs): boolean =>
  !args.formAction?.endsWith(CHECK_PATH) && revalidateRefused(args)

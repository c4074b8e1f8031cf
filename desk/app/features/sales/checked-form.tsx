import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { type ShouldRevalidateFunctionArgs, useFetcher, useNavigation } from 'react-router'
import { DeskForm } from '../../ui/desk-form.tsx'
import { type Answer, revalidateRefused } from '../../ui/form-answer.ts'
import { useDraft } from '../../ui/use-draft.ts'
import { FeeAccountPanel, Findings } from './beside.tsx'
import type { Checked } from './check.server.ts'

const CHECK_PATH = '/sales/check'
const DEBOUNCE_MS = 250

interface CheckedFormProps {
  /** The key under which what is typed is kept. */
  draft: string
  action: string
  sends: Record<string, string>
  answer: (Answer & { checked?: Checked }) | undefined
  /** The result before anything was sent. */
  first: Checked
  buttons: ReactNode
  /** Below the fees. */
  log(checked: Checked): ReactNode
  children: ReactNode
}

/** The form of a sale, with what its values come to beside it. */
export function CheckedForm({
  draft,
  action,
  sends,
  answer,
  first,
  buttons,
  log,
  children,
}: CheckedFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const checked = useCheck(form, first, answer?.checked)
  useDraft(form, draft)
  return (
    <DeskForm
      ref={form}
      className="grid gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,40rem)_minmax(0,24rem)]"
      action={action}
      answer={answer}
      sends={sends}
    >
      <div className="stock-form-part">
        {children}
        <Findings findings={checked.findings} />
        <p className="desk-actions">{buttons}</p>
      </div>
      <div className="grid content-start gap-8 self-start lg:sticky lg:top-16">
        <FeeAccountPanel account={checked.account} />
        {log(checked)}
      </div>
    </DeskForm>
  )
}

/**
 * Checks the form on the server shortly after each change.
 * @param first the result before anything was sent
 * @param answered the result of the form that was sent, shown until the form changes
 */
function useCheck(
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

// Without script the form is posted, which gives `refusal` or `sent`; with script it calls the send-email function.

import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import {
  type EnquiryErrors,
  type EnquiryField,
  type EnquiryKind,
  fieldsOf,
  outcomeTexts,
  referencePattern,
} from '#shared/enquiries/enquiry-fields.ts'
import { useEarlyInput } from '#shared/ui/early-input.ts'
import { Honeypot } from '../../shared/ui/field.tsx'
import { type Draft, newDraft, readDraft, saveDraft, timeSpentMs } from './draft.ts'
import { type EnquiryFormData, enquiryBody, readFormData } from './enquiry-form-data.ts'
import type { Refusal } from './form-action.server.ts'
import { FieldsContext } from './form-fields.tsx'
import { type Outcome, sendEnquiry } from './send-enquiry.ts'
import { errorOf, findErrors } from './validate.ts'

interface EnquiryFormProps {
  kind: EnquiryKind
  label: string
  initial: EnquiryFormData
  refusal: Refusal | undefined
  submitLabel: string
  referenceNote: string
  children: ReactNode
}

type State = { errors: EnquiryErrors } & (
  | { phase: 'writing' | 'sending' | 'failed' }
  | { phase: 'sent'; reference: string }
)

export function EnquiryForm(props: EnquiryFormProps) {
  const { kind, label, initial, refusal, submitLabel, referenceNote, children } = props
  const { pathname, search } = useLocation()
  const address = pathname + search
  // Normalised, so that the server and the browser render the same form action.
  const query = new URLSearchParams(search).toString()
  const form = useRef<HTMLFormElement>(null)
  const outcome = useRef<HTMLDivElement>(null)
  const draft = useRef<Draft>(null)
  const wasPrefilled = useRef(false)
  const [state, setState] = useState<State>(() => firstState(refusal, search))
  const { phase, errors } = state
  const firstInvalid = fieldsOf[kind].find((field) => errors[field])

  useEffect(() => {
    if (!form.current) return
    form.current.noValidate = true
    const stored = readDraft(address)
    if (stored && !refusal) restore(form.current, stored.values)
    draft.current = stored ?? newDraft()
    wasPrefilled.current = Object.values(readFormData(kind, new FormData(form.current))).some(Boolean)
  }, [address, refusal, kind])

  useEarlyInput(form)

  const hasResult = useRef(false)
  useEffect(() => {
    if (!hasResult.current) return
    hasResult.current = false
    const field = firstInvalid && form.current?.elements.namedItem(firstInvalid)
    if (field instanceof HTMLElement) field.focus()
    else outcome.current?.focus()
  })

  function showResult(state: State) {
    hasResult.current = true
    setState(state)
  }

  function onInput({ currentTarget, target }: { currentTarget: HTMLFormElement; target: EventTarget }) {
    draft.current ??= newDraft()
    draft.current.values = readFormData(kind, new FormData(currentTarget))
    saveDraft(address, draft.current)
    const { name } = target as HTMLInputElement
    if (!errors[name as EnquiryField] || errorOf(target as HTMLInputElement)) return
    const { [name as EnquiryField]: _fixed, ...rest } = errors
    setState({ phase: 'writing', errors: rest })
  }

  async function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (phase === 'sending') return
    const { currentTarget } = event
    const found = findErrors(currentTarget, kind)
    if (Object.keys(found).length > 0) return showResult({ phase: 'writing', errors: found })
    setState({ phase: 'sending', errors: {} })
    draft.current ??= newDraft()
    const { key } = draft.current
    const values = new FormData(currentTarget)
    const spamSignals = {
      website: String(values.get('website') ?? ''),
      filledInMs: timeSpentMs(draft.current),
      wasPrefilled: wasPrefilled.current,
    }
    showResult(toState(await sendEnquiry(enquiryBody(kind, readFormData(kind, values), spamSignals), key)))
  }

  function toState(result: Outcome): State {
    if (result === 'failed') return { phase: 'failed', errors: {} }
    if ('errors' in result) return { phase: 'writing', errors: result.errors }
    saveDraft(address, null)
    draft.current = newDraft()
    if (form.current) clear(form.current)
    wasPrefilled.current = false
    return { phase: 'sent', errors: {}, reference: result.reference }
  }

  return (
    <>
      {state.phase === 'sent' && (
        <div ref={outcome} id="outcome" className="outcome mb-12" role="status" tabIndex={-1}>
          <p className="font-medium">{outcomeTexts[kind].sent}</p>
          <p className="mt-2">
            Your reference is <strong className="tabular whitespace-nowrap">{state.reference}</strong>.{' '}
            {referenceNote}
          </p>
        </div>
      )}
      <form
        ref={form}
        method="post"
        action={`${pathname}${query && `?${query}`}#outcome`}
        aria-label={label}
        className="enquiry-form"
        onInput={onInput}
        onSubmit={onSubmit}
      >
        <FieldsContext
          value={{ values: refusal?.values ?? initial, errors, focused: refusal && firstInvalid }}
        >
          {children}
        </FieldsContext>
        <Honeypot />
        <p className="font-medium text-red empty:hidden" role="status">
          {countErrors(errors)}
        </p>
        {phase === 'failed' && (
          <div ref={outcome} id="outcome" className="outcome border-l-red" role="alert" tabIndex={-1}>
            <p className="font-medium">{outcomeTexts[kind].failed}</p>
          </div>
        )}
        <button type="submit" className="button justify-self-start px-8" disabled={phase === 'sending'}>
          {phase === 'sending' ? 'Sending...' : submitLabel}
        </button>
      </form>
    </>
  )
}

function firstState(refusal: Refusal | undefined, search: string): State {
  if (refusal) return { phase: refusal.hasFailed ? 'failed' : 'writing', errors: refusal.errors }
  const reference = new URLSearchParams(search).get('sent') ?? ''
  return referencePattern.test(reference)
    ? { phase: 'sent', errors: {}, reference }
    : { phase: 'writing', errors: {} }
}

function countErrors(errors: EnquiryErrors): string {
  const count = Object.keys(errors).length
  return count > 1 ? `${count} fields need your attention.` : ''
}

/** Restores a draft, except into hidden fields and fields that the visitor has changed since. */
function restore(form: HTMLFormElement, values: EnquiryFormData) {
  for (const [name, text] of Object.entries(values)) {
    const field = form.elements.namedItem(name)
    if (field instanceof HTMLInputElement && field.type === 'hidden') continue
    if (field instanceof HTMLInputElement && field.type === 'checkbox') field.checked ||= text === 'on'
    else if (field instanceof HTMLSelectElement && field.selectedOptions[0]?.defaultSelected)
      field.value = text
    else if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)
      if (field.value === field.defaultValue) field.value = text
  }
}

/** Clears prefilled values too, which would look as if nothing had been sent. */
function clear(form: HTMLFormElement) {
  for (const field of form.elements)
    if (field instanceof HTMLInputElement && field.type === 'hidden') continue
    else if (field instanceof HTMLInputElement && field.type === 'checkbox') field.checked = false
    else if (
      field instanceof HTMLInputElement ||
      field instanceof HTMLTextAreaElement ||
      field instanceof HTMLSelectElement
    )
      field.value = ''
}

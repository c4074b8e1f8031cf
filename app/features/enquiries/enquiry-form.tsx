// The form of both screens. Without script it is posted and answered with a page; with script it is sent to
// the function, and the page stays. The fields are the page's own; this knows how they are sent.

import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { type Draft, newDraft, readDraft, saveDraft, timeSpentMs } from './draft.ts'
import {
  type EnquiryErrors,
  type EnquiryField,
  type EnquiryKind,
  fieldsOf,
  outcomeTexts,
} from './enquiry-fields.ts'
import { type EnquiryFormData, enquiryBody, readFormData } from './enquiry-form-data.ts'
import type { Refusal } from './form-action.server.ts'
import { FieldsContext } from './form-fields.tsx'
import { type Outcome, sendEnquiry } from './send-enquiry.ts'
import { errorOf, findErrors } from './validate.ts'

interface EnquiryFormProps {
  kind: EnquiryKind
  /** What the form is called to assistive technology. */
  label: string
  /** What the fields hold at first. */
  initial: EnquiryFormData
  /** What the server said to the form when it came without script. */
  refusal: Refusal | undefined
  /** The reference of what was sent without script. */
  sent: string | null
  send: string
  /** What happens after it was sent. */
  next: string
  children: ReactNode
}

type State = { faults: EnquiryErrors } & (
  | { phase: 'writing' | 'sending' | 'failed' }
  | { phase: 'sent'; reference: string }
)

export function EnquiryForm(props: EnquiryFormProps) {
  const { kind, label, initial, refusal, sent, send, next, children } = props
  const { pathname, search } = useLocation()
  const address = pathname + search
  // Spelt the same on the server and in the browser. A form that is refused still knows what its page names.
  const query = new URLSearchParams(search).toString()
  const form = useRef<HTMLFormElement>(null)
  const outcome = useRef<HTMLDivElement>(null)
  const draft = useRef<Draft>(null)
  const wasPrefilled = useRef(false)
  const [state, setState] = useState<State>(() => firstState(refusal, sent))
  const { phase, faults } = state
  const firstFault = fieldsOf[kind].find((field) => faults[field])

  useEffect(() => {
    if (!form.current) return
    form.current.noValidate = true // from here on we say ourselves what is wrong
    const kept = readDraft(address)
    if (kept && !refusal) restore(form.current, kept.values)
    draft.current = kept ?? newDraft()
    wasPrefilled.current = Object.values(readFormData(kind, new FormData(form.current))).some(Boolean)
  }, [address, refusal, kind])

  // Whatever comes of it gets the focus: the first field that is wrong, or the note of the outcome.
  const isAnswered = useRef(false)
  useEffect(() => {
    if (!isAnswered.current) return
    isAnswered.current = false
    const field = firstFault && form.current?.elements.namedItem(firstFault)
    if (field instanceof HTMLElement) field.focus()
    else outcome.current?.focus()
  })

  function answer(state: State) {
    isAnswered.current = true
    setState(state)
  }

  function onInput({ currentTarget, target }: { currentTarget: HTMLFormElement; target: EventTarget }) {
    draft.current ??= newDraft()
    draft.current.values = readFormData(kind, new FormData(currentTarget))
    saveDraft(address, draft.current)
    const { name } = target as HTMLInputElement
    if (!faults[name as EnquiryField] || errorOf(target as HTMLInputElement)) return
    const { [name as EnquiryField]: _mended, ...rest } = faults
    setState({ phase: 'writing', faults: rest })
  }

  async function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (phase === 'sending') return
    const { currentTarget } = event
    const found = findErrors(currentTarget, kind)
    if (Object.keys(found).length > 0) return answer({ phase: 'writing', faults: found })
    setState({ phase: 'sending', faults: {} })
    draft.current ??= newDraft()
    const { key } = draft.current
    const values = new FormData(currentTarget)
    const trap = {
      website: String(values.get('website') ?? ''),
      filledInMs: timeSpentMs(draft.current),
      wasPrefilled: wasPrefilled.current,
    }
    answer(toState(await sendEnquiry(enquiryBody(kind, readFormData(kind, values), trap), key)))
  }

  function toState(result: Outcome): State {
    if (result === 'failed') return { phase: 'failed', faults: {} }
    if ('faults' in result) return { phase: 'writing', faults: result.faults }
    saveDraft(address, null)
    draft.current = newDraft()
    if (form.current) clear(form.current)
    wasPrefilled.current = false
    return { phase: 'sent', faults: {}, reference: result.reference }
  }

  return (
    <>
      {state.phase === 'sent' && (
        <div ref={outcome} id="outcome" className="outcome outcome-sent" role="status" tabIndex={-1}>
          <p className="font-medium">{outcomeTexts[kind].sent}</p>
          <p className="mt-2">
            Your reference is <strong className="tabular whitespace-nowrap">{state.reference}</strong>. {next}
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
        <FieldsContext value={{ values: refusal?.values ?? initial, faults, focused: refusal && firstFault }}>
          {children}
        </FieldsContext>
        <div className="off-page" aria-hidden="true">
          <label>
            Leave this empty
            <input name="website" tabIndex={-1} autoComplete="off" />
          </label>
        </div>
        <p className="field-count" role="status">
          {faultCount(faults)}
        </p>
        {phase === 'failed' && (
          <div ref={outcome} id="outcome" className="outcome outcome-failed" role="alert" tabIndex={-1}>
            <p className="font-medium">{outcomeTexts[kind].failed}</p>
          </div>
        )}
        <button type="submit" className="button justify-self-start px-8" disabled={phase === 'sending'}>
          {phase === 'sending' ? 'Sending...' : send}
        </button>
      </form>
    </>
  )
}

function firstState(refusal: Refusal | undefined, sent: string | null): State {
  if (refusal) return { phase: refusal.hasFailed ? 'failed' : 'writing', faults: refusal.faults }
  return sent ? { phase: 'sent', faults: {}, reference: sent } : { phase: 'writing', faults: {} }
}

function faultCount(faults: EnquiryErrors): string {
  const count = Object.keys(faults).length
  return count > 1 ? `${count} fields need your attention.` : ''
}

/** Puts the words of a draft back, except where somebody has typed since, and into what the page itself holds. */
function restore(form: HTMLFormElement, values: EnquiryFormData) {
  for (const [name, word] of Object.entries(values)) {
    const field = form.elements.namedItem(name)
    if (field instanceof HTMLInputElement && field.type === 'hidden') continue
    if (field instanceof HTMLInputElement && field.type === 'checkbox') field.checked ||= word === 'on'
    else if (field instanceof HTMLSelectElement) field.value = word
    else if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)
      if (field.value === field.defaultValue) field.value = word
  }
}

/** Empty, and not as it came: a prefilled form would look as if nothing had been sent. */
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

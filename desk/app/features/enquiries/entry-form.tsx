import { useEffect, useRef } from 'react'
import { DeskForm } from '../../ui/desk-form.tsx'
import { useDraft } from '../../ui/use-draft.ts'
import type { Refusal } from './actions.server.ts'

interface EntryFormProps {
  intent: 'note' | 'received'
  enquiry: { reference: string; entryKey: string }
  label: string
  help?: string
  button: string
  rows: number
  maxLength: number
  refusal: Refusal | undefined
  isSent: boolean
}

/** Adds a note to the conversation, or a pasted e-mail. */
export function EntryForm({
  intent,
  enquiry,
  label,
  help,
  button,
  refusal,
  isSent,
  ...text
}: EntryFormProps) {
  const { reference, entryKey } = enquiry
  const form = useRef<HTMLFormElement>(null)
  useDraft(form, `${intent} ${reference}`, isSent)
  useEffect(() => {
    if (isSent && entryKey) form.current?.reset()
  }, [isSent, entryKey])
  return (
    <DeskForm ref={form}>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="key" value={entryKey} />
      <div className="desk-field">
        <label htmlFor={`${intent}-text`}>{label}</label>
        {help && <p className="help">{help}</p>}
        <textarea
          {...text}
          id={`${intent}-text`}
          name="text"
          className="desk-input"
          defaultValue={refusal?.text ?? ''}
          required
          aria-invalid={refusal ? true : undefined}
          aria-describedby={refusal ? `${intent}-error` : undefined}
        />
        {refusal && (
          <p className="error" id={`${intent}-error`}>
            {refusal.message}
          </p>
        )}
      </div>
      <button type="submit" className="button-small mt-2">
        {button}
      </button>
    </DeskForm>
  )
}

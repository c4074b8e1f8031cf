import { useEffect, useRef } from 'react'
import { DeskForm } from '../../ui/desk-form.tsx'
import { useDraft } from '../../ui/use-draft.ts'
import type { Refusal } from './actions.server.ts'

interface NoteFormProps {
  reference: string
  noteKey: string
  refusal?: Refusal
  isSent: boolean
}

export function NoteForm({ reference, noteKey, refusal, isSent }: NoteFormProps) {
  const form = useRef<HTMLFormElement>(null)
  useDraft(form, `note ${reference}`, isSent)
  useEffect(() => {
    if (isSent && noteKey) form.current?.reset()
  }, [isSent, noteKey])
  return (
    <section aria-labelledby="note-title" className="enquiry-form">
      <h2 id="note-title" className="desk-subtitle mb-2">
        Note
      </h2>
      <DeskForm ref={form}>
        <input type="hidden" name="intent" value="note" />
        <input type="hidden" name="key" value={noteKey} />
        <div className="desk-field">
          <label htmlFor="note-text">For the desk only</label>
          <textarea
            id="note-text"
            name="text"
            rows={3}
            className="desk-input"
            defaultValue={refusal?.text ?? ''}
            maxLength={10_000}
            required
            aria-invalid={refusal ? true : undefined}
            aria-describedby={refusal ? 'note-error' : undefined}
          />
          {refusal && (
            <p className="error" id="note-error">
              {refusal.message}
            </p>
          )}
        </div>
        <button type="submit" className="button-small mt-2">
          Add note
        </button>
      </DeskForm>
    </section>
  )
}

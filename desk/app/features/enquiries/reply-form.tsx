import { useEffect, useRef } from 'react'
import { Link, useNavigation } from 'react-router'
import { DeskForm } from '../../ui/desk-form.tsx'
import { useDraft } from '../../ui/use-draft.ts'
import type { Refusal } from './actions.server.ts'

interface ReplyFormProps {
  enquiry: {
    reference: string
    name: string
    facts: { label: string; value: string }[]
    revision: number
    replyNumber: number
    replyTo: string
    sendsMail: boolean
    template: string | null
    filled: string | null
    templates: string[]
  }
  refusal?: Refusal
  isSent: boolean
}

export function ReplyForm({ enquiry, refusal, isSent }: ReplyFormProps) {
  const { reference, name, revision, replyNumber, sendsMail, template, filled, templates } = enquiry
  const form = useRef<HTMLFormElement>(null)
  const navigation = useNavigation()
  const isSending = navigation.formData?.get('intent') === 'reply'
  useDraft(form, `reply ${reference} ${template ?? ''}`, isSent)
  useEffect(() => {
    if (isSent && replyNumber) form.current?.reset()
  }, [isSent, replyNumber])
  const isWrong = refusal !== undefined && refusal.changes.length === 0
  return (
    <section aria-labelledby="reply-title" id="reply" className="enquiry-form">
      <h2 id="reply-title" className="desk-subtitle mb-2">
        Reply
      </h2>
      <nav aria-label="Templates" className="reply-templates">
        {templates.map((name) => (
          <Link
            key={name}
            to={`?template=${encodeURIComponent(name)}#reply`}
            preventScrollReset
            replace
            aria-current={name === template && !isSent ? 'true' : undefined}
          >
            {name}
          </Link>
        ))}
      </nav>
      <DeskForm ref={form} key={template}>
        <input type="hidden" name="intent" value="reply" />
        <input type="hidden" name="seen" value={revision} />
        <input type="hidden" name="number" value={replyNumber} />
        <div className="desk-field">
          <label htmlFor="reply-text">To {name}, by e-mail</label>
          <p className="help" id="reply-help">
            {sendsMail
              ? 'The visitor’s message is quoted below your reply.'
              : 'No mail server is set up: your reply is saved as a file and not sent.'}
          </p>
          <textarea
            id="reply-text"
            name="text"
            rows={9}
            className="desk-input"
            defaultValue={refusal?.text ?? filled ?? ''}
            maxLength={10_000}
            required
            aria-invalid={isWrong || undefined}
            aria-describedby={isWrong ? 'reply-error reply-help' : 'reply-help'}
          />
          {isWrong && (
            <p className="error" id="reply-error">
              {refusal.message}
            </p>
          )}
        </div>
        <button type="submit" className="button-small mt-2" data-main disabled={isSending}>
          {isSending ? 'Sending…' : 'Send'}
        </button>
      </DeskForm>
    </section>
  )
}

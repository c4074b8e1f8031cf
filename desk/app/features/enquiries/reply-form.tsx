import { type RefObject, useEffect, useRef, useState } from 'react'
import { Link, useNavigation } from 'react-router'
import { DeskForm } from '../../ui/desk-form.tsx'
import { useDraft } from '../../ui/use-draft.ts'
import type { Refusal } from './actions.server.ts'

interface ReplyFormProps {
  enquiry: {
    reference: string
    name: string
    hasAddress: boolean
    phone: string | null
    isByTelephone: boolean
    entryKey: string
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
  const { reference, name, hasAddress, phone, revision, replyNumber, entryKey } = enquiry
  const { template, filled, templates } = enquiry
  const intent = hasAddress ? 'reply' : 'said'
  const form = useRef<HTMLFormElement>(null)
  const navigation = useNavigation()
  const isSending = navigation.formData?.get('intent') === intent
  useDraft(form, `reply ${reference} ${template ?? ''}`, isSent)
  useEffect(() => {
    if (isSent && entryKey) form.current?.reset()
  }, [isSent, entryKey])
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
        <input type="hidden" name="intent" value={intent} />
        <input type="hidden" name="seen" value={revision} />
        <input type="hidden" name="number" value={replyNumber} />
        <input type="hidden" name="key" value={entryKey} />
        <div className="desk-field">
          <label htmlFor="reply-text">
            To {name}, {hasAddress ? 'by e-mail' : 'by telephone'}
          </label>
          <p className="help" id="reply-help">
            {helpOf(enquiry)}
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
        <p className="enquiry-buttons mt-2">
          <button type="submit" className="button-small" data-main disabled={isSending}>
            {hasAddress ? (isSending ? 'Sending…' : 'Send') : 'Save as said by telephone'}
          </button>
          {phone && (
            <a href={`tel:${phone.replace(/[^\d+]/g, '')}`} className="button-small">
              Call {phone}
            </a>
          )}
          {!hasAddress && <CopyMessage form={form} />}
        </p>
      </DeskForm>
    </section>
  )
}

function helpOf({ hasAddress, sendsMail, isByTelephone }: ReplyFormProps['enquiry']): string {
  if (!hasAddress) return 'Say it, or copy it into a message. What you save is a note in the conversation.'
  if (!sendsMail) return 'No mail server is set up: your reply is saved as a file and not sent.'
  return isByTelephone
    ? 'What you wrote down by telephone is not quoted.'
    : 'The visitor’s message is quoted below your reply.'
}

function CopyMessage({ form }: { form: RefObject<HTMLFormElement | null> }) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    const text = form.current?.querySelector('textarea')
    text?.select()
    await navigator.clipboard.writeText(text?.value ?? '')
    setCopied(true)
  }
  return (
    <>
      <button type="button" className="button-small needs-script" onClick={copy}>
        Copy the message
      </button>
      <span role="status">{isCopied && 'Copied.'}</span>
    </>
  )
}

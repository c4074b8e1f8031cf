import { Link } from 'react-router'
import { CopyButton, selectText } from '../../ui/copy-button.tsx'
import { Section } from '../../ui/page.tsx'
import type { Refusal } from './actions.server.ts'
import { EntryForm } from './entry-form.tsx'
import { NOT_SENT } from './not-sent.ts'
import type { ShownEnquiry } from './shown-enquiry.server.ts'

interface ReplyFormProps {
  enquiry: ShownEnquiry
  refusal: Refusal | undefined
  isSent: boolean
}

export function ReplyForm({ enquiry, refusal, isSent }: ReplyFormProps) {
  const { name, hasAddress, phone, phoneLink, template, filled, templates } = enquiry
  return (
    <div id="reply" className="enquiry-form">
      <Section id="reply-title" title="Reply">
        <nav aria-label="Templates" className="link-row mb-1">
          {templates.map((one) => (
            <Link
              key={one}
              to={`?template=${encodeURIComponent(one)}#reply`}
              className="link"
              preventScrollReset
              replace
              aria-current={one === template && !isSent ? 'true' : undefined}
            >
              {one}
            </Link>
          ))}
        </nav>
        <EntryForm
          intent={hasAddress ? 'reply' : 'said'}
          enquiry={enquiry}
          template={{ name: template, filled }}
          label={`To ${name}, by ${hasAddress ? 'e-mail' : 'telephone'}`}
          help={helpOf(enquiry)}
          button={hasAddress ? 'Send' : 'Save as said by telephone'}
          rows={9}
          maxLength={10_000}
          refusal={refusal}
          isSent={isSent}
        >
          {(form) => (
            <>
              {phoneLink && (
                <a href={phoneLink} className="button-small">
                  Call {phone}
                </a>
              )}
              {!hasAddress && <CopyButton text={() => selectText(form.current)}>Copy the message</CopyButton>}
            </>
          )}
        </EntryForm>
      </Section>
    </div>
  )
}

function helpOf({ hasAddress, sendsMail, isByTelephone }: ShownEnquiry): string {
  if (!hasAddress) return 'Say it, or copy it into a message. What you save is a note in the conversation.'
  if (!sendsMail) return NOT_SENT
  return isByTelephone
    ? 'What you wrote down by telephone is not quoted.'
    : 'The visitor’s message is quoted below your reply.'
}

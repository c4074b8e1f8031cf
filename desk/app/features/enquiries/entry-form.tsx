import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { useNavigation } from 'react-router'
import { DeskForm, SubmitButton } from '../../ui/desk-form.tsx'
import { TextArea } from '../../ui/field.tsx'
import { useDraft } from '../../ui/use-draft.ts'
import type { Refusal } from './actions.server.ts'
import type { ShownEnquiry } from './shown-enquiry.server.ts'

interface EntryFormProps {
  intent: 'reply' | 'said' | 'note' | 'received'
  enquiry: ShownEnquiry
  /** A reply has one. */
  template?: { name: string | null; filled: string | null }
  label: string
  help?: string
  button: string
  /** Further buttons. */
  children?(form: RefObject<HTMLFormElement | null>): ReactNode
  rows: number
  maxLength: number
  refusal: Refusal | undefined
  isSent: boolean
}

/** Adds a text to the conversation: a reply, a note, or a pasted e-mail. */
export function EntryForm({
  intent,
  enquiry: { reference, entryKey, revision, replyNumber },
  template,
  button,
  children,
  refusal,
  isSent,
  ...text
}: EntryFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const isSending = useNavigation().formData?.get('intent') === intent
  useDraft(form, `${template ? 'reply' : intent} ${reference} ${template?.name ?? ''}`, isSent)
  useEffect(() => {
    if (isSent && entryKey) form.current?.reset()
  }, [isSent, entryKey])
  const sent = { intent, key: entryKey, seen: revision, number: replyNumber }
  return (
    <DeskForm ref={form} key={template?.name} answer={refusal} showsMessage={false} sends={sent}>
      <TextArea {...text} name="text" defaultValue={template?.filled ?? ''} required />
      <p className="desk-actions mt-2">
        <SubmitButton data-main={template !== undefined || undefined} disabled={isSending}>
          {isSending && intent === 'reply' ? 'Sending…' : button}
        </SubmitButton>
        {children?.(form)}
      </p>
    </DeskForm>
  )
}

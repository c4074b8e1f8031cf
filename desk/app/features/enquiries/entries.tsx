import { DeskForm, SubmitButton } from '../../ui/desk-form.tsx'
import type { ShownEntry, ShownMail } from './conversation.server.ts'

export const VERBS: Record<ShownEntry['kind'], string> = {
  reply: 'replied',
  note: 'noted',
  received: 'pasted a reply of the visitor',
  event: '',
}

/** One line of the ledger: a reply, a note or a change. @param visitor the name */
export function EntryItem({ entry, visitor }: { entry: ShownEntry; visitor: string }) {
  const { kind, person, body, at, mail } = entry
  if (kind === 'event')
    return (
      <li className="conversation-entry flex flex-wrap justify-between gap-x-4 py-2 text-note text-quiet">
        <p>
          {person} · {body}
        </p>
        <p className="text-quiet text-sm tabular-nums">{at}</p>
      </li>
    )
  return (
    <li className="conversation-entry" data-kind={kind}>
      <div className="flex flex-wrap justify-between gap-x-4">
        <p>
          {kind === 'received' ? (
            <>
              <strong>{visitor}</strong> {`replied, pasted by ${person}`}
            </>
          ) : (
            <>
              <strong>{person}</strong> {VERBS[kind]}
            </>
          )}
        </p>
        <p className="text-quiet text-sm tabular-nums">{at}</p>
      </div>
      <p className="conversation-body my-1">{body}</p>
      {mail && <MailState mail={mail} what="This reply" />}
    </li>
  )
}

export function MailState({
  mail,
  what,
}: {
  mail: Omit<ShownMail, 'id' | 'mayRetry'> & Partial<ShownMail>
  what: string
}) {
  const { id, state, text, at, reason, mayRetry } = mail
  const isWrong = state === 'failing' || state === 'failed'
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-note text-quiet">
      <p>
        {`${what}: `}
        <span className={isWrong ? 'waits' : undefined}>{text.charAt(0).toLowerCase() + text.slice(1)}</span>
        <span>{`${at ? `, ${at}` : ''}${reason ? ` (${reason})` : ''}`}</span>
      </p>
      {mayRetry && id && (
        <DeskForm sends={{ intent: 'retry', mail: id }}>
          <SubmitButton>Send again</SubmitButton>
        </DeskForm>
      )}
    </div>
  )
}

import { DeskForm } from '../../ui/desk-form.tsx'
import type { ShownEntry, ShownMail } from './conversation.server.ts'

const VERBS: Record<ShownEntry['kind'], string> = { reply: 'replied', note: 'noted', event: '' }

/** One line of the ledger: a reply, a note or a change. */
export function EntryItem({ entry }: { entry: ShownEntry }) {
  const { kind, person, body, at, mail } = entry
  if (kind === 'event')
    return (
      <li className="conversation-entry conversation-event">
        <p>
          {person} · {body}
        </p>
        <p className="conversation-at">{at}</p>
      </li>
    )
  return (
    <li className="conversation-entry" data-kind={kind}>
      <div className="conversation-head">
        <p>
          <strong>{person}</strong> {VERBS[kind]}
        </p>
        <p className="conversation-at">{at}</p>
      </div>
      <p className="conversation-body">{body}</p>
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
    <div className="conversation-mail">
      <p>
        {`${what}: `}
        <span className={isWrong ? 'waits' : undefined}>{text.charAt(0).toLowerCase() + text.slice(1)}</span>
        <span>{`${at ? `, ${at}` : ''}${reason ? ` (${reason})` : ''}`}</span>
      </p>
      {mayRetry && id && (
        <DeskForm>
          <input type="hidden" name="intent" value="retry" />
          <input type="hidden" name="mail" value={id} />
          <button type="submit" className="button-small">
            Send again
          </button>
        </DeskForm>
      )}
    </div>
  )
}

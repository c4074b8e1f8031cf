import { domainOf } from '#shared/text/email-address.ts'
import type { Addresses } from './addresses.ts'
import type { StoredMail } from './mail-store.ts'
import type { Mail } from './mailer.ts'

/** Replies go to the dealer. Automatic replies are suppressed (RFC 3834), except to emails that a person wrote. */
export function composeVisitorMail(mail: StoredMail, { firm, from, to }: Addresses): Mail {
  const { kind, recipient, subject, body, unsubscribeUrl, createdAt, quoted, inReplyTo, thread } = mail
  return {
    messageId: messageIdOf(mail, from),
    fileName: visitorMailFileName(mail),
    date: new Date(createdAt),
    from: { name: firm, address: from },
    to: recipient,
    replyTo: to.join() === from ? undefined : to.map((address) => ({ name: firm, address })),
    subject,
    text: quoted ? `${body}\n\n${quoted}\n` : body,
    ...(inReplyTo && { inReplyTo, references: thread?.split(' ') ?? [] }),
    headers:
      kind === 'reply'
        ? {}
        : {
            'Auto-Submitted': kind === 'acknowledgement' ? 'auto-replied' : 'auto-generated',
            'X-Auto-Response-Suppress': 'All',
            ...(unsubscribeUrl && {
              'List-Unsubscribe': `<${unsubscribeUrl}>`,
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            }),
          },
  }
}

/** The same for every attempt: if a crash makes us send twice, mail programs show one message. */
export const messageIdOf = ({ id, kind }: Pick<StoredMail, 'id' | 'kind'>, from: string) =>
  `<${kind}.${id}@${domainOf(from)}>`

const REPLY_KEY = /^reply (\S+) (\d+)$/

/** A reply's file name has the day and reference of its enquiry, so that retention removes both files together. */
export function visitorMailFileName({
  id,
  kind,
  mailKey,
  createdAt,
}: Pick<StoredMail, 'id' | 'kind' | 'mailKey' | 'createdAt'>): string {
  const [, enquiry, number] = REPLY_KEY.exec(mailKey) ?? []
  return enquiry ? `${enquiry}-reply-${number}.eml` : `${createdAt.slice(0, 10)}-${kind}-${id}.eml`
}

import { type Addresses, domainOf } from '../enquiries/enquiry-email.ts'
import type { StoredMail } from './mail-store.ts'
import type { Mail } from './mailer.ts'

/** Answers go to the dealer; automatic ones are asked not to come (RFC 3834), except to what a person wrote. */
export function composeVisitorMail(mail: StoredMail, { firm, from, to }: Addresses): Mail {
  const { kind, recipient, subject, text, unsubscribeUrl, createdAt, reply } = mail
  return {
    messageId: messageIdOf(mail, from),
    fileName: visitorMailFileName(mail),
    date: new Date(createdAt),
    from: { name: firm, address: from },
    to: recipient,
    ...(to.length === 1 && to[0] === from ? {} : { replyTo: to.map((address) => ({ name: firm, address })) }),
    subject,
    text: reply ? `${text}\n\n${reply.quoted}\n` : text,
    ...(reply && { inReplyTo: reply.inReplyTo, references: reply.references }),
    headers: reply
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

/** The same at every attempt: if a crash makes us send twice, mail programs show one message. */
export const messageIdOf = ({ id, kind }: Pick<StoredMail, 'id' | 'kind'>, from: string) =>
  `<${kind}.${id}@${domainOf(from)}>`

const REPLY_KEY = /^reply (\S+) (\d+)$/

/** Of a reply the day and the reference of its enquiry, so that retention removes both files together. */
export function visitorMailFileName({
  id,
  kind,
  mailKey,
  createdAt,
}: Pick<StoredMail, 'id' | 'kind' | 'mailKey' | 'createdAt'>): string {
  const [, enquiry, number] = REPLY_KEY.exec(mailKey) ?? []
  return enquiry ? `${enquiry}-reply-${number}.eml` : `${createdAt.slice(0, 10)}-${kind}-${id}.eml`
}

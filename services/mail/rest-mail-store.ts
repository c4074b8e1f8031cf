/** The rows of mails for what does not use data/ yet (docs/architecture.md). */
import { type NewMail, normalizeAddress } from './mail-store.ts'

/** The columns of a new e-mail. */
export const toMailRow = ({ reply, ...mail }: NewMail) => ({
  mail_key: mail.mailKey,
  kind: mail.kind,
  recipient: normalizeAddress(mail.recipient),
  subject: mail.subject,
  body: mail.text,
  unsubscribe_url: mail.unsubscribeUrl ?? null,
  ...(mail.personId && { person_id: mail.personId }),
  ...(reply && {
    enquiry_id: reply.enquiryId,
    person: reply.person,
    quoted: reply.quoted || null,
    in_reply_to: reply.inReplyTo || null,
    thread: reply.references.join(' ') || null,
  }),
})

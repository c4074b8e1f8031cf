/** The mails over the REST contract, for services that do not use data/ yet (docs/architecture.md). */
import type { BackendClient } from '#shared/data/client.ts'
import { requireRows, requireSuccess } from '#shared/data/response.ts'
import { mailboxOf, type NewMail, normalizeAddress, type StoredMail } from './mail-store.ts'

const INSERT_BATCH = 500

/** Skips emails whose key exists already. @returns the number of new ones. */
export async function queueMails(client: BackendClient, mails: readonly NewMail[]): Promise<number> {
  let added = 0
  for (let from = 0; from < mails.length; from += INSERT_BATCH) {
    const rows = mails.slice(from, from + INSERT_BATCH).map(toMailRow)
    const insertion = client.from('mails').upsert(rows, { onConflict: 'mail_key', ignoreDuplicates: true })
    added += requireRows(await insertion.select('id')).length
  }
  return added
}

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

const MAX_COUNTED = 1_000

/** The number of emails of a kind that were sent to a mailbox since a moment, or wait to be. */
export async function countMailsTo(
  client: BackendClient,
  address: string,
  kind: StoredMail['kind'],
  since: Date,
): Promise<number> {
  const mailbox = mailboxOf(address)
  const response = await client
    .from('mails')
    .select('recipient')
    .like('recipient', `%${mailbox.slice(mailbox.indexOf('@'))}`)
    .eq('kind', kind)
    .gte('created_at', since.toISOString())
    .order('created_at', { ascending: false })
    .limit(MAX_COUNTED)
  return requireRows(response).filter(({ recipient }) => mailboxOf(String(recipient)) === mailbox).length
}

/**
 * Removes the emails of an alert that has ended, so that pending ones are not sent and no copy contains the address.
 */
export async function removeMailsOfAlert(client: BackendClient, alertId: string): Promise<void> {
  requireSuccess(await client.from('mails').delete().like('mail_key', `% ${alertId} %`))
}

/** Removes the confirmations to an address that contain the key of an alert; with '', all of them. */
export async function removeConfirmationsWith(
  client: BackendClient,
  address: string,
  key: string,
): Promise<void> {
  const confirmations = client.from('mails').delete().eq('kind', 'confirmation')
  requireSuccess(await confirmations.eq('recipient', normalizeAddress(address)).like('body', `%${key}%`))
}

/** A confirmation is useless once its alert has expired. */
export async function removeConfirmationsBefore(client: BackendClient, moment: Date): Promise<void> {
  const removal = client.from('mails').delete().eq('kind', 'confirmation')
  requireSuccess(await removal.lt('created_at', moment.toISOString()))
}

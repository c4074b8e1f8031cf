/** Emails to visitors, and security notices to people of the desk, in the table `mails`; the outbox sends them. */

import { camelCaseRow } from '#shared/data/case-row.ts'
import type { BackendClient } from '#shared/data/client.ts'
import { readAll } from '#shared/data/read-all.ts'
import { requireRows, requireSuccess } from '#shared/data/response.ts'
import { cleanLine } from '#shared/text/clean-text.ts'
import type { Delivery } from './deliveries.ts'

type MailKind = 'acknowledgement' | 'confirmation' | 'alert' | 'reply' | 'security-notice'

export interface NewMail {
  /** Identifies the email: a second one with the same key is not queued. */
  mailKey: string
  kind: MailKind
  recipient: string
  subject: string
  text: string
  /** The URL for one-click unsubscribing (RFC 8058). */
  unsubscribeUrl?: string | null
  reply?: ReplyDetails
  /** Of a security notice: whose sign-in it is about. */
  personId?: string
}

/** Additional fields of a reply to an enquiry. */
interface ReplyDetails {
  enquiryId: string
  person: string
  /** The visitor's message, quoted below the reply; empty for a message that we wrote down by telephone. */
  quoted: string
  /** A Message-ID; empty for the first e-mail of a conversation. */
  inReplyTo: string
  /** The Message-IDs of the conversation, oldest first. */
  references: string[]
}

export interface StoredMail extends NewMail, Delivery {
  delivery: 'waiting' | 'sent' | 'undeliverable'
  lastError: string | null
  sentAt: string | null
  sentBy: 'smtp' | 'file' | null
  /** The number of permanent refusals by the mail server. */
  refusals: number
  createdAt: string
}

/**
 * The number of permanent refusals after which an email is given up: a mailbox that does not exist refuses every email.
 */
const MAX_REFUSALS = 3
/** After this time news is out of date, so the email is given up. */
export const GIVE_UP_AFTER_MS = 5 * 86_400_000
const INSERT_BATCH = 500

/** Addresses are stored and compared in this form. */
export const normalizeAddress = (address: string) => cleanLine(address).toLowerCase()

/**
 * The form in which limits count addresses: a tag and dots before the @ often lead to the same mailbox, so a stranger
 * could otherwise fill it with one spelling after another. 'A.nn+shop@Gmail.com' → 'ann@gmail.com'
 */
export function mailboxOf(address: string): string {
  const [, name = '', domain = ''] = /^(.*)@(.*)$/s.exec(normalizeAddress(address)) ?? []
  return `${name.replace(/(?!^)\+.*$/s, '').replaceAll('.', '')}@${domain}`
}

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
  kind: MailKind,
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

export async function listWaitingMails(client: BackendClient, limit: number): Promise<StoredMail[]> {
  const waiting = client.from('mails').select('*').eq('delivery', 'waiting')
  return requireRows(await waiting.order('next_attempt_at').order('id').limit(limit)).map(toMail)
}

/**
 * Records a permanent refusal, or that an email is too old to be sent.
 * @returns whether the email is given up
 */
export async function noteRefusal(
  client: BackendClient,
  { id, refusals, createdAt }: StoredMail,
  isPermanent: boolean,
  now: Date,
): Promise<boolean> {
  const count = refusals + (isPermanent ? 1 : 0)
  const isGivenUp = count >= MAX_REFUSALS || now.getTime() - Date.parse(createdAt) > GIVE_UP_AFTER_MS
  if (!isPermanent && !isGivenUp) return false
  const change = { refusals: count, ...(isGivenUp ? { delivery: 'undeliverable', lease: null } : {}) }
  requireSuccess(await client.from('mails').update(change).eq('id', id).eq('delivery', 'waiting'))
  return isGivenUp
}

/** Replies stay, because they belong to a conversation; they are removed with their enquiry. */
export async function removeFinishedMailsBefore(client: BackendClient, moment: Date): Promise<void> {
  const finished = client.from('mails').delete().neq('delivery', 'waiting').neq('kind', 'reply')
  requireSuccess(await finished.lt('created_at', moment.toISOString()))
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

/** @returns the removed emails. */
export async function removeMailsTo(client: BackendClient, address: string): Promise<StoredMail[]> {
  const removal = client.from('mails').delete().eq('recipient', normalizeAddress(address))
  return requireRows(await removal.select('*')).map(toMail)
}

export async function findMail(client: BackendClient, mailKey: string): Promise<StoredMail | null> {
  const [row] = requireRows(await client.from('mails').select('*').eq('mail_key', mailKey))
  return row ? toMail(row) : null
}

export async function mailsTo(client: BackendClient, address: string): Promise<StoredMail[]> {
  const wanted = `("${normalizeAddress(address).replace(/[\\"]/g, '\\$&')}")`
  return Array.fromAsync(readAll(client, 'mails', { column: 'recipient', list: wanted }), toMail)
}

/**
 * Queues a failed email again, or makes a waiting one due now. Emails that are being sent or were sent are left alone.
 * @returns whether it is queued
 */
export async function retryMail(client: BackendClient, id: string): Promise<boolean> {
  const at = new Date().toISOString()
  // The retry period begins with the creation of an email, so that is updated.
  const anew = {
    delivery: 'waiting',
    refusals: 0,
    attempts: 0,
    lease: null,
    next_attempt_at: at,
    created_at: at,
  }
  const givenUp = client.from('mails').update(anew).eq('id', id).eq('delivery', 'undeliverable')
  if (requireRows(await givenUp.select('id')).length > 0) return true
  const waiting = client.from('mails').update({ next_attempt_at: at }).eq('id', id).eq('delivery', 'waiting')
  return requireRows(await waiting.is('lease', null).select('id')).length > 0
}

/** Emails that were given up or are being retried, oldest first. */
export async function listUnsentMails(client: BackendClient, limit: number): Promise<StoredMail[]> {
  const givenUp = client
    .from('mails')
    .select('*')
    .eq('delivery', 'undeliverable')
    .order('created_at')
    .order('id')
  const failing = client
    .from('mails')
    .select('*')
    .eq('delivery', 'waiting')
    .not('last_error', 'is', null)
    .order('next_attempt_at')
    .order('id')
  const rows = [...requireRows(await givenUp.limit(limit)), ...requireRows(await failing.limit(limit))]
  return rows
    .map(toMail)
    .sort((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt))
    .slice(0, limit)
}

export function toMail(row: Record<string, unknown>): StoredMail {
  const { body, enquiry_id, person, quoted, in_reply_to, thread, person_id, updated_at, ...others } = row
  const references = String(thread ?? '')
    .split(' ')
    .filter(Boolean)
  const reply = {
    enquiryId: enquiry_id,
    person,
    quoted: quoted ?? '',
    inReplyTo: in_reply_to ?? '',
    references,
  }
  return {
    ...camelCaseRow(others),
    text: body,
    ...(row.kind === 'security-notice' && { personId: person_id }),
    ...(row.kind === 'reply' && { reply }),
  } as StoredMail
}

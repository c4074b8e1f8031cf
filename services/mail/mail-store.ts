/** Emails to visitors, and security notices to people of the desk, in the table `mails`; the outbox sends them. */

import type { Reader, Row, Transaction } from '#data/tables.ts'
import { toTime } from '#data/times.ts'
import { cleanLine } from '#shared/text/clean-text.ts'

export type StoredMail = Row<'mails'>

export interface NewMail {
  /** Identifies the email: a second one with the same key is not queued. */
  mailKey: string
  kind: StoredMail['kind']
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

/**
 * The number of permanent refusals after which an email is given up: a mailbox that does not exist refuses every email.
 */
const MAX_REFUSALS = 3
/** After this time news is out of date, so the email is given up. */
export const GIVE_UP_AFTER_MS = 5 * 86_400_000

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

const MAX_COUNTED = 1_000

/** The number of emails of a kind that were sent to a mailbox since a moment, or wait to be. */
export async function countMailsTo(
  reader: Reader,
  address: string,
  kind: StoredMail['kind'],
  since: Date,
): Promise<number> {
  const mailbox = mailboxOf(address)
  const latest = await reader
    .selectFrom('mails')
    .select('recipient')
    .where('recipient', 'like', `%${mailbox.slice(mailbox.indexOf('@'))}`)
    .where('kind', '=', kind)
    .where('createdAt', '>=', toTime(since))
    .orderBy('createdAt', 'desc')
    .limit(MAX_COUNTED)
    .execute()
  return latest.filter(({ recipient }) => mailboxOf(recipient) === mailbox).length
}

const mails = (reader: Reader) => reader.selectFrom('mails').selectAll()

export const listWaitingMails = (reader: Reader, limit: number): Promise<StoredMail[]> =>
  mails(reader)
    .where('delivery', '=', 'waiting')
    .orderBy('nextAttemptAt')
    .orderBy('id')
    .limit(limit)
    .execute()

/**
 * Records a permanent refusal, or that an email is too old to be sent.
 * @returns whether the email is given up
 */
export async function noteRefusal(
  transaction: Transaction,
  { id, refusals, createdAt }: StoredMail,
  isPermanent: boolean,
  now: Date,
): Promise<boolean> {
  const count = refusals + (isPermanent ? 1 : 0)
  const isGivenUp = count >= MAX_REFUSALS || now.getTime() - Date.parse(createdAt) > GIVE_UP_AFTER_MS
  if (!isPermanent && !isGivenUp) return false
  const noted = transaction.updateTable('mails').set('refusals', count)
  const change = isGivenUp ? noted.set({ delivery: 'undeliverable', lease: null }) : noted
  await change.where('id', '=', id).where('delivery', '=', 'waiting').execute()
  return isGivenUp
}

/** Replies stay, because they belong to a conversation; they are removed with their enquiry. */
export async function removeFinishedMailsBefore(transaction: Transaction, moment: Date): Promise<void> {
  await transaction
    .deleteFrom('mails')
    .where('delivery', '<>', 'waiting')
    .where('kind', '<>', 'reply')
    .where('createdAt', '<', toTime(moment))
    .execute()
}

/**
 * Removes the emails of an alert that has ended, so that pending ones are not sent and no copy contains the address.
 */
export async function removeMailsOfAlert(transaction: Transaction, alertId: string): Promise<void> {
  await transaction.deleteFrom('mails').where('mailKey', 'like', `% ${alertId} %`).execute()
}

/** Removes the confirmations to an address that contain the key of an alert; with '', all of them. */
export async function removeConfirmationsWith(
  transaction: Transaction,
  address: string,
  key: string,
): Promise<void> {
  await transaction
    .deleteFrom('mails')
    .where('kind', '=', 'confirmation')
    .where('recipient', '=', normalizeAddress(address))
    .where('body', 'like', `%${key}%`)
    .execute()
}

/** A confirmation is useless once its alert has expired. */
export async function removeConfirmationsBefore(transaction: Transaction, moment: Date): Promise<void> {
  await transaction
    .deleteFrom('mails')
    .where('kind', '=', 'confirmation')
    .where('createdAt', '<', toTime(moment))
    .execute()
}

export async function removeMailsTo(transaction: Transaction, address: string): Promise<void> {
  await transaction.deleteFrom('mails').where('recipient', '=', normalizeAddress(address)).execute()
}

export const findMail = (reader: Reader, mailKey: string): Promise<StoredMail | undefined> =>
  mails(reader).where('mailKey', '=', mailKey).executeTakeFirst()

export const findMailById = (reader: Reader, id: string): Promise<StoredMail | undefined> =>
  mails(reader).where('id', '=', id).executeTakeFirst()

export const mailsTo = (reader: Reader, address: string): Promise<StoredMail[]> =>
  mails(reader).where('recipient', '=', normalizeAddress(address)).orderBy('id').execute()

/** Emails that were given up or are being retried, oldest first. */
export async function listUnsentMails(reader: Reader, limit: number): Promise<StoredMail[]> {
  const givenUp = mails(reader).where('delivery', '=', 'undeliverable').orderBy('createdAt').orderBy('id')
  const waiting = mails(reader).where('delivery', '=', 'waiting').where('lastError', 'is not', null)
  const failing = waiting.orderBy('nextAttemptAt').orderBy('id')
  const found = await Promise.all([givenUp.limit(limit).execute(), failing.limit(limit).execute()])
  return found
    .flat()
    .sort((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt))
    .slice(0, limit)
}

/** The conversation about an enquiry: notes, replies and changes. Database triggers add replies and changes. */

import { camelCaseRow } from '#shared/data/case-row.ts'
import type { BackendClient } from '#shared/data/client.ts'
import { readAll } from '#shared/data/read-all.ts'
import { inquiryTypes } from '#shared/enquiries/enquiry-fields.ts'
import { type StoredMail, toMail } from '../mail/mail-store.ts'
import { findEnquiry, type StoredEnquiry } from './enquiry-store.ts'

export interface Entry {
  id: string
  /** received: what the visitor replied by e-mail, which the person pasted. */
  kind: 'note' | 'reply' | 'received' | 'event'
  person: string
  body: string
  mailId: string | null
  /** From 1, in order. */
  number: number
  /** ISO time. */
  createdAt: string
}

export interface Conversation {
  enquiry: StoredEnquiry
  entries: Entry[]
  /** The acknowledgement; null if none was sent or its copy has been removed. */
  acknowledgement: StoredMail | null
  /** Keyed by id. */
  replies: Map<string, StoredMail>
}

/** An enquiry with its conversation; null if there is no such enquiry. */
export async function readConversation(
  client: BackendClient,
  reference: string,
): Promise<Conversation | null> {
  const enquiry = await findEnquiry(client, reference)
  if (!enquiry) return null
  const [entries, replies, acknowledgements] = await Promise.all([
    readEntries(client, enquiry.id),
    readMails(client, 'enquiry_id', enquiry.id),
    readMails(client, 'mail_key', acknowledgementKey(enquiry)),
  ])
  return {
    enquiry,
    entries,
    acknowledgement: acknowledgements[0] ?? null,
    replies: new Map(replies.map((mail) => [mail.id, mail])),
  }
}

const acknowledgementKey = ({ reference }: Pick<StoredEnquiry, 'reference'>) => `acknowledgement ${reference}`

/** The entries in order. */
export async function readEntries(client: BackendClient, enquiryId: string): Promise<Entry[]> {
  const within = { column: 'enquiry_id', list: `(${enquiryId})` }
  const entries = await Array.fromAsync(readAll(client, 'enquiry_entries', within), toEntry)
  return entries.sort((a, b) => a.number - b.number)
}

const readMails = (client: BackendClient, column: string, value: string): Promise<StoredMail[]> =>
  Array.fromAsync(readAll(client, 'mails', { column, list: `("${value}")` }), toMail)

/** What an enquiry is about, in a few words. */
export function describeTopic({
  kind,
  inquiryType,
  plateNumber,
  subject,
}: Pick<StoredEnquiry, 'kind' | 'inquiryType' | 'plateNumber' | 'subject'>): string {
  if (kind === 'valuation') return `Valuation of ${plateNumber}`
  if (kind === 'telephone') return plateNumber ? `By telephone: ${plateNumber}` : 'By telephone'
  return subject ?? (inquiryType ? inquiryTypes[inquiryType] : 'Enquiry')
}

const toEntry = (row: object) => camelCaseRow(row) as unknown as Entry

/** The conversation about an enquiry: notes, replies and changes. Database triggers add replies and changes. */

import type { Reader, Row } from '#data/tables.ts'
import { inquiryTypes } from '#shared/enquiries/enquiry-fields.ts'
import { findMail, type StoredMail } from '../mail/mail-store.ts'
import { findEnquiry, type StoredEnquiry } from './enquiry-store.ts'

/** `received` is what the visitor replied by e-mail, which the person pasted. `number` counts from 1, in order. */
export type Entry = Row<'enquiryEntries'>

export interface Conversation {
  enquiry: StoredEnquiry
  entries: Entry[]
  /** The acknowledgement; null if none was sent or its copy has been removed. */
  acknowledgement: StoredMail | null
  /** Keyed by id. */
  replies: Map<string, StoredMail>
}

/** An enquiry with its conversation; null if there is no such enquiry. */
export async function readConversation(reader: Reader, reference: string): Promise<Conversation | null> {
  const enquiry = await findEnquiry(reader, reference)
  if (!enquiry) return null
  const [entries, replies, acknowledgement] = await Promise.all([
    readEntries(reader, enquiry.id),
    reader
      .selectFrom('mails')
      .selectAll()
      .where('enquiryId', '=', enquiry.id)
      .orderBy('createdAt')
      .orderBy('id')
      .execute(),
    findMail(reader, acknowledgementKey(enquiry)),
  ])
  return {
    enquiry,
    entries,
    acknowledgement: acknowledgement ?? null,
    replies: new Map(replies.map((mail) => [mail.id, mail])),
  }
}

const acknowledgementKey = ({ reference }: Pick<StoredEnquiry, 'reference'>) => `acknowledgement ${reference}`

/** The entries in order. */
export const readEntries = (reader: Reader, enquiryId: string): Promise<Entry[]> =>
  reader
    .selectFrom('enquiryEntries')
    .selectAll()
    .where('enquiryId', '=', enquiryId)
    .orderBy('number')
    .orderBy('id')
    .execute()

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

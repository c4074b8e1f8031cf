/** The rows of enquiries and their conversations. */

import type { Generated } from 'kysely'
import type { InquiryType } from '#shared/enquiries/enquiry-fields.ts'
import type { Time } from '../times.ts'
import type { Created, Dated, Sent } from './row.ts'

interface EnquiriesTable extends Dated, Sent {
  reference: string
  idempotencyKey: string
  kind: 'contact' | 'valuation' | 'telephone'
  name: string
  email: string | null
  phone: string | null
  subject: string | null
  inquiryType: InquiryType | null
  plateNumber: string | null
  message: string | null
  ownership: boolean | null
  delivery: Generated<'waiting' | 'sent' | 'quarantined'>
  quarantineReason: string | null
  sentBy: 'smtp' | 'file' | 'desk' | null
  resends: Generated<number>
  closedAt: Time | null
  digestId: string | null
  status: Generated<'new' | 'answered' | 'replied' | 'won' | 'lost' | 'spam'>
  ownerId: string | null
  owner: string | null
  answeredAt: Time | null
  repliedAt: Time | null
  lostReason: 'price' | 'bought elsewhere' | 'no answer' | 'changed their mind' | null
  changedBy: string | null
  revision: Generated<number>
  offer: number | null
}

interface EnquiryEntriesTable extends Created {
  enquiryId: string
  kind: 'note' | 'reply' | 'received' | 'event'
  person: string
  body: string
  mailId: string | null
  number: Generated<number>
}

interface EnquirersView {
  id: string
  createdAt: Time
  email: string | null
  phone: string | null
}

export interface EnquiryTables {
  enquiries: EnquiriesTable
  enquiryEntries: EnquiryEntriesTable
  enquirers: EnquirersView
}

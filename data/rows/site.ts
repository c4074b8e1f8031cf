/** The rows of the site itself: its log, settings, mails and counters. */
import type { Generated } from 'kysely'
import type { Time } from '../times.ts'

export interface AuditTable {
  id: Generated<string>
  at: Generated<Time>
  person: string
  command: string
  change: string
  personId: string | null
}

export interface SettingsTable {
  id: Generated<string>
  name: string
  value: string
  person: string
  createdAt: Generated<Time>
  updatedAt: Generated<Time>
}

export interface SiteStateTable {
  id: Generated<string>
  name: string
  value: string
}

export interface MailsTable {
  id: Generated<string>
  mailKey: string
  kind: 'acknowledgement' | 'confirmation' | 'alert' | 'reply' | 'security-notice'
  recipient: string
  subject: string
  body: string
  unsubscribeUrl: string | null
  delivery: Generated<'waiting' | 'sent' | 'undeliverable'>
  refusals: Generated<number>
  attempts: Generated<number>
  nextAttemptAt: Generated<Time>
  lease: string | null
  lastError: string | null
  sentAt: Time | null
  sentBy: 'smtp' | 'file' | null
  createdAt: Generated<Time>
  updatedAt: Generated<Time>
  enquiryId: string | null
  person: string | null
  quoted: string | null
  inReplyTo: string | null
  thread: string | null
  personId: string | null
}

export interface DigestsTable {
  id: Generated<string>
  day: string
  delivery: Generated<'waiting' | 'sent'>
  attempts: Generated<number>
  nextAttemptAt: Generated<Time>
  lease: string | null
  lastError: string | null
  sentAt: Time | null
  sentBy: 'smtp' | 'file' | null
  createdAt: Generated<Time>
  updatedAt: Generated<Time>
}

export interface PageViewsTable {
  id: Generated<string>
  day: string
  path: string
  views: number
}

export interface UnmetSearchesTable {
  id: Generated<string>
  day: string
  list: 'stock' | 'uk' | 'jersey' | 'site'
  term: string
  searches: number
}

export interface PageViewTotalsView {
  path: string
  views7: number
  before7: number
  views28: number
  before28: number
  views90: number
  before90: number
}

export interface PageViewDaysView {
  day: string
  views: number
}

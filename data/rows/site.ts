/** The rows of the site itself: its log, settings, mails and counters. */
import type { Generated } from 'kysely'
import type { SearchedList } from '#shared/list/unmet-search.ts'
import type { Time } from '../times.ts'
import type { Dated, Sent } from './row.ts'

interface AuditTable {
  id: Generated<string>
  at: Generated<Time>
  person: string
  command: string
  change: string
  personId: string | null
}

interface SettingsTable extends Dated {
  name: string
  value: string
  person: string
}

interface SiteStateTable {
  id: Generated<string>
  name: string
  value: string
}

interface MailsTable extends Dated, Sent {
  mailKey: string
  kind: 'acknowledgement' | 'confirmation' | 'alert' | 'reply' | 'security-notice'
  recipient: string
  subject: string
  body: string
  unsubscribeUrl: string | null
  delivery: Generated<'waiting' | 'sent' | 'undeliverable'>
  refusals: Generated<number>
  sentBy: 'smtp' | 'file' | null
  enquiryId: string | null
  person: string | null
  quoted: string | null
  inReplyTo: string | null
  thread: string | null
  personId: string | null
}

interface DigestsTable extends Dated, Sent {
  day: string
  delivery: Generated<'waiting' | 'sent'>
  sentBy: 'smtp' | 'file' | null
}

interface PageViewsTable {
  id: Generated<string>
  day: string
  path: string
  views: number
}

interface UnmetSearchesTable {
  id: Generated<string>
  day: string
  list: SearchedList
  term: string
  searches: number
}

interface PageViewTotalsView {
  path: string
  views7: number
  before7: number
  views28: number
  before28: number
  views90: number
  before90: number
}

interface PageViewDaysView {
  day: string
  views: number
}

export interface SiteTables {
  audit: AuditTable
  settings: SettingsTable
  siteState: SiteStateTable
  mails: MailsTable
  digests: DigestsTable
  pageViews: PageViewsTable
  unmetSearches: UnmetSearchesTable
  pageViewTotals: PageViewTotalsView
  pageViewDays: PageViewDaysView
}

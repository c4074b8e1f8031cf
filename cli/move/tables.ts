/**
 * The tables that a move copies, each after those that it refers to, because triggers of the target look those up. A test
 * compares both lists with the schema.
 */

import { EXPLORER_LIST } from '#shared/sales/explorers.ts'

export interface CopiedTable {
  name: string
  /** The number of rows of maximum length that fit into one response of a backend (32 MiB); default 1,000. */
  pageRows?: number
}

export const COPIED_TABLES: readonly CopiedTable[] = [
  { name: 'plates' },
  { name: 'plate_details' },
  { name: 'plate_changes' },
  { name: 'import_headings' },
  ...EXPLORER_LIST.map(({ table }) => ({ name: table })),
  { name: 'sale_changes' },
  { name: 'corrections' },
  { name: 'audit' },
  { name: 'people' },
  { name: 'passkeys' },
  { name: 'recovery_codes' },
  { name: 'invitations' },
  { name: 'unmet_searches' },
  { name: 'articles' },
  { name: 'article_versions', pageRows: 20 },
  { name: 'article_addresses' },
  { name: 'pictures' },
  { name: 'picture_files', pageRows: 4 },
  { name: 'settings' },
  { name: 'page_views' },
  { name: 'digests' },
  { name: 'enquiries' },
  { name: 'enquiry_entries' },
  { name: 'deals' },
  { name: 'deal_payments' },
  { name: 'mails' },
  { name: 'site_state' },
  // After the alerts nothing may be added that a trigger would announce to them.
  { name: 'alerts' },
  { name: 'stock_changes' },
]

/** Tables that are not copied, with the reason. */
export const EXCLUDED_TABLES: Readonly<Record<string, string>> = {
  sessions: 'people sign in again',
  imports:
    'a list that was not written yet is uploaded again, and what was written is among the changes of plates',
  challenges: 'they are only valid for minutes',
}

/**
 * The tables that a move copies, in the order in which they can be written. A test compares both lists with the schema.
 */

export interface CopiedTable {
  name: string
  one: string
  many: string
  /** Columns by which the target is searched for rows with the same unique key and another id: one per key. */
  keyColumns: readonly string[]
  /**
   * Rows that differ are removed from the target and added again, because triggers there would record an update as a
   * change. This also removes their dependent rows, whose table must therefore come later.
   */
  isReplaced?: true
  /** The target's own rows never stay: its triggers create some while other tables are copied. */
  isAlwaysMirrored?: true
  /** The number of rows of maximum length that fit into one response of a backend (32 MiB); default 1,000. */
  pageRows?: number
}

export const COPIED_TABLES: readonly CopiedTable[] = [
  { name: 'plates', one: 'plate', many: 'plates', keyColumns: ['plate_number'] },
  { name: 'plate_details', one: 'plate’s details', many: 'details of plates', keyColumns: [] },
  { name: 'plate_changes', one: 'change of a plate', many: 'changes of plates', keyColumns: [] },
  {
    name: 'import_headings',
    one: 'heading of a list',
    many: 'headings of lists',
    keyColumns: ['heading'],
  },
  { name: 'sales', one: 'sale', many: 'sales', keyColumns: ['plate_number'] },
  { name: 'jersey_sales', one: 'Jersey sale', many: 'Jersey sales', keyColumns: ['plate_number'] },
  { name: 'sale_changes', one: 'change of a sale', many: 'changes of sales', keyColumns: [] },
  { name: 'corrections', one: 'correction', many: 'corrections', keyColumns: [] },
  { name: 'audit', one: 'entry of the audit trail', many: 'entries of the audit trail', keyColumns: [] },
  { name: 'people', one: 'person', many: 'people', keyColumns: ['email'] },
  { name: 'passkeys', one: 'passkey', many: 'passkeys', keyColumns: ['credential_id'] },
  { name: 'recovery_codes', one: 'recovery code', many: 'recovery codes', keyColumns: ['hash'] },
  { name: 'invitations', one: 'invitation', many: 'invitations', keyColumns: ['token_hash'] },
  { name: 'unmet_searches', one: 'unmet search', many: 'unmet searches', keyColumns: ['term'] },
  { name: 'articles', one: 'article', many: 'articles', keyColumns: ['slug', 'preview_token'] },
  {
    name: 'article_versions',
    one: 'version of an article',
    many: 'versions of articles',
    keyColumns: ['article_id'],
    pageRows: 20,
  },
  {
    name: 'article_addresses',
    one: 'former address of an article',
    many: 'former addresses of articles',
    keyColumns: ['slug'],
  },
  { name: 'pictures', one: 'picture', many: 'pictures', keyColumns: [] },
  {
    name: 'picture_files',
    one: 'file of a picture',
    many: 'files of pictures',
    keyColumns: ['picture_id'],
    pageRows: 4,
  },
  { name: 'settings', one: 'setting of the firm', many: 'settings of the firm', keyColumns: ['name'] },
  { name: 'page_views', one: 'count of a page', many: 'counts of pages', keyColumns: ['path'] },
  { name: 'digests', one: 'digest', many: 'digests', keyColumns: ['day'] },
  {
    name: 'enquiries',
    one: 'enquiry',
    many: 'enquiries',
    keyColumns: ['reference', 'idempotency_key'],
    isReplaced: true,
  },
  {
    name: 'enquiry_entries',
    one: 'entry about an enquiry',
    many: 'entries about enquiries',
    keyColumns: [],
  },
  { name: 'mails', one: 'e-mail', many: 'e-mails', keyColumns: ['mail_key'] },
  { name: 'site_state', one: 'note of the site', many: 'notes of the site', keyColumns: ['name'] },
  { name: 'alerts', one: 'alert', many: 'alerts', keyColumns: ['token', 'email'] },
  {
    name: 'stock_changes',
    one: 'change to tell alerts about',
    many: 'changes to tell alerts about',
    keyColumns: [],
    isAlwaysMirrored: true,
  },
]

/** Tables that are not copied, with the reason. */
export const EXCLUDED_TABLES: Readonly<Record<string, string>> = {
  sessions: 'people sign in again',
  imports:
    'a list that was not written yet is uploaded again, and what was written is among the changes of plates',
  challenges: 'they are only valid for minutes',
}

/** A target with rows in any of these that may send is a site in use. */
export const SIGNS_OF_USE: readonly string[] = ['enquiries', 'mails', 'alerts', 'people']

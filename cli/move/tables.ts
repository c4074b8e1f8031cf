/** What a move carries, in the order in which the rows can be written. A test holds both lists to the schema. */

export interface CarriedTable {
  name: string
  one: string
  many: string
  /** The columns by which the target is asked for rows with the same unique key and another id: one of each key. */
  keyColumns: readonly string[]
  /**
   * Rows that differ are removed from the target and added, since triggers there note what is changed. What belongs to a
   * row is removed with it, so that its table must come later.
   */
  isReplaced?: true
  /** The target's own rows never stay: its triggers write some while the others are carried. */
  isAlwaysMirrored?: true
  /** As many rows as fit into one answer of a backend (32 MiB) if each is as long as it may be; 1,000 by default. */
  pageRows?: number
}

export const CARRIED: readonly CarriedTable[] = [
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
  { name: 'mails', one: 'mail', many: 'mails', keyColumns: ['mail_key'] },
  { name: 'site_state', one: 'note of the site', many: 'notes of the site', keyColumns: ['name'] },
  { name: 'alerts', one: 'alert', many: 'alerts', keyColumns: ['token', 'email'] },
  {
    name: 'stock_changes',
    one: 'change that alerts tell',
    many: 'changes that alerts tell',
    keyColumns: [],
    isAlwaysMirrored: true,
  },
]

/** Tables that are not carried, and why. */
export const LEFT_BEHIND: Readonly<Record<string, string>> = {
  sessions: 'people sign in again',
  imports:
    'a list that was not written yet is uploaded again, and what was written is among the changes of plates',
  challenges: 'they are answered within minutes or not at all',
}

/** A target with rows in any of these, which is open for sending, is a site in use. */
export const SIGNS_OF_USE: readonly string[] = ['enquiries', 'mails', 'alerts', 'people']

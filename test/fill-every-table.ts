/** Fills every table of a site, as in a site in use. */
import type { StoredValue } from '#data/stored-rows.ts'
import type { Database } from '#data/tables.ts'
import { addRows, putRow, type TableName } from './rows.ts'

const uuid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const EARLY = '2026-03-01T10:00:00.123456+00:00'
const LATE = '2026-04-01T10:00:00.5+00:00'
const text = (length: number) => 'x'.repeat(length)

export const IDS = {
  plate: uuid(1),
  sale: uuid(2),
  oldSale: uuid(8),
  waiting: uuid(10),
  sent: uuid(11),
  suspect: uuid(12),
  digest: uuid(13),
  reply: uuid(20),
  acknowledgement: uuid(21),
  alert: uuid(30),
  owner: uuid(40),
  article: uuid(80),
  version: uuid(81),
  picture: uuid(83),
}

const enquiry = (id: string, number: number) => ({
  id,
  reference: `ENQ-0000-000${number}`,
  idempotency_key: `key-of-enquiry-${number}`,
  kind: 'contact',
  name: 'Zoë “Z” Ünal',
  email: 'zoe@visitors.test',
  subject: 'AB 1, (please)',
  inquiry_type: 'purchase',
  offer: 900,
  message: 'Line 1\nLine 2 \\ "quoted" 🚗',
  created_at: EARLY,
  updated_at: LATE,
})

const mail = (id: string, key: string, kind: string) => ({
  id,
  mail_key: key,
  kind,
  recipient: 'zoe@visitors.test',
  subject: 'Your message',
  body: 'Thank you.',
  created_at: EARLY,
  updated_at: EARLY,
})

const dated = (updated_at: string | null = LATE) => ({
  created_at: EARLY,
  ...(updated_at === null ? {} : { updated_at }),
})
const ANN = { person: 'Ann' }
const CHANGE = { batch: uuid(4), at: LATE, person: 'ann' }
const ENDLESS = { expires_at: '2030-01-01T00:00:00+00:00' }

const ARTICLE = {
  ...{
    title: 'A plate of our own',
    summary: 'What “AB 1” was.',
    category: 'Article',
    author: 'Ann',
    plate: 'AB 1',
  },
  body: 'It was *ours*.\n\n| Plate | Price |\n| --- | --- |\n| AB 1 | £1,000 |\n',
  picture: { id: IDS.picture, alt: 'A yellow plate' },
  ...{ hub: null, keywords: 'plates', sources: [], facts: [], related: [], updated: null, checked: null },
}

type Row = Record<string, StoredValue>

/** The tables with their rows, in the order in which they are written. */
const ROWS: [table: TableName, row: Row][] = [
  ['plates', { id: IDS.plate, plate_number: 'AB 1', price: 1000, is_available: true, ...dated() }],
  [
    'plate_details',
    {
      ...{ id: IDS.plate, status: 'for_sale', cost: 500, document: 'V778', notes: 'Bought\nat auction' },
      ...{ recorded_sale: `sales:${IDS.sale}`, holder: 'us', nominee: 'Zoë Ünal', ...dated() },
    },
  ],
  [
    'plate_changes',
    {
      ...{ id: uuid(3), ...CHANGE, action: 'plates edit', plate_id: IDS.plate, plate_number: 'AB 1' },
      before: '{"plate": {"price": 900}, "details": {}}',
      after: '{"plate": {"price": 1000}, "details": {}}',
    },
  ],
  ['import_headings', { id: uuid(70), heading: 'retailgbp', column_name: 'price', ...ANN, ...dated() }],
  ['imports', { id: uuid(71), ...ANN, file_name: 'stock “new”.csv', content: 'UmVnLFByaWNl' }],
  [
    'sales',
    {
      ...{ id: IDS.sale, plate_number: 'AB 2', where_sold: 'Auction, “big” (1)', sale_year: 2020 },
      ...{ hammer_price: 100, selection: 'reported', ...dated() },
    },
  ],
  ['sales', { id: IDS.oldSale, plate_number: 'AB 3', sale_year: 1999, selection: 'reported' }],
  [
    'jersey_sales',
    {
      ...{ id: uuid(5), plate_number: 'J 1', sale_year: 2019, total_price: 5000, selection: 'reported' },
      ...dated(EARLY),
    },
  ],
  [
    'sale_changes',
    {
      ...{
        id: uuid(9),
        ...CHANGE,
        action: 'sales edit',
        explorer: 'uk',
        sale_id: IDS.sale,
        plate_number: 'AB 2',
      },
      ...{ before: '{"hammer_price": 90}', after: '{"hammer_price": 100}' },
    },
  ],
  [
    'corrections',
    {
      ...{ id: uuid(6), at: EARLY, explorer: 'uk', plate_number: 'AB 2', kind: 'edited' },
      ...{ change: 'Hammer price £90 → £100', reason: 'A misprint' },
    },
  ],
  ['audit', { id: uuid(4), at: LATE, person: 'ann', command: 'plates edit', change: 'AB 1: price' }],
  [
    'people',
    {
      ...{ id: IDS.owner, email: 'ann@plates.test', name: 'Ann', role: 'owner', password_hash: text(90) },
      ...{ totp_secret: text(32), totp_last_step: 58_000_000, security_stamp: text(32), ...dated() },
    },
  ],
  [
    'passkeys',
    {
      ...{ id: uuid(41), person_id: IDS.owner, credential_id: text(800), public_key: text(400) },
      ...{ counter: 3_000_000_000, transports: 'internal,hybrid', label: 'Phone', last_used_at: LATE },
      ...dated(null),
    },
  ],
  ['recovery_codes', { id: uuid(42), person_id: IDS.owner, hash: text(100), used_at: LATE, ...dated(null) }],
  [
    'invitations',
    {
      ...{ id: uuid(43), token_hash: text(64), kind: 'invite', role: 'staff', email: 'bob@plates.test' },
      ...{ created_by: 'Ann', ...ENDLESS, ...dated(null) },
    },
  ],
  [
    'sessions',
    {
      ...{ id: uuid(44), token_hash: text(64), person_id: IDS.owner, security_stamp: text(32) },
      ...{ device: 'Firefox', network: '192.0.2.0/24', ...ENDLESS },
    },
  ],
  ['challenges', { id: uuid(45), kind: 'sign-in', value: text(43), ...ENDLESS, ...dated(null) }],
  [
    'articles',
    {
      ...{ id: IDS.article, section: 'news', slug: 'a-plate-of-our-own', status: 'published', revision: 2 },
      ...{ published_version: IDS.version, published_at: EARLY, preview_token: text(43), ...dated() },
    },
  ],
  [
    'article_versions',
    {
      ...{ id: IDS.version, article_id: IDS.article, number: 1, kind: 'published', ...ANN },
      ...{ content: JSON.stringify(ARTICLE), ...dated(EARLY) },
    },
  ],
  [
    'article_addresses',
    { id: uuid(82), section: 'news', slug: 'a-plate', article_id: IDS.article, ...dated(null) },
  ],
  [
    'pictures',
    {
      id: IDS.picture,
      file_name: 'plate “1”.jpg',
      width: 1600,
      height: 900,
      bytes: 12,
      ...ANN,
      ...dated(EARLY),
    },
  ],
  [
    'picture_files',
    {
      ...{ id: uuid(84), picture_id: IDS.picture, name: '1600', media_type: 'image/webp' },
      ...{ content: 'UklGRgAAAABXRUJQ', ...dated(null) },
    },
  ],
  ['settings', { id: uuid(85), name: 'strapline', value: '"Plates “since” 1993 ✓"', ...ANN, ...dated() }],
  ['page_views', { id: uuid(86), day: '2026-03-01', path: '/plate/AB1', views: 41 }],
  ['unmet_searches', { id: uuid(7), day: '2026-03-01', list: 'stock', term: 'SAM1', searches: 3 }],
  [
    'digests',
    { id: IDS.digest, day: '2026-03-01', delivery: 'sent', sent_at: LATE, sent_by: 'smtp', ...dated() },
  ],
  ['enquiries', enquiry(IDS.waiting, 1)],
  [
    'enquiries',
    { ...enquiry(IDS.sent, 2), delivery: 'sent', sent_at: LATE, sent_by: 'smtp', attempts: 2, owner: 'Ann' },
  ],
  [
    'enquiries',
    {
      ...{ ...enquiry(IDS.suspect, 3), delivery: 'quarantined', quarantine_reason: 'links' },
      ...{ digest_id: IDS.digest, status: 'spam', closed_at: LATE },
    },
  ],
  [
    'enquiries',
    {
      ...{ ...enquiry(uuid(14), 4), kind: 'telephone', email: null, phone: '07700 900123', delivery: 'sent' },
      ...{ sent_at: LATE, sent_by: 'desk', status: 'lost', lost_reason: 'no answer' },
    },
  ],
  ['enquiry_entries', { id: uuid(50), enquiry_id: IDS.sent, kind: 'note', ...ANN, body: 'Call back' }],
  ['enquiry_entries', { id: uuid(51), enquiry_id: IDS.sent, kind: 'received', ...ANN, body: 'Yes please' }],
  [
    'deals',
    {
      ...{ id: uuid(90), enquiry_id: IDS.sent, kind: 'sale', plate_number: 'AB 1', plate_id: IDS.plate },
      ...{ token: text(43), name: 'Zoë “Z” Ünal', amount: 100_050, deposit: 10_000 },
      ...{ includes: 'Everything.\nReally.', valid_until: '2026-04-30', agreed_on: '2026-04-02', ...dated() },
      ...{ reference: 'ENQ-0000-0002', deposit_days: 2, balance_days: 9, lapsed_on: '2026-04-12' },
      ...{ deposit_by: '2026-04-04', balance_by: '2026-04-11' },
    },
  ],
  [
    'deal_payments',
    {
      ...{ id: uuid(91), deal_id: uuid(90), kind: 'deposit', amount: 10_000, paid_on: '2026-04-02' },
      ...{ method: 'bank transfer', ...ANN, ...dated(null), cleared_on: '2026-04-03', payer: 'Ünal “Ltd”' },
    },
  ],
  [
    'deal_payments',
    {
      ...{ id: uuid(92), deal_id: uuid(90), kind: 'moved-out', amount: 10_000, paid_on: '2026-04-05' },
      ...{
        method: 'order for AB 2',
        ...ANN,
        ...dated(null),
        note: 'Agreed by telephone',
        other_deal: uuid(93),
      },
    },
  ],
  [
    'mails',
    {
      ...mail(IDS.reply, 'reply to ENQ-0000-0002', 'reply'),
      ...{ enquiry_id: IDS.sent, ...ANN, thread: '<a@plates.test>' },
    },
  ],
  ['mails', mail(IDS.acknowledgement, 'acknowledgement ENQ-0000-0001', 'acknowledgement')],
  [
    'mails',
    {
      ...mail(uuid(32), 'security-notice of Ann', 'security-notice'),
      ...{ recipient: 'ann@plates.test', person_id: IDS.owner },
    },
  ],
  ['site_state', { id: uuid(60), name: 'clock_seen_at', value: new Date().toISOString() }],
  ['site_state', { id: uuid(61), name: 'alerts', value: '{"taken":4,"done":4,"weeklyDone":4}' }],
  [
    'stock_changes',
    { id: uuid(31), kind: 'price', plate_number: 'AB 1', previous_price: 1100, batch: 4, created_at: LATE },
  ],
  [
    'alerts',
    {
      ...{ id: IDS.alert, token: text(43), email: 'zoe@visitors.test', criteria: 'q=AB&to=5000' },
      ...{ confirmed_at: LATE, seen_at: LATE, ...dated() },
    },
  ],
]

export async function fillEveryTable(database: Database): Promise<void> {
  // A site that has run has one of these already.
  for (const [table, row] of ROWS)
    if (table === 'site_state') await putRow(database, table, { name: row.name ?? null }, row)
    else await addRows(database, table, row)
}

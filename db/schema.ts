/** The tables and views of the REST contract. A test compares them with db/migrations. */
import { schemaOf, table, view } from '#packages/sqlite-rest/schema.ts'
import { STORED_COLUMNS } from '#shared/plates/columns.ts'
import { EXPLORER_LIST, type Explorer } from '#shared/sales/explorers.ts'
import { hasSalesColumn, SALES_COLUMNS } from '#shared/sales/sales-columns.ts'

const columnsOf = (part: 'plate' | 'details') =>
  STORED_COLUMNS.filter((column) => column.part === part)
    .map(({ column, type }) => `${column} ${type}`)
    .join(', ')

const PLATE = columnsOf('plate')
const DETAILS = columnsOf('details')

/** @param first the columns before the times; later ones follow them, as in the tables */
function saleColumns(explorer: Explorer, first: string): string {
  const stored = SALES_COLUMNS.filter(({ name, type }) => type && hasSalesColumn(explorer, name))
  const types = new Map(stored.map(({ name, type }) => [name, `${name} ${type}`]))
  const named = first.split(' ').map((name) => types.get(name))
  const times = ['created_at timestamptz', 'updated_at timestamptz']
  return [...new Set(['id uuid', ...named, ...times, ...types.values()])].join(', ')
}

function salesTable(explorer: Explorer) {
  const { name, table: sales, hasHammerPrice } = explorer
  const price = hasHammerPrice ? 'hammer_price, total_price' : 'total_price'
  const natural = `plate_number, sale_year, sale_month, where_sold, ${price}`
  const first = hasHammerPrice
    ? 'plate_number where_sold type category sale_year sale_month hammer_price total_price price_basis source_url note'
    : 'plate_number total_price where_sold sale_year sale_month price_basis source_url note'
  const keys = [{ name: `${sales}_natural_key`, columns: natural }]
  return table(sales, { keys, anonReads: 'all', explorer: name })`${saleColumns(explorer, first)}`
}

const viewsOfOnePrice = ({ table: sales }: Explorer) => [
  view(`${sales}_counts`, { identity: 'where_sold, selection, sale_year', anonReads: 'all' })`
    where_sold text?, selection text, sale_year integer, sales integer
  `,
  view(`${sales}_sellers`, { identity: 'where_sold', anonReads: 'all' })`where_sold text?, sales integer`,
  view(`${sales}_years`, { identity: 'sale_year', anonReads: 'all' })`sale_year integer, sales integer`,
  view(`${sales}_listed`, { anonReads: 'all' })`
    id uuid, plate_number text, total_price integer?, where_sold text?, sale_year integer,
    sale_month integer?, price_basis text?, selection text, source_url text?, note text?, plate_order text,
    plate_compact text, plate_folded text, seller_order text
  `,
]

export const tables = schemaOf([
  table('plates', { keys: ['plate_number'], anonReads: { where: 'is_available = 1' } })`${PLATE}`,
  ...EXPLORER_LIST.map(salesTable),
  table('enquiries', { keys: ['reference', 'idempotency_key'] })`
    id uuid, reference text, idempotency_key text, kind text, name text, email text?, phone text?,
    subject text?, inquiry_type text?, plate_number text?, message text?, ownership boolean?, delivery text,
    quarantine_reason text?, attempts integer, next_attempt_at timestamptz, lease text?, last_error text?,
    sent_at timestamptz?, sent_by text?, resends integer, closed_at timestamptz?, created_at timestamptz,
    updated_at timestamptz, digest_id uuid?, status text, owner_id uuid?, owner text?,
    answered_at timestamptz?, replied_at timestamptz?, lost_reason text?, changed_by text?, revision integer
  `,
  table('enquiry_entries')`
    id uuid, enquiry_id uuid, kind text, person text, body text, mail_id uuid?, number integer,
    created_at timestamptz
  `,
  table('deals', { keys: ['token', { name: 'deals_one_open', columns: 'plate_number' }] })`
    id uuid, enquiry_id uuid, kind text, plate_number text, plate_id uuid?, token text, name text, amount integer,
    deposit integer?, includes text?, valid_until text, is_beside_others boolean, agreed_on text?, sold_on text?,
    ending text?, nominee text?, vehicle_reference text?, tracking_number text?, handed_over_on text?,
    identity_seen_on text?, certificate_received_on text?, invoice_number text?, is_kept boolean, outcome text?,
    lost_reason text?, ended_at timestamptz?, created_at timestamptz, updated_at timestamptz
  `,
  table('deal_payments')`
    id uuid, deal_id uuid, kind text, amount integer, paid_on text, method text, person text,
    created_at timestamptz
  `,
  table('digests', { keys: ['day'] })`
    id uuid, day text, delivery text, attempts integer, next_attempt_at timestamptz, lease text?,
    last_error text?, sent_at timestamptz?, sent_by text?, created_at timestamptz, updated_at timestamptz
  `,
  table('audit', { isAppendOnly: true })`
    id uuid, at timestamptz, person text, command text, change text, person_id text?
  `,
  table('corrections', { anonReads: 'all', isAppendOnly: true })`
    id uuid, at timestamptz, explorer text, plate_number text, kind text, change text, reason text
  `,
  table('site_state', { keys: ['name'] })`id uuid, name text, value text`,
  table('unmet_searches', { keys: ['day, list, term'] })`
    id uuid, day text, list text, term text, searches integer
  `,
  table('mails', { keys: ['mail_key'] })`
    id uuid, mail_key text, kind text, recipient text, subject text, body text, unsubscribe_url text?,
    delivery text, refusals integer, attempts integer, next_attempt_at timestamptz, lease text?,
    last_error text?, sent_at timestamptz?, sent_by text?, created_at timestamptz, updated_at timestamptz,
    enquiry_id uuid?, person text?, quoted text?, in_reply_to text?, thread text?, person_id uuid?
  `,
  table('alerts', { keys: ['token', 'email, criteria'] })`
    id uuid, token text, email text, criteria text, frequency text, confirmed_at timestamptz?,
    seen_at timestamptz, created_at timestamptz, updated_at timestamptz
  `,
  table('stock_changes')`
    id uuid, kind text, plate_number text, previous_price integer?, batch integer?, created_at timestamptz
  `,
  table('imports')`
    id uuid, person text, file_name text, content text?, choices text, state text, result text?,
    created_at timestamptz, updated_at timestamptz
  `,
  table('import_headings', { keys: ['heading'] })`
    id uuid, heading text, column_name text, person text, created_at timestamptz, updated_at timestamptz
  `,
  table('articles', { keys: ['preview_token', 'section, slug'] })`
    id uuid, section text, slug text, status text, published_version uuid?, scheduled_version uuid?,
    publish_at timestamptz?, published_at timestamptz?, preview_token text?, revision integer,
    created_at timestamptz, updated_at timestamptz
  `,
  table('article_versions', { keys: ['article_id, number'] })`
    id uuid, article_id uuid, number integer, kind text, content text, person text, created_at timestamptz,
    updated_at timestamptz
  `,
  table('article_addresses', { keys: ['section, slug'] })`
    id uuid, section text, slug text, article_id uuid, created_at timestamptz
  `,
  table('pictures')`
    id uuid, file_name text, width integer, height integer, bytes integer, person text,
    created_at timestamptz, updated_at timestamptz
  `,
  table('picture_files', { keys: ['picture_id, name'] })`
    id uuid, picture_id uuid, name text, media_type text, content text, created_at timestamptz
  `,
  table('settings', { keys: ['name'] })`
    id uuid, name text, value text, person text, created_at timestamptz, updated_at timestamptz
  `,
  table('page_views', { keys: ['day, path'] })`id uuid, day text, path text, views integer`,
  table('people', { keys: ['email'] })`
    id uuid, email text, name text, role text, password_hash text?, totp_secret text?,
    totp_last_step integer?, security_stamp text, created_at timestamptz, updated_at timestamptz
  `,
  table('passkeys', { keys: ['credential_id'] })`
    id uuid, person_id uuid, credential_id text, public_key text, counter bigint, transports text,
    label text, last_used_at timestamptz?, created_at timestamptz
  `,
  table('recovery_codes', { keys: ['hash'] })`
    id uuid, person_id uuid, hash text, used_at timestamptz?, created_at timestamptz
  `,
  table('invitations', { keys: ['token_hash'] })`
    id uuid, token_hash text, kind text, role text, email text?, person_id uuid?, created_by text,
    expires_at timestamptz, used_at timestamptz?, created_at timestamptz
  `,
  table('sessions', { keys: ['token_hash'] })`
    id uuid, token_hash text, person_id uuid, security_stamp text, created_at timestamptz,
    seen_at timestamptz, expires_at timestamptz, second_factor_at timestamptz?, device text, network text
  `,
  table('challenges', { keys: ['value'] })`
    id uuid, kind text, value text, subject uuid?, person_id uuid?, expires_at timestamptz,
    created_at timestamptz
  `,
  table('plate_details')`id uuid, ${DETAILS}, created_at timestamptz, updated_at timestamptz`,
  table('plate_changes')`
    id uuid, batch uuid, at timestamptz, person text, action text, plate_id uuid, plate_number text,
    before text?, after text?
  `,
  table('sale_changes')`
    id uuid, batch uuid, at timestamptz, person text, action text, explorer text, sale_id uuid,
    plate_number text, before text?, after text?
  `,
  view('stock')`${PLATE}, ${DETAILS}, plate_compact text`,
  view('enquirers')`id uuid, created_at timestamptz, email text?, phone text?`,
  view('stock_counts', { identity: 'status' })`status text, plates integer`,
  view('page_view_totals', { identity: 'path' })`
    path text, views_7 integer, before_7 integer, views_28 integer, before_28 integer, views_90 integer,
    before_90 integer
  `,
  view('page_view_days', { identity: 'day' })`day text, views integer`,
  view('sales_counts', { identity: 'where_sold, category, type, selection, sale_year', anonReads: 'all' })`
    where_sold text?, category text?, type text?, selection text, sale_year integer, sales integer
  `,
  view('sales_sellers', { identity: 'where_sold', anonReads: 'all' })`where_sold text?, sales integer`,
  view('sales_categories', { identity: 'category', anonReads: 'all' })`category text?, sales integer`,
  view('sales_types', { identity: 'category, type', anonReads: 'all' })`
    category text?, type text?, sales integer
  `,
  view('sales_selections', { identity: 'selection', anonReads: 'all' })`selection text, sales integer`,
  view('sales_years', { identity: 'sale_year', anonReads: 'all' })`sale_year integer, sales integer`,
  view('sales_listed', { anonReads: 'all' })`
    id uuid, plate_number text, where_sold text?, type text?, category text?, sale_year integer,
    sale_month integer?, hammer_price integer?, total_price integer?, price_basis text?, selection text,
    source_url text?, note text?, plate_order text, plate_compact text, plate_folded text, search_order integer
  `,
  view('sales_comparable', { anonReads: 'all' })`
    id uuid, plate_number text, where_sold text?, type text?, category text?, sale_year integer,
    sale_month integer?, hammer_price integer, total_price integer?, price_basis text?, selection text,
    source_url text?, note text?, plate_letters text?, plate_system text?, plate_shape text?,
    plate_figures integer?
  `,
  ...EXPLORER_LIST.filter(({ hasHammerPrice }) => !hasHammerPrice).flatMap(viewsOfOnePrice),
])

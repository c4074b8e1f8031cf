/** The tables and views of the database, and what the REST contract shows of them. A test compares them with both databases. */
import { schemaOf, table, view } from '#packages/sqlite-rest/schema.ts'
import { STORED_COLUMNS } from '#shared/plates/columns.ts'
import { EXPLORER_LIST, type Explorer } from '#shared/sales/explorers.ts'
import { readSql } from './read-sql.ts'

const columnsOf = (part: 'plate' | 'details') =>
  STORED_COLUMNS.filter((column) => column.part === part)
    .map(({ column, type }) => `${column} ${type}`)
    .join(', ')

const PLATE = columnsOf('plate')
const DETAILS = columnsOf('details')

/** Of a UK sale, as its explorer and the files of that show it. */
const shownSale = (hammerPrice: 'integer' | 'integer?') => `
  id uuid, plate_number text, where_sold text?, type text?, category text?, sale_year integer, sale_month integer?,
  hammer_price ${hammerPrice}, total_price integer?, price_basis text?, selection text, source_url text?, note text?`

/** By which sales are sorted and searched. */
const PLATE_TEXTS = 'plate_order text, plate_compact text, plate_folded text'

/** What everybody may read, by the columns that identify a row. */
const publicView = (name: string, columns: string, identity = 'id') =>
  view(name, columns, { identity, anonReads: 'all' })

const viewsOfOnePrice = ({ table: sales }: Explorer) => [
  publicView(
    `${sales}_counts`,
    'where_sold text?, selection text, sale_year integer, sales integer',
    'where_sold, selection, sale_year',
  ),
  publicView(`${sales}_sellers`, 'where_sold text?, sales integer', 'where_sold'),
  publicView(`${sales}_years`, 'sale_year integer, sales integer', 'sale_year'),
  publicView(
    `${sales}_listed`,
    `id uuid, plate_number text, total_price integer?, where_sold text?, sale_year integer, sale_month integer?,
    price_basis text?, selection text, source_url text?, note text?, ${PLATE_TEXTS}, seller_order text`,
  ),
]

const TYPES: Readonly<Record<string, string>> = { TEXT: 'text', INTEGER: 'integer' }

const MIGRATIONS = readSql('migrations').join('\n')

/** The columns that the migrations give a table, such as 'id uuid, price integer?'. */
function storedColumns(table: string): string {
  const [, made = ''] = new RegExp(`^CREATE TABLE ${table} \\(\\n(.*?)\\n\\)`, 'ms').exec(MIGRATIONS) ?? []
  const added = MIGRATIONS.matchAll(new RegExp(`^ALTER TABLE ${table} ADD COLUMN(.*)$`, 'gm'))
  const lines = [made, ...[...added].map(([, column]) => ` ${column}`)].join('\n')
  // Computed columns are those of views.
  return [...lines.matchAll(/^ {2}([a-z_]+) (\w+)\b(?! AS \()(.*)$/gm)]
    .map(
      ([, name, type = '', rest = '']) =>
        `${name} ${TYPES[type] ?? type}${/NOT NULL|PRIMARY KEY/.test(rest) ? '' : '?'}`,
    )
    .join(', ')
}

const stored = (name: string, options?: Parameters<typeof table>[2]) =>
  table(name, storedColumns(name), options)

/** A move copies the tables in this order: each after those that it refers to, because triggers look those up. */
export const tables = schemaOf([
  stored('plates', { anonReads: { where: 'is_available = true' } }),
  stored('plate_details'),
  stored('plate_changes'),
  stored('import_headings'),
  ...EXPLORER_LIST.map((explorer) => stored(explorer.table, { anonReads: 'all', holdsSales: true })),
  stored('sale_changes'),
  stored('corrections', { anonReads: 'all' }),
  ...[
    'audit',
    'people',
    'passkeys',
    'recovery_codes',
    'invitations',
    'unmet_searches',
    'articles',
    'article_versions',
    'article_addresses',
    'pictures',
    'picture_files',
    'settings',
    'page_views',
    'digests',
    'enquiries',
    'enquiry_entries',
    'deals',
    'deal_payments',
    'mails',
    'site_state',
    // After the alerts nothing may be added that a trigger would announce to them.
    'alerts',
    'stock_changes',
    'imports',
    'sessions',
    'challenges',
  ].map((name) => stored(name)),
  view('stock', `${PLATE}, ${DETAILS}, plate_compact text`),
  view('enquirers', 'id uuid, created_at timestamptz, email text?, phone text?'),
  view('stock_counts', 'status text, plates integer', { identity: 'status' }),
  view(
    'page_view_totals',
    `path text, views_7 integer, before_7 integer, views_28 integer, before_28 integer, views_90 integer,
    before_90 integer`,
    { identity: 'path' },
  ),
  view('page_view_days', 'day text, views integer', { identity: 'day' }),
  publicView(
    'sales_counts',
    'where_sold text?, category text?, type text?, selection text, sale_year integer, sales integer',
    'where_sold, category, type, selection, sale_year',
  ),
  publicView('sales_sellers', 'where_sold text?, sales integer', 'where_sold'),
  publicView('sales_categories', 'category text?, sales integer', 'category'),
  publicView('sales_types', 'category text?, type text?, sales integer', 'category, type'),
  publicView('sales_selections', 'selection text, sales integer', 'selection'),
  publicView('sales_years', 'sale_year integer, sales integer', 'sale_year'),
  publicView('sales_listed', `${shownSale('integer?')}, ${PLATE_TEXTS}, search_order integer`),
  publicView('sales_of_kinds', `${shownSale('integer?')}, ${PLATE_TEXTS}`),
  publicView(
    'sales_comparable',
    `${shownSale('integer')}, plate_letters text?, plate_system text?, plate_shape text?, plate_figures integer?`,
  ),
  ...EXPLORER_LIST.filter(({ hasHammerPrice }) => !hasHammerPrice).flatMap(viewsOfOnePrice),
])

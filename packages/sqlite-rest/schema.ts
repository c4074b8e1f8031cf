/** Every name that reaches SQL comes from here, never from a request. A test compares it with db/migrations. */

export type ColumnType = 'uuid' | 'text' | 'integer' | 'bigint' | 'boolean' | 'timestamptz'

export interface Column {
  readonly name: string
  readonly type: ColumnType
  readonly nullable: boolean
}

export type Role = 'anon' | 'service_role'

/** `name` is the constraint's name in supabase/migrations, which errors quote. */
export interface UniqueKey {
  readonly name: string
  readonly columns: readonly string[]
  /** The expressions of SQLite's unique index, in which nulls are equal. */
  readonly target: string
}

export interface Table {
  readonly kind: 'table' | 'view'
  readonly name: string
  readonly columns: ReadonlyMap<string, Column>
  /** The rows that the public key may read; `where` is SQL. */
  readonly anonReads: { where: string } | 'all' | 'none'
  /** Columns that identify a row; they end every order, so that it is total. */
  readonly identity: readonly string[]
  readonly isAppendOnly: boolean
  readonly uniqueKeys: readonly UniqueKey[]
}

/** A question mark marks a nullable column: `'integer?'`. */
type ColumnSpec = ColumnType | `${ColumnType}?`

function columnsOf(specs: Record<string, ColumnSpec>): Map<string, Column> {
  return new Map(
    Object.entries(specs).map(([name, spec]) => {
      const nullable = spec.endsWith('?')
      return [name, { name, type: (nullable ? spec.slice(0, -1) : spec) as ColumnType, nullable }]
    }),
  )
}

type NaturalKey = { name: string; columns: string[] }

function table(
  name: string,
  anonReads: Table['anonReads'],
  naturalKey: NaturalKey | NaturalKey[],
  specs: Record<string, ColumnSpec>,
  { isAppendOnly = false } = {},
): Table {
  const columns = columnsOf(specs)
  const keys = [{ name: `${name}_pkey`, columns: [PRIMARY_KEY] }, ...[naturalKey].flat()]
  return {
    kind: 'table',
    name,
    columns,
    anonReads,
    identity: [PRIMARY_KEY],
    isAppendOnly,
    uniqueKeys: keys.map((key) => ({ ...key, target: key.columns.map(indexed).join(', ') })),
  }

  /** Null is replaced by a value that no row can have. */
  function indexed(key: string): string {
    const column = columns.get(key)
    if (!column?.nullable) return key
    return `coalesce(${key}, ${column.type === 'text' ? "x''" : '-1'})`
  }
}

function view(
  name: string,
  key: Record<string, ColumnSpec>,
  others: Record<string, ColumnSpec>,
  anonReads: 'all' | 'none' = 'all',
): Table {
  return {
    kind: 'view',
    name,
    columns: columnsOf({ ...key, ...others }),
    anonReads,
    identity: Object.keys(key),
    isAppendOnly: false,
    uniqueKeys: [],
  }
}

export const PRIMARY_KEY = 'id'

const PRIVATE_COLUMNS = {
  status: 'text',
  reserved_until: 'text?',
  reserved_for: 'text?',
  cost: 'integer?',
  bought_on: 'text?',
  document: 'text?',
  document_number: 'text?',
  document_expires_on: 'text?',
  notes: 'text?',
  sold_price: 'integer?',
  sold_on: 'text?',
  recorded_sale: 'text?',
} as const satisfies Record<string, ColumnSpec>

export const tables: ReadonlyMap<string, Table> = new Map(
  [
    table(
      'plates',
      { where: 'is_available = 1' },
      { name: 'plates_plate_number_key', columns: ['plate_number'] },
      {
        id: 'uuid',
        plate_number: 'text',
        price: 'integer?',
        category: 'text?',
        description: 'text?',
        detailed_description: 'text?',
        image_url: 'text?',
        is_available: 'boolean',
        is_feature: 'boolean',
        is_demonstration: 'boolean',
        created_at: 'timestamptz',
        updated_at: 'timestamptz',
        price_reason: 'text?',
      },
    ),
    table(
      'sales',
      'all',
      {
        name: 'sales_natural_key',
        columns: ['plate_number', 'sale_year', 'sale_month', 'where_sold', 'hammer_price', 'total_price'],
      },
      {
        id: 'uuid',
        plate_number: 'text',
        where_sold: 'text?',
        type: 'text?',
        category: 'text?',
        sale_year: 'integer',
        sale_month: 'integer?',
        hammer_price: 'integer?',
        total_price: 'integer?',
        price_basis: 'text?',
        source_url: 'text?',
        note: 'text?',
        created_at: 'timestamptz',
        updated_at: 'timestamptz',
        // Last, as in PostgreSQL: rows have their columns in this order.
        selection: 'text',
      },
    ),
    table(
      'jersey_sales',
      'all',
      {
        name: 'jersey_sales_natural_key',
        columns: ['plate_number', 'sale_year', 'sale_month', 'where_sold', 'total_price'],
      },
      {
        id: 'uuid',
        plate_number: 'text',
        total_price: 'integer?',
        where_sold: 'text?',
        sale_year: 'integer',
        sale_month: 'integer?',
        price_basis: 'text?',
        source_url: 'text?',
        note: 'text?',
        created_at: 'timestamptz',
        updated_at: 'timestamptz',
        selection: 'text',
      },
    ),
    table(
      'enquiries',
      'none',
      [
        { name: 'enquiries_reference_key', columns: ['reference'] },
        { name: 'enquiries_idempotency_key_key', columns: ['idempotency_key'] },
      ],
      {
        id: 'uuid',
        reference: 'text',
        idempotency_key: 'text',
        kind: 'text',
        name: 'text',
        email: 'text',
        phone: 'text?',
        subject: 'text?',
        inquiry_type: 'text?',
        plate_number: 'text?',
        message: 'text?',
        ownership: 'boolean?',
        delivery: 'text',
        quarantine_reason: 'text?',
        attempts: 'integer',
        next_attempt_at: 'timestamptz',
        lease: 'text?',
        last_error: 'text?',
        sent_at: 'timestamptz?',
        sent_by: 'text?',
        resends: 'integer',
        closed_at: 'timestamptz?',
        created_at: 'timestamptz',
        updated_at: 'timestamptz',
        digest_id: 'uuid?',
        status: 'text',
        owner_id: 'uuid?',
        owner: 'text?',
        answered_at: 'timestamptz?',
        changed_by: 'text?',
        revision: 'integer',
      },
    ),
    table('enquiry_entries', 'none', [], {
      id: 'uuid',
      enquiry_id: 'uuid',
      kind: 'text',
      person: 'text',
      body: 'text',
      mail_id: 'uuid?',
      number: 'integer',
      created_at: 'timestamptz',
    }),
    table(
      'digests',
      'none',
      { name: 'digests_day_key', columns: ['day'] },
      {
        id: 'uuid',
        day: 'text',
        delivery: 'text',
        attempts: 'integer',
        next_attempt_at: 'timestamptz',
        lease: 'text?',
        last_error: 'text?',
        sent_at: 'timestamptz?',
        sent_by: 'text?',
        created_at: 'timestamptz',
        updated_at: 'timestamptz',
      },
    ),
    table(
      'audit',
      'none',
      [],
      { id: 'uuid', at: 'timestamptz', person: 'text', command: 'text', change: 'text', person_id: 'text?' },
      { isAppendOnly: true },
    ),
    table(
      'corrections',
      'all',
      [],
      {
        id: 'uuid',
        at: 'timestamptz',
        explorer: 'text',
        plate_number: 'text',
        kind: 'text',
        change: 'text',
        reason: 'text',
      },
      { isAppendOnly: true },
    ),
    table(
      'site_state',
      'none',
      { name: 'site_state_name_key', columns: ['name'] },
      { id: 'uuid', name: 'text', value: 'text' },
    ),
    table(
      'unmet_searches',
      'none',
      { name: 'unmet_searches_day_list_term_key', columns: ['day', 'list', 'term'] },
      { id: 'uuid', day: 'text', list: 'text', term: 'text', searches: 'integer' },
    ),
    table(
      'mails',
      'none',
      { name: 'mails_mail_key_key', columns: ['mail_key'] },
      {
        id: 'uuid',
        mail_key: 'text',
        kind: 'text',
        recipient: 'text',
        subject: 'text',
        body: 'text',
        unsubscribe_url: 'text?',
        delivery: 'text',
        refusals: 'integer',
        attempts: 'integer',
        next_attempt_at: 'timestamptz',
        lease: 'text?',
        last_error: 'text?',
        sent_at: 'timestamptz?',
        sent_by: 'text?',
        created_at: 'timestamptz',
        updated_at: 'timestamptz',
        enquiry_id: 'uuid?',
        person: 'text?',
        quoted: 'text?',
        in_reply_to: 'text?',
        thread: 'text?',
        person_id: 'uuid?',
      },
    ),
    table(
      'alerts',
      'none',
      [
        { name: 'alerts_token_key', columns: ['token'] },
        { name: 'alerts_email_criteria_key', columns: ['email', 'criteria'] },
      ],
      {
        id: 'uuid',
        token: 'text',
        email: 'text',
        criteria: 'text',
        frequency: 'text',
        confirmed_at: 'timestamptz?',
        seen_at: 'timestamptz',
        created_at: 'timestamptz',
        updated_at: 'timestamptz',
      },
    ),
    table('stock_changes', 'none', [], {
      id: 'uuid',
      kind: 'text',
      plate_number: 'text',
      previous_price: 'integer?',
      batch: 'integer?',
      created_at: 'timestamptz',
    }),
    table('imports', 'none', [], {
      id: 'uuid',
      person: 'text',
      file_name: 'text',
      content: 'text?',
      choices: 'text',
      state: 'text',
      result: 'text?',
      created_at: 'timestamptz',
      updated_at: 'timestamptz',
    }),
    table(
      'import_headings',
      'none',
      { name: 'import_headings_heading_key', columns: ['heading'] },
      {
        id: 'uuid',
        heading: 'text',
        column_name: 'text',
        person: 'text',
        created_at: 'timestamptz',
        updated_at: 'timestamptz',
      },
    ),
    table(
      'articles',
      'none',
      [
        { name: 'articles_preview_token_key', columns: ['preview_token'] },
        { name: 'articles_section_slug_key', columns: ['section', 'slug'] },
      ],
      {
        id: 'uuid',
        section: 'text',
        slug: 'text',
        status: 'text',
        published_version: 'uuid?',
        scheduled_version: 'uuid?',
        publish_at: 'timestamptz?',
        published_at: 'timestamptz?',
        preview_token: 'text?',
        revision: 'integer',
        created_at: 'timestamptz',
        updated_at: 'timestamptz',
      },
    ),
    table(
      'article_versions',
      'none',
      { name: 'article_versions_article_id_number_key', columns: ['article_id', 'number'] },
      {
        id: 'uuid',
        article_id: 'uuid',
        number: 'integer',
        kind: 'text',
        content: 'text',
        person: 'text',
        created_at: 'timestamptz',
        updated_at: 'timestamptz',
      },
    ),
    table(
      'article_addresses',
      'none',
      { name: 'article_addresses_section_slug_key', columns: ['section', 'slug'] },
      { id: 'uuid', section: 'text', slug: 'text', article_id: 'uuid', created_at: 'timestamptz' },
    ),
    table('pictures', 'none', [], {
      id: 'uuid',
      file_name: 'text',
      width: 'integer',
      height: 'integer',
      bytes: 'integer',
      person: 'text',
      created_at: 'timestamptz',
      updated_at: 'timestamptz',
    }),
    table(
      'picture_files',
      'none',
      { name: 'picture_files_picture_id_name_key', columns: ['picture_id', 'name'] },
      {
        id: 'uuid',
        picture_id: 'uuid',
        name: 'text',
        media_type: 'text',
        content: 'text',
        created_at: 'timestamptz',
      },
    ),
    table(
      'settings',
      'none',
      { name: 'settings_name_key', columns: ['name'] },
      {
        id: 'uuid',
        name: 'text',
        value: 'text',
        person: 'text',
        created_at: 'timestamptz',
        updated_at: 'timestamptz',
      },
    ),
    table(
      'page_views',
      'none',
      { name: 'page_views_day_path_key', columns: ['day', 'path'] },
      { id: 'uuid', day: 'text', path: 'text', views: 'integer' },
    ),
    table(
      'people',
      'none',
      { name: 'people_email_key', columns: ['email'] },
      {
        id: 'uuid',
        email: 'text',
        name: 'text',
        role: 'text',
        password_hash: 'text?',
        totp_secret: 'text?',
        totp_last_step: 'integer?',
        security_stamp: 'text',
        created_at: 'timestamptz',
        updated_at: 'timestamptz',
      },
    ),
    table(
      'passkeys',
      'none',
      { name: 'passkeys_credential_id_key', columns: ['credential_id'] },
      {
        id: 'uuid',
        person_id: 'uuid',
        credential_id: 'text',
        public_key: 'text',
        counter: 'bigint',
        transports: 'text',
        label: 'text',
        last_used_at: 'timestamptz?',
        created_at: 'timestamptz',
      },
    ),
    table(
      'recovery_codes',
      'none',
      { name: 'recovery_codes_hash_key', columns: ['hash'] },
      { id: 'uuid', person_id: 'uuid', hash: 'text', used_at: 'timestamptz?', created_at: 'timestamptz' },
    ),
    table(
      'invitations',
      'none',
      { name: 'invitations_token_hash_key', columns: ['token_hash'] },
      {
        id: 'uuid',
        token_hash: 'text',
        kind: 'text',
        role: 'text',
        email: 'text?',
        person_id: 'uuid?',
        created_by: 'text',
        expires_at: 'timestamptz',
        used_at: 'timestamptz?',
        created_at: 'timestamptz',
      },
    ),
    table(
      'sessions',
      'none',
      { name: 'sessions_token_hash_key', columns: ['token_hash'] },
      {
        id: 'uuid',
        token_hash: 'text',
        person_id: 'uuid',
        security_stamp: 'text',
        created_at: 'timestamptz',
        seen_at: 'timestamptz',
        expires_at: 'timestamptz',
        second_factor_at: 'timestamptz?',
        device: 'text',
        network: 'text',
      },
    ),
    table(
      'challenges',
      'none',
      { name: 'challenges_value_key', columns: ['value'] },
      {
        id: 'uuid',
        kind: 'text',
        value: 'text',
        subject: 'uuid?',
        person_id: 'uuid?',
        expires_at: 'timestamptz',
        created_at: 'timestamptz',
      },
    ),
    table('plate_details', 'none', [], {
      id: 'uuid',
      ...PRIVATE_COLUMNS,
      created_at: 'timestamptz',
      updated_at: 'timestamptz',
    }),
    table('plate_changes', 'none', [], {
      id: 'uuid',
      batch: 'uuid',
      at: 'timestamptz',
      person: 'text',
      action: 'text',
      plate_id: 'uuid',
      plate_number: 'text',
      before: 'text?',
      after: 'text?',
    }),
    table('sale_changes', 'none', [], {
      id: 'uuid',
      batch: 'uuid',
      at: 'timestamptz',
      person: 'text',
      action: 'text',
      explorer: 'text',
      sale_id: 'uuid',
      plate_number: 'text',
      before: 'text?',
      after: 'text?',
    }),
    view(
      'stock',
      { id: 'uuid' },
      {
        plate_number: 'text',
        price: 'integer?',
        category: 'text?',
        description: 'text?',
        detailed_description: 'text?',
        image_url: 'text?',
        is_available: 'boolean',
        is_feature: 'boolean',
        is_demonstration: 'boolean',
        created_at: 'timestamptz',
        updated_at: 'timestamptz',
        price_reason: 'text?',
        ...PRIVATE_COLUMNS,
        plate_compact: 'text',
      },
      'none',
    ),
    view('stock_counts', { status: 'text' }, { plates: 'integer' }, 'none'),
    view(
      'page_view_totals',
      { path: 'text' },
      {
        views_7: 'integer',
        before_7: 'integer',
        views_28: 'integer',
        before_28: 'integer',
        views_90: 'integer',
        before_90: 'integer',
      },
      'none',
    ),
    view('page_view_days', { day: 'text' }, { views: 'integer' }, 'none'),
    view(
      'sales_counts',
      { where_sold: 'text?', category: 'text?', type: 'text?', selection: 'text', sale_year: 'integer' },
      { sales: 'integer' },
    ),
    view('sales_sellers', { where_sold: 'text?' }, { sales: 'integer' }),
    view('sales_categories', { category: 'text?' }, { sales: 'integer' }),
    view('sales_types', { category: 'text?', type: 'text?' }, { sales: 'integer' }),
    view('sales_selections', { selection: 'text' }, { sales: 'integer' }),
    view('sales_years', { sale_year: 'integer' }, { sales: 'integer' }),
    view(
      'sales_listed',
      { id: 'uuid' },
      {
        plate_number: 'text',
        where_sold: 'text?',
        type: 'text?',
        category: 'text?',
        sale_year: 'integer',
        sale_month: 'integer?',
        hammer_price: 'integer?',
        total_price: 'integer?',
        price_basis: 'text?',
        selection: 'text',
        source_url: 'text?',
        note: 'text?',
        plate_order: 'text',
        plate_compact: 'text',
        plate_folded: 'text',
      },
    ),
    view(
      'sales_comparable',
      { id: 'uuid' },
      {
        plate_number: 'text',
        where_sold: 'text?',
        type: 'text?',
        category: 'text?',
        sale_year: 'integer',
        sale_month: 'integer?',
        hammer_price: 'integer',
        total_price: 'integer?',
        price_basis: 'text?',
        selection: 'text',
        source_url: 'text?',
        note: 'text?',
        plate_letters: 'text?',
        plate_system: 'text?',
        plate_shape: 'text?',
        plate_figures: 'integer?',
      },
    ),
    view(
      'jersey_sales_counts',
      { where_sold: 'text?', selection: 'text', sale_year: 'integer' },
      { sales: 'integer' },
    ),
    view('jersey_sales_sellers', { where_sold: 'text?' }, { sales: 'integer' }),
    view('jersey_sales_years', { sale_year: 'integer' }, { sales: 'integer' }),
    view(
      'jersey_sales_listed',
      { id: 'uuid' },
      {
        plate_number: 'text',
        total_price: 'integer?',
        where_sold: 'text?',
        sale_year: 'integer',
        sale_month: 'integer?',
        price_basis: 'text?',
        selection: 'text',
        source_url: 'text?',
        note: 'text?',
        plate_order: 'text',
        plate_compact: 'text',
        plate_folded: 'text',
        seller_order: 'text',
      },
    ),
  ].map((entry) => [entry.name, entry]),
)

/** The tables of recorded sales, by the explorer that shows them. */
export const SALES_TABLES: Readonly<Record<string, string>> = { uk: 'sales', jersey: 'jersey_sales' }

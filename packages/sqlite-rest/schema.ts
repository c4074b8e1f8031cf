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

function view(name: string, key: Record<string, ColumnSpec>, others: Record<string, ColumnSpec>): Table {
  return {
    kind: 'view',
    name,
    columns: columnsOf({ ...key, ...others }),
    anonReads: 'all',
    identity: Object.keys(key),
    isAppendOnly: false,
    uniqueKeys: [],
  }
}

export const PRIMARY_KEY = 'id'

export const tables: ReadonlyMap<string, Table> = new Map(
  [
    table(
      'plates',
      { where: 'is_available = 1' },
      { name: 'plates_plate_number_key', columns: ['plate_number'] },
      {
        id: 'uuid',
        plate_number: 'text',
        price: 'integer',
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
      },
    ),
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
      { id: 'uuid', at: 'timestamptz', person: 'text', command: 'text', change: 'text' },
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

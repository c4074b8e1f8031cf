/**
 * The tables that the contract knows: the one source for parsing requests and for what each role may
 * read. db/migrations makes the same columns (a test holds the two together). A name that reaches
 * SQL comes from here, never from a request.
 */

export type ColumnType = 'uuid' | 'text' | 'integer' | 'boolean' | 'timestamptz'

export interface Column {
  readonly name: string
  readonly type: ColumnType
  readonly nullable: boolean
}

export type Role = 'anon' | 'service_role'

export interface Table {
  readonly name: string
  readonly columns: ReadonlyMap<string, Column>
  /** Which rows the public key sees: a condition added to every one of its reads, all, or none. */
  readonly anonReads: { where: string } | 'all' | 'none'
}

/** `'integer?'` is a column that may be null. */
type ColumnSpec = ColumnType | `${ColumnType}?`

function table(name: string, anonReads: Table['anonReads'], specs: Record<string, ColumnSpec>): Table {
  const columns = Object.entries(specs).map(([column, spec]): [string, Column] => {
    const nullable = spec.endsWith('?')
    return [column, { name: column, type: (nullable ? spec.slice(0, -1) : spec) as ColumnType, nullable }]
  })
  return { name, anonReads, columns: new Map(columns) }
}

/** Every table's primary key: the last key of every order. */
export const PRIMARY_KEY = 'id'

export const tables: ReadonlyMap<string, Table> = new Map(
  [
    table(
      'plates',
      { where: 'is_available = 1' },
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
      },
    ),
    table('sales', 'all', {
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
    }),
    table('jersey_sales', 'all', {
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
    }),
  ].map((entry) => [entry.name, entry]),
)

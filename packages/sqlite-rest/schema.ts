/** What a backend serves: every name that reaches SQL comes from its schema, never from a request. */

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
export type ColumnSpec = ColumnType | `${ColumnType}?`

function columnsOf(specs: Record<string, ColumnSpec>): Map<string, Column> {
  return new Map(
    Object.entries(specs).map(([name, spec]) => {
      const nullable = spec.endsWith('?')
      return [name, { name, type: (nullable ? spec.slice(0, -1) : spec) as ColumnType, nullable }]
    }),
  )
}

type NaturalKey = { name: string; columns: string[] }

export function table(
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

export function view(
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

export type Schema = ReadonlyMap<string, Table>

export const PRIMARY_KEY = 'id'

/** The tables of recorded sales, by the explorer that shows them. */
export const SALES_TABLES: Readonly<Record<string, string>> = { uk: 'sales', jersey: 'jersey_sales' }

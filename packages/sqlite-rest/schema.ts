/** What a backend serves: every name that reaches SQL comes from its schema, never from a request. */

const TYPES = ['uuid', 'text', 'integer', 'bigint', 'boolean', 'timestamptz'] as const
export type ColumnType = (typeof TYPES)[number]

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
  /** The explorer that shows the recorded sales of this table. */
  readonly explorer?: string | undefined
  readonly uniqueKeys: readonly UniqueKey[]
}

/** 'id uuid, price integer?': a question mark marks a nullable column. */
function columnsOf(text: string): Map<string, Column> {
  return new Map(
    listOf(text).map((column) => {
      const [, name = '', word, mark] = /^(\w+) (\w+)(\?)?$/.exec(column) ?? []
      const type = TYPES.find((known) => known === word)
      if (!type) throw new Error(`“${column}” is not the name and type of a column`)
      return [name, { name, type, nullable: mark !== undefined }]
    }),
  )
}

const listOf = (text: string) => text.trim().split(/,\s+/)

export const PRIMARY_KEY = 'id'

interface TableOptions {
  /** The natural keys, as 'day, list, term'; PostgreSQL names one after its table and columns. */
  keys?: readonly (string | { name: string; columns: string })[]
  anonReads?: Table['anonReads']
  isAppendOnly?: boolean
  explorer?: string
}

/** table('settings', { keys: ['name'] })`id uuid, name text, value text` */
export const table =
  (name: string, { keys = [], anonReads = 'none', isAppendOnly = false, explorer }: TableOptions = {}) =>
  (...template: Parameters<typeof String.raw>): Table => {
    const columns = columnsOf(String.raw(...template))
    const uniqueKeys = keys.map((key) => {
      const named = typeof key === 'string' ? { columns: key, name: '' } : key
      const parts = listOf(named.columns)
      return { name: named.name || `${name}_${parts.join('_')}_key`, columns: parts }
    })
    /** Null is replaced by a value that no row can have. */
    const indexed = (key: string): string => {
      const column = columns.get(key)
      if (!column?.nullable) return key
      return `coalesce(${key}, ${column.type === 'text' ? "x''" : '-1'})`
    }
    return {
      kind: 'table',
      name,
      columns,
      anonReads,
      identity: [PRIMARY_KEY],
      isAppendOnly,
      explorer,
      uniqueKeys: [{ name: `${name}_pkey`, columns: [PRIMARY_KEY] }, ...uniqueKeys].map((key) => ({
        ...key,
        target: key.columns.map(indexed).join(', '),
      })),
    }
  }

interface ViewOptions {
  identity?: string
  anonReads?: Table['anonReads']
}

export const view =
  (name: string, { identity = PRIMARY_KEY, anonReads = 'none' }: ViewOptions = {}) =>
  (...template: Parameters<typeof String.raw>): Table => ({
    kind: 'view',
    name,
    columns: columnsOf(String.raw(...template)),
    anonReads,
    identity: listOf(identity),
    isAppendOnly: false,
    uniqueKeys: [],
  })

export type Schema = ReadonlyMap<string, Table>

export const schemaOf = (tables: readonly Table[]): Schema =>
  new Map(tables.map((entry) => [entry.name, entry]))

/** The tables of recorded sales. */
export const salesTablesOf = (schema: Schema): Table[] =>
  [...schema.values()].filter(({ explorer }) => explorer !== undefined)

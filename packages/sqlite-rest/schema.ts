/** What a backend serves: every name that reaches SQL comes from its schema, never from a request. */

const TYPES = ['uuid', 'text', 'integer', 'bigint', 'boolean', 'timestamptz'] as const
export type ColumnType = (typeof TYPES)[number]

export interface Column {
  readonly name: string
  readonly type: ColumnType
  readonly nullable: boolean
}

export interface Table {
  readonly kind: 'table' | 'view'
  readonly name: string
  readonly columns: ReadonlyMap<string, Column>
  /** What the public key may read; `where` is SQL. */
  readonly anonReads: { where: string } | 'all' | 'none'
  /** Columns that identify a row; they end every order, so that it is total. */
  readonly identity: readonly string[]
  /** A table of recorded sales. */
  readonly holdsSales: boolean
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

interface Options {
  identity?: string
  anonReads?: Table['anonReads']
  holdsSales?: boolean
}

const relation =
  (kind: Table['kind']) =>
  (
    name: string,
    columns: string,
    { identity = PRIMARY_KEY, anonReads = 'none', holdsSales = false }: Options = {},
  ): Table => ({ kind, name, columns: columnsOf(columns), anonReads, identity: listOf(identity), holdsSales })

/** table('settings', 'id uuid, name text, value text') */
export const table = relation('table')
export const view = relation('view')

export type Schema = ReadonlyMap<string, Table>

export const schemaOf = (tables: readonly Table[]): Schema =>
  new Map(tables.map((entry) => [entry.name, entry]))

/** The tables of recorded sales. */
export const salesTablesOf = (schema: Schema): Table[] =>
  [...schema.values()].filter(({ holdsSales }) => holdsSales)

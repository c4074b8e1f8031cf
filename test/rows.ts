/** Prepares and reads rows as SQL does, without the rules of an action, under the names that tables and columns have there. */
import type { ExpressionBuilder, Kysely } from 'kysely'
import {
  insertRows,
  type SnakeCase,
  type StoredRow,
  type StoredValue,
  type StoredValues,
} from '#data/stored-rows.ts'
import type { Database, Reader, Tables } from '#data/tables.ts'
import { toTime } from '#data/times.ts'
import { tables } from '#db/schema.ts'
import { transact } from './transact.ts'

type StoredTables = { [Name in keyof Tables as SnakeCase<Name>]: StoredRow<Name> }
export type TableName = keyof StoredTables
type Column<Name extends TableName> = keyof StoredTables[Name] & string
export type Values<Name extends TableName> = { readonly [Key in Column<Name>]?: StoredValue }
/** The value of each column, or one of several. */
type Where<Name extends TableName> = { readonly [Key in Column<Name>]?: StoredValue | readonly StoredValue[] }

/** Columns without a value get their default. Times may end in Z. */
export const addRows = <Name extends TableName>(
  database: Database,
  table: Name,
  rows: Values<Name> | readonly Values<Name>[],
): Promise<void> =>
  transact(database, async (transaction) => {
    const all = [rows].flat().map((row) => withTimes(row as StoredValues))
    for (const alike of Map.groupBy(all, (row) => Object.keys(row).join()).values())
      await insertRows(transaction, table, Object.keys(alike[0] ?? {}), alike)
  })

/** Also sets the time of the change, where a table has one. */
export const editRows = <Name extends TableName>(
  database: Database,
  table: Name,
  where: Where<Name>,
  values: Values<Name>,
): Promise<void> =>
  transact(database, async (transaction) => {
    const changed = tables.get(table)?.columns.has('updated_at') ? { updated_at: toTime(new Date()) } : {}
    const query = asStored(transaction)
      .updateTable(table as string)
      .set({ ...changed, ...withTimes(values as StoredValues) })
    await query.where(matches(where)).execute()
  })

/** Deletes all rows by default. */
export const deleteRows = <Name extends TableName>(
  database: Database,
  table: Name,
  where: Where<Name> = {},
): Promise<void> =>
  transact(database, async (transaction) => {
    await asStored(transaction)
      .deleteFrom(table as string)
      .where(matches(where))
      .execute()
  })

/** Edits the row with this key, or adds it. */
export async function putRow<Name extends TableName>(
  database: Database,
  table: Name,
  key: Values<Name>,
  values: Values<Name>,
): Promise<void> {
  const known = await findRows(database, table, '*', key)
  if (known.length > 0) return editRows(database, table, key, values)
  return addRows(database, table, { ...key, ...values })
}

export async function findRows<
  Name extends TableName,
  Key extends keyof StoredTables[Name] = keyof StoredTables[Name],
>(
  database: Database,
  table: Name,
  columns: readonly Key[] | '*',
  where: Where<Name> = {},
  order: readonly (Column<Name> | 'id')[] = ['id'],
): Promise<Pick<StoredTables[Name], Key>[]> {
  const found = asStored(database)
    .selectFrom(table as string)
    .where(matches(where))
  const query = order.reduce((sorted, column) => sorted.orderBy(column), found)
  // Without what SQLite computes of others in the same table.
  const every = columns === '*' ? [...(tables.get(table)?.columns.keys() ?? [])] : columns
  const rows = await query.select(every as readonly string[]).execute()
  return rows as Pick<StoredTables[Name], Key>[]
}

const asStored = (reader: Reader) =>
  (reader as Kysely<Record<string, Record<string, unknown>>>).withoutPlugins()

const matches =
  (where: Where<TableName>) =>
  (builder: ExpressionBuilder<Record<string, Record<string, unknown>>, string>) =>
    builder.and(
      Object.entries<StoredValue | readonly StoredValue[]>(where).map(([column, value]) =>
        Array.isArray(value)
          ? builder(column, 'in', value)
          : builder(column, value === null ? 'is' : '=', value),
      ),
    )

/** Both databases compare times that are written in one way. */
const withTimes = (row: StoredValues): StoredValues =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]) =>
      /^(?:\w+_)?at$/.test(column) && typeof value === 'string' && value.endsWith('Z')
        ? [column, toTime(new Date(value))]
        : [column, value],
    ),
  )

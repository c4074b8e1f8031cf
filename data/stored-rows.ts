/**
 * Rows under the names of their columns, as kept changes and lists have them, and many of them in one statement: as a list in JSON, so
 * that neither its text nor the number of its parameters grows with the rows.
 */
import { setImmediate as turn } from 'node:timers/promises'
import { type Compilable, PostgresAdapter, type RawBuilder, sql } from 'kysely'
import type { Reader, Row, Tables, Transaction } from './tables.ts'

/** Some 15 ms of SQLite, which no other statement interrupts. */
export const ROWS_AT_ONCE = 500

export type SnakeCase<Text extends string> = Text extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : ''

type SnakeCased<Columns> = { [Name in keyof Columns & string as SnakeCase<Name>]: Columns[Name] }

/** A row as it is stored: `plate_number` where `Row` has `plateNumber`. */
export type StoredRow<Name extends keyof Tables> = SnakeCased<Row<Name>>

export type StoredValue = string | number | boolean | null
export type StoredValues = Record<string, StoredValue>

/** The answer of a query under the names of the columns. */
export async function readStored<Columns>(
  reader: Reader,
  query: Compilable<Columns>,
): Promise<SnakeCased<Columns>[]> {
  const plain = reader.getExecutor().withoutPlugins()
  const { rows } = await plain.executeQuery(
    query.compile() as ReturnType<Compilable<SnakeCased<Columns>>['compile']>,
  )
  return rows
}

export function* inParts<Item>(items: readonly Item[], size = ROWS_AT_ONCE): Generator<Item[], void> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size)
}

/** @param columns those that the rows have; null where a row has none */
export const insertRows = (
  transaction: Transaction,
  table: string,
  columns: readonly string[],
  rows: readonly StoredValues[],
): Promise<void> => writeRows(transaction, rows, (list) => insertion(table, columns, list))

/** As `insertRows`, but leaves a row as it is whose id the table has. */
export const insertMissingRows = (
  transaction: Transaction,
  table: string,
  columns: readonly string[],
  rows: readonly StoredValues[],
): Promise<void> =>
  writeRows(
    transaction,
    rows,
    // WHERE, because SQLite would otherwise read ON as part of a join.
    (list) => sql`${insertion(table, columns, list)} where true on conflict (id) do nothing`,
  )

const insertion = (table: string, columns: readonly string[], list: List) =>
  sql`insert into ${sql.table(table)} (${sql.join(columns.map((name) => sql.ref(name)))})
    select ${sql.join(columns.map(list.valueOf))} from ${list.from(table)}`

/** Gives the rows of these ids the values of these columns. */
export const updateRows = (
  transaction: Transaction,
  table: string,
  columns: readonly string[],
  rows: readonly StoredValues[],
): Promise<void> =>
  writeRows(transaction, rows, (list) => {
    const values = columns.map((name) => sql`${sql.ref(name)} = ${list.valueOf(name)}`)
    return sql`update ${sql.table(table)} set ${sql.join(values)} from ${list.from(table)}
      where ${sql.ref(`${table}.id`)} = ${list.valueOf('id')}`
  })

/** A sale takes SQLite a tenth of a millisecond, because of its index of parts of registrations. */
const REMOVED_AT_ONCE = 100

export async function removeRows(
  transaction: Transaction,
  table: string,
  ids: readonly string[],
): Promise<void> {
  for (const part of inParts(ids, REMOVED_AT_ONCE)) {
    await transaction
      .deleteFrom(table as 'plates')
      .where('id', 'in', part)
      .execute()
    await turn()
  }
}

/** SQLite has one writer. */
export const isPostgres = (reader: Reader): boolean => reader.getExecutor().adapter instanceof PostgresAdapter

interface List {
  from(table: string): RawBuilder<unknown>
  valueOf(column: string): RawBuilder<unknown>
}

async function writeRows(
  transaction: Transaction,
  rows: readonly StoredValues[],
  statement: (list: List) => RawBuilder<unknown>,
): Promise<void> {
  const isOnPostgres = isPostgres(transaction)
  for (const part of inParts(rows)) {
    const json = JSON.stringify(part)
    const list: List = isOnPostgres
      ? {
          from: (table) => sql`json_populate_recordset(null::${sql.table(table)}, ${json}) as given`,
          valueOf: (column) => sql.ref(`given.${column}`),
        }
      : {
          from: () => sql`json_each(${json}) as given`,
          valueOf: (column) => sql`given.value ->> ${sql.lit(column)}`,
        }
    await statement(list).execute(transaction)
    await turn()
  }
}

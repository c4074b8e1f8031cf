/**
 * The embedded backend's door for bulk: many rows in one transaction, all or none of them, by the tables'
 * natural keys and without the detour over requests. For the office alone; the contract is everybody else's.
 */
import type { SQLInputValue, StatementSync } from 'node:sqlite'
import { inTransaction, openDatabase } from './database.ts'
import { tables } from './schema.ts'
import { seedDatabase } from './seed.ts'

export type BulkTable = 'plates' | 'sales' | 'jersey_sales'
export type BulkValue = string | number | boolean | null
export type BulkRow = Record<string, BulkValue>

export interface Bulk {
  /** The row with the same natural key, or null. */
  find(table: BulkTable, row: BulkRow): BulkRow | null
  /** @throws ConstraintFault if the tables do not take it; the transaction goes on. */
  insert(table: BulkTable, row: BulkRow): void
  update(table: BulkTable, id: string, columns: BulkRow): void
  /** All that `work` does, or nothing. Waits for another writer first. @throws what `work` throws */
  transaction<T>(work: () => T): T
  close(): void
}

/** The tables' last wall: a value that should have been refused earlier. */
export class ConstraintFault extends Error {
  override name = 'ConstraintFault'
}

/** Two imports at once: the second waits for the first. */
const WAIT_MS = 120_000

/** As the unique indexes of db/migrations have it. */
const naturalKeys: Record<BulkTable, readonly [condition: string, column: string][]> = {
  plates: [['plate_number = ?', 'plate_number']],
  sales: [
    ['plate_number = ?', 'plate_number'],
    ['sale_year = ?', 'sale_year'],
    ['coalesce(sale_month, 0) = coalesce(?, 0)', 'sale_month'],
    ["coalesce(where_sold, '') = coalesce(?, '')", 'where_sold'],
    ['coalesce(hammer_price, -1) = coalesce(?, -1)', 'hammer_price'],
    ['coalesce(total_price, -1) = coalesce(?, -1)', 'total_price'],
  ],
  jersey_sales: [
    ['plate_number = ?', 'plate_number'],
    ['sale_year = ?', 'sale_year'],
    ['coalesce(sale_month, 0) = coalesce(?, 0)', 'sale_month'],
    ["coalesce(where_sold, '') = coalesce(?, '')", 'where_sold'],
    ['coalesce(total_price, -1) = coalesce(?, -1)', 'total_price'],
  ],
}

/** @throws StartFault if the database cannot be opened */
export function openBulk(dataDir: string): Bulk {
  const database = openDatabase(dataDir)
  const { writer } = database
  seedDatabase(writer)
  writer.exec(`PRAGMA busy_timeout = ${WAIT_MS}`)
  const statements = new Map<string, StatementSync>()
  const prepare = (sql: string) => {
    const statement = statements.get(sql) ?? writer.prepare(sql)
    statements.set(sql, statement)
    return statement
  }
  const write = (sql: string, values: SQLInputValue[]) => {
    try {
      prepare(sql).run(...values)
    } catch (error) {
      // The low byte is the plain code: 19 is a constraint, 20 a type that a column does not take.
      const code = ((error as { errcode?: number }).errcode ?? 0) & 0xff
      throw code === 19 || code === 20 ? new ConstraintFault((error as Error).message) : error
    }
  }

  return {
    find(table, row) {
      const key = naturalKeys[table]
      const sql = `SELECT * FROM ${table} WHERE ${key.map(([condition]) => condition).join(' AND ')}`
      const found = prepare(sql).get(...key.map(([, column]) => toSql(row[column])))
      return found ? fromSql(table, found as Record<string, SQLInputValue>) : null
    },
    insert(table, row) {
      const names = knownColumns(table, row)
      write(
        `INSERT INTO ${table} (${names}) VALUES (${names.map(() => '?')})`,
        names.map((name) => toSql(row[name])),
      )
    },
    update(table, id, columns) {
      const names = knownColumns(table, columns)
      write(`UPDATE ${table} SET ${names.map((name) => `${name} = ?`)} WHERE id = ?`, [
        ...names.map((name) => toSql(columns[name])),
        id,
      ])
    },
    transaction: (work) => inTransaction(writer, work),
    close: () => database.close(),
  }
}

/** Names that reach SQL are the schema's own. */
function knownColumns(table: BulkTable, row: BulkRow): string[] {
  const { columns } = tables.get(table) ?? { columns: new Map() }
  const names = Object.keys(row)
  const stranger = names.find((name) => !columns.has(name))
  if (stranger !== undefined) throw new Error(`${table} has no column ${stranger}`)
  return names
}

const toSql = (value: BulkValue | undefined): SQLInputValue =>
  typeof value === 'boolean' ? Number(value) : (value ?? null)

function fromSql(table: BulkTable, row: Record<string, SQLInputValue>): BulkRow {
  const { columns } = tables.get(table) ?? { columns: new Map() }
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      columns.get(name)?.type === 'boolean' ? value === 1 : (value as BulkValue),
    ]),
  )
}

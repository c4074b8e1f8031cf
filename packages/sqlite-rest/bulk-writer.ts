/**
 * The embedded backend's door for bulk: many rows in one transaction, all or none of them, by the tables'
 * natural keys and without the detour over requests. For the office alone; the contract is everybody else's.
 */
import { randomUUID } from 'node:crypto'
import type { SQLInputValue, StatementSync } from 'node:sqlite'
import { seedDatabase } from '../../db/seed.ts'
import { type AuditEntry, insertAuditEntry } from './audit.ts'
import { inTransaction, openDatabase } from './database.ts'
import { tables } from './schema.ts'

export type BulkTable = 'plates' | 'sales' | 'jersey_sales'
export type BulkValue = string | number | boolean | null
export type BulkRow = Record<string, BulkValue>

export interface Bulk {
  /** The row with the same natural key, or null. */
  find(table: BulkTable, row: BulkRow): BulkRow | null
  /** @throws ConstraintError if the tables do not take it; the transaction goes on. */
  insert(table: BulkTable, row: BulkRow): void
  update(table: BulkTable, id: string, columns: BulkRow): void
  /** All that `work` does, or nothing. Waits for another writer first. @throws what `work` throws */
  transaction<T>(work: () => T): T
  close(): void
}

/** The tables' last wall: a value that should have been refused earlier. */
export class ConstraintError extends Error {
  override name = 'ConstraintError'
}

/** Two imports at once: the second waits for the first. */
const WAIT_MS = 120_000
/** With SQLite's own 2 MB, the pages of five indexes are read and written again and again. */
const CACHE_KB = 16_000

/** The table's natural key, as its unique index has it: the first after the primary key. */
function naturalKey(name: BulkTable): { condition: string; columns: readonly string[] } {
  const { columns, target } = tables.get(name)?.uniqueKeys[1] ?? { columns: [], target: '' }
  // The index's own expressions, once for the row that is there and once for the row that is asked about.
  const terms = target.split(/, (?![^(]*\))/)
  const condition = terms.map((term, index) => `${term} = ${term.replace(columns[index] as string, '?')}`)
  return { condition: condition.join(' AND '), columns }
}

/**
 * @param describeChange asked at the end of a transaction for its entry on the audit trail
 * @throws StartError if the database cannot be opened
 */
export function openBulk(dataDir: string, describeChange?: () => AuditEntry | null): Bulk {
  const database = openDatabase(dataDir)
  const { writer } = database
  seedDatabase(writer)
  writer.exec(`PRAGMA busy_timeout = ${WAIT_MS}; PRAGMA cache_size = -${CACHE_KB}`)
  const keys = {
    plates: naturalKey('plates'),
    sales: naturalKey('sales'),
    jersey_sales: naturalKey('jersey_sales'),
  }
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
      throw code === 19 || code === 20 ? new ConstraintError((error as Error).message) : error
    }
  }

  return {
    find(table, row) {
      const { condition, columns } = keys[table]
      const found = prepare(`SELECT * FROM ${table} WHERE ${condition}`).get(
        ...columns.map((column) => toSql(row[column])),
      )
      return found ? fromSql(table, found as Record<string, SQLInputValue>) : null
    },
    insert(table, given) {
      const row: BulkRow = { id: nextId(), ...given }
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
    transaction: (work) =>
      inTransaction(writer, () => {
        const result = work()
        const entry = describeChange?.()
        if (entry) insertAuditEntry(writer, entry)
        return result
      }),
    close: () => database.close(),
  }
}

let lastMoment = 0
let sequence = 0

/**
 * A UUID of version 7: the moment, a counter, and chance. Rows that come together lie together in the index
 * then, which spares an import a third of its time; the table's own default is all chance.
 */
function nextId(): string {
  const now = Date.now()
  sequence = now === lastMoment ? sequence + 1 : 0
  lastMoment = now
  const moment = now.toString(16).padStart(12, '0')
  const counter = (sequence & 0xfff).toString(16).padStart(3, '0')
  return `${moment.slice(0, 8)}-${moment.slice(8)}-7${counter}-${randomUUID().slice(19)}`
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

import { randomUUID } from 'node:crypto'
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { type AuditEntry, insertAuditEntry } from './audit.ts'
import { inTransaction, openDatabase } from './database.ts'
import { tables } from './schema.ts'
import { CONSTRAINT, MISMATCH, primaryCode } from './sqlite-codes.ts'
import { StatementCache } from './statement-cache.ts'

export type BulkTable = 'plates' | 'sales' | 'jersey_sales'
export type BulkValue = string | number | boolean | null
/** Tables that are only added to. */
export type BulkLog = 'corrections'
export type BulkRow = Record<string, BulkValue>

export interface BulkWriter {
  find(table: BulkTable, row: BulkRow): BulkRow | null
  findBy(table: BulkTable, column: string, value: BulkValue): BulkRow[]
  findByPrefix(table: BulkTable, column: string, prefix: string): BulkRow[]
  /** @throws ConstraintError if a constraint refuses the row; the transaction goes on */
  insert(table: BulkTable | BulkLog, row: BulkRow): void
  update(table: BulkTable, id: string, columns: BulkRow): void
  /** Commits all changes of `work`, or none if it throws. Waits for other writers first. */
  transaction<T>(work: () => T): T
  close(): void
}

export class ConstraintError extends Error {
  override name = 'ConstraintError'
}

/** The second of two imports waits for the first. */
const WAIT_MS = 120_000
/** With SQLite's default of 2 MB, the pages of five indexes are read and written repeatedly. */
const CACHE_KB = 16_000

function naturalKey(name: BulkTable): { condition: string; columns: readonly string[] } {
  const { columns, target } = tables.get(name)?.uniqueKeys[1] ?? { columns: [], target: '' }
  // The index's expressions, once for the stored row and once for the bound values.
  const terms = target.split(/, (?![^(]*\))/)
  const condition = terms.map((term, index) => `${term} = ${term.replace(columns[index] as string, '?')}`)
  return { condition: condition.join(' AND '), columns }
}

export interface BulkOptions {
  dataDir: string
  migrations: readonly string[]
  seed?: (database: DatabaseSync) => void
  /** Called at the end of a transaction; null: no entry in the audit trail. */
  describeChange?: (() => AuditEntry | null) | undefined
}

export function openBulkWriter({ dataDir, migrations, seed, describeChange }: BulkOptions): BulkWriter {
  const database = openDatabase(dataDir, migrations)
  const { writer } = database
  seed?.(writer)
  writer.exec(`PRAGMA busy_timeout = ${WAIT_MS}; PRAGMA cache_size = -${CACHE_KB}`)
  const keys = {
    plates: naturalKey('plates'),
    sales: naturalKey('sales'),
    jersey_sales: naturalKey('jersey_sales'),
  }
  const statements = new StatementCache(writer)
  const write = (sql: string, values: SQLInputValue[]) => {
    try {
      statements.prepare(sql).run(...values)
    } catch (error) {
      if (![CONSTRAINT, MISMATCH].includes(primaryCode(error))) throw error
      throw new ConstraintError((error as Error).message)
    }
  }

  const select = (table: BulkTable, column: string, condition: string, values: SQLInputValue[]) => {
    const [name] = knownColumns(table, { [column]: null })
    return statements
      .prepare(`SELECT ${columnNames(table)} FROM ${table} WHERE ${name} ${condition}`)
      .all(...values)
      .map((row) => fromSql(table, row as Record<string, SQLInputValue>))
  }

  return {
    find(table, row) {
      const { condition, columns } = keys[table]
      const found = statements
        .prepare(`SELECT ${columnNames(table)} FROM ${table} WHERE ${condition}`)
        .get(...columns.map((column) => toSql(row[column])))
      return found ? fromSql(table, found as Record<string, SQLInputValue>) : null
    },
    findBy: (table, column, value) => select(table, column, '= ?', [toSql(value)]),
    findByPrefix: (table, column, prefix) =>
      select(table, column, 'BETWEEN ? AND ?', [prefix, `${prefix}\u{10ffff}`]),
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

/** UUID version 7: consecutive rows are neighbours in the index, a third faster than the default, a random UUID. */
function nextId(): string {
  const now = Date.now()
  sequence = now === lastMoment ? sequence + 1 : 0
  lastMoment = now
  const moment = now.toString(16).padStart(12, '0')
  const counter = (sequence & 0xfff).toString(16).padStart(3, '0')
  return `${moment.slice(0, 8)}-${moment.slice(8)}-7${counter}-${randomUUID().slice(19)}`
}

const columnNames = (table: BulkTable) => [...(tables.get(table)?.columns.keys() ?? [])]

/** Only names of the schema may reach SQL. */
function knownColumns(table: BulkTable | BulkLog, row: BulkRow): string[] {
  const { columns } = tables.get(table) ?? { columns: new Map() }
  const names = Object.keys(row)
  const unknown = names.find((name) => !columns.has(name))
  if (unknown !== undefined) throw new Error(`${table} has no column ${unknown}`)
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

/**
 * Carries out a write: one transaction, row by row, so that what the database refuses can be told in
 * PostgreSQL's words. Waiting for another process's write leaves the event loop free.
 */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { type AuditEntry, insertAuditEntry } from './audit.ts'
import { inTransaction } from './database.ts'
import {
  checkFailed,
  databaseBusy,
  diskFull,
  keyTaken,
  notOneRow,
  rowMetTwice,
  valueMissing,
} from './errors.ts'
import { MAX_WAIT_MS } from './limits.ts'
import { parseSent, type SentRow } from './parse-body.ts'
import type { Value } from './plan.ts'
import type { WritePlan } from './plan-write.ts'
import { deleteText, insertText, targetsQuery, touches, updateText } from './query.ts'
import type { Column, Table } from './schema.ts'
import { Statements } from './statement-cache.ts'

export interface WriteResult {
  /** Rows that were written or removed. */
  readonly rows: number
  /** Those of them that are new. */
  readonly inserted: number
  /** Each row as JSON, if they were asked for. */
  readonly bodies: readonly string[]
  /** The primary key of the last of them. */
  readonly id: string | null
}

interface WrittenRow {
  row: number
  id: string
  body?: string
}

type TypedRow = (Value | null | undefined)[]

/** SQLite's codes; the low byte is the plain code. */
const BUSY = 5
const FULL = 13
const NOT_NULL = 1299
const CHECK = 275
const UNIQUE = 2067
const PRIMARY = 1555

export class Writer {
  private readonly database: DatabaseSync
  private readonly statements: Statements

  constructor(database: DatabaseSync) {
    this.database = database
    this.statements = new Statements(database)
    // We wait ourselves: SQLite's own waiting holds up everything else.
    database.exec('PRAGMA busy_timeout = 0')
  }

  /** @param entry asked for if a row was written: goes on the audit trail in the same transaction */
  async write(plan: WritePlan, entry?: () => AuditEntry): Promise<WriteResult> {
    const giveUpAt = performance.now() + MAX_WAIT_MS
    for (;;) {
      try {
        return inTransaction(this.database, () => {
          const result = this.run(plan)
          if (entry && result.rows > 0) insertAuditEntry(this.database, entry())
          return result
        })
      } catch (error) {
        const { errcode = 0 } = error as { errcode?: number }
        if ((errcode & 0xff) === FULL) throw diskFull()
        if ((errcode & 0xff) !== BUSY) throw error
        if (performance.now() > giveUpAt) throw databaseBusy()
      }
      await sleep(5 + Math.random() * 20)
    }
  }

  private run(plan: WritePlan): WriteResult {
    const results =
      plan.method === 'POST'
        ? this.insert(plan)
        : plan.method === 'PATCH'
          ? this.update(plan)
          : this.delete(plan)
    // Whoever asks for one row gets nothing done if it is not one.
    if (plan.wantsObject && results.length !== 1) throw notOneRow(results.length)
    return {
      rows: results.length,
      inserted: results.filter((result) => result.isNew).length,
      bodies: plan.returns === 'representation' ? results.map(({ body = '' }) => body) : [],
      id: results.at(-1)?.id ?? null,
    }
  }

  private insert(plan: WritePlan): (WrittenRow & { isNew: boolean })[] {
    const { table, conflict } = plan
    const rows = plan.rows.map((sent) => typedRow(plan, sent))
    // A new row gets a rowid above all others.
    const highest = Number(
      this.statements.prepare(`SELECT max(rowid) AS "row" FROM ${table.name}`).get()?.row ?? 0,
    )
    const now = storedMoment(new Date())
    const results: (WrittenRow & { isNew: boolean })[] = []
    const met = new Set<number>()
    for (const values of rows) {
      const columns = plan.written.filter((_, index) => values[index] !== undefined)
      const bound: SQLInputValue[] = values.filter((value) => value !== undefined)
      if (conflict?.resolution === 'merge' && plan.written.length > 0 && touches(table, plan.written))
        bound.push(now)
      const written = this.one(plan, insertText(plan, columns), bound, (name) => {
        const index = plan.written.findIndex((column) => column.name === name)
        return index < 0 ? null : (values[index] ?? null)
      })
      if (!written) continue
      if (conflict?.resolution === 'merge' && met.has(written.row)) throw rowMetTwice()
      met.add(written.row)
      results.push({ ...written, isNew: written.row > highest })
    }
    return results
  }

  private update(plan: WritePlan): (WrittenRow & { isNew: boolean })[] {
    const sent = plan.rows[0]
    if (!sent) return []
    const values = typedRow(plan, sent)
    const targets = this.targets(plan)
    const defaults = values.includes(undefined) ? this.defaults(plan.table) : new Map<string, string>()
    const missing = plan.written.filter((_, index) => values[index] === undefined)
    const text = updateText(
      plan,
      new Map(missing.map((column) => [column.name, defaults.get(column.name) ?? 'NULL'])),
    )
    const bound: SQLInputValue[] = values.filter((value) => value !== undefined)
    if (touches(plan.table, plan.written)) bound.push(storedMoment(new Date()))
    return targets.flatMap((row) => {
      const written = this.one(plan, text, [...bound, row], (name) => {
        const index = plan.written.findIndex((column) => column.name === name)
        return index < 0 ? this.read(plan.table, name, row) : (values[index] ?? null)
      })
      return written ? [{ ...written, isNew: false }] : []
    })
  }

  private delete(plan: WritePlan): (WrittenRow & { isNew: boolean })[] {
    const text = deleteText(plan)
    return this.targets(plan).flatMap((row) => {
      const written = this.one(plan, text, [row], () => null)
      return written ? [{ ...written, isNew: false }] : []
    })
  }

  private targets({ selection }: WritePlan): number[] {
    if (!selection) return []
    const { text, values } = targetsQuery(selection)
    return this.statements
      .prepare(text)
      .all(...values)
      .map(({ row }) => Number(row))
  }

  /** Writes one row. `wouldHold` tells what it would hold, for the words of a refusal. */
  private one(
    { table }: WritePlan,
    text: string,
    values: SQLInputValue[],
    wouldHold: (column: string) => unknown,
  ): WrittenRow | undefined {
    try {
      return this.statements.prepare(text).get(...values) as WrittenRow | undefined
    } catch (error) {
      throw refusalOf(error, table, wouldHold)
    }
  }

  private read(table: Table, column: string, row: number): unknown {
    return this.statements.prepare(`SELECT ${column} AS value FROM ${table.name} WHERE rowid = ?`).get(row)
      ?.value
  }

  /** The defaults of a table's columns, as SQL. */
  private defaults(table: Table): Map<string, string> {
    return new Map(
      this.statements
        .prepare('SELECT name, dflt_value FROM pragma_table_info(?)')
        .all(table.name)
        .map(({ name, dflt_value }) => [String(name), dflt_value === null ? 'NULL' : `(${dflt_value})`]),
    )
  }
}

/** Undefined is a column that gets its default. */
const typedRow = ({ written, fillsDefaults }: WritePlan, sent: SentRow): TypedRow =>
  written.map((column: Column) => {
    if (!Object.hasOwn(sent, column.name)) return fillsDefaults ? undefined : null
    return parseSent(column, sent[column.name])
  })

/** A moment as the tables keep it. */
export const storedMoment = (at: Date) =>
  `${at
    .toISOString()
    .slice(0, -1)
    .replace(/\.?0+$/, '')}+00:00`

/** What SQLite says of a broken rule, in PostgreSQL's words; anything else is as it was. */
function refusalOf(error: unknown, table: Table, wouldHold: (column: string) => unknown): unknown {
  const { errcode, message = '' } = error as { errcode?: number; message?: string }
  const subject = message.slice(message.indexOf(': ') + 2)
  switch (errcode) {
    case NOT_NULL:
      return valueMissing(table.name, subject.slice(table.name.length + 1))
    case CHECK: {
      const column = [...table.columns.keys()].find((name) => new RegExp(`\\b${name}\\b`).test(subject))
      return column ? checkFailed(table.name, column) : error
    }
    case UNIQUE:
    case PRIMARY: {
      const key = table.uniqueKeys.find(
        ({ name, columns }) =>
          subject === `index '${name}'` ||
          subject === columns.map((column) => `${table.name}.${column}`).join(', '),
      )
      if (!key) return error
      return keyTaken(
        key.name,
        key.columns,
        key.columns.map((column) => String(wouldHold(column) ?? 'null')),
      )
    }
    default:
      return error
  }
}

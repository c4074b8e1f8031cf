/** Writes row by row, so that a violated constraint can be reported in PostgreSQL's words. */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { inTransaction } from './database.ts'
import {
  checkFailed,
  databaseBusy,
  diskFull,
  keyTaken,
  notOneRow,
  rowAffectedTwice,
  valueMissing,
} from './errors.ts'
import { formatTimestamp } from './format-timestamp.ts'
import { MAX_WRITE_WAIT_MS } from './limits.ts'
import { type BodyRow, parseBodyValue } from './parse-body.ts'
import type { Value } from './plan.ts'
import type { WritePlan } from './plan-write.ts'
import { deleteText, insertText, setsUpdatedAt, targetsQuery, updateText } from './query.ts'
import type { Column, Table } from './schema.ts'
import {
  BUSY,
  CONSTRAINT_CHECK,
  CONSTRAINT_NOTNULL,
  CONSTRAINT_PRIMARYKEY,
  CONSTRAINT_TRIGGER,
  CONSTRAINT_UNIQUE,
  extendedCode,
  FULL,
  primaryCode,
} from './sqlite-codes.ts'
import { StatementCache } from './statement-cache.ts'

export interface WriteResult {
  readonly rows: number
  readonly inserted: number
  readonly bodies: readonly string[]
  readonly id: string | null
}

interface WrittenRow {
  row: number
  id: string
  body?: string
  isNew?: boolean
}

type TypedRow = (Value | null | undefined)[]

export class Writer {
  private readonly database: DatabaseSync
  private readonly statements: StatementCache

  constructor(database: DatabaseSync) {
    this.database = database
    this.statements = new StatementCache(database)
    // `write` waits instead, since SQLite's own waiting blocks the event loop.
    database.exec('PRAGMA busy_timeout = 0')
  }

  write(plan: WritePlan): Promise<WriteResult> {
    return this.whenFree(() => inTransaction(this.database, () => this.run(plan)))
  }

  /** Repeats `work` while another process writes. */
  private async whenFree<Result>(work: () => Result): Promise<Result> {
    const giveUpAt = performance.now() + MAX_WRITE_WAIT_MS
    for (;;) {
      try {
        return work()
      } catch (error) {
        const code = primaryCode(error)
        if (code === FULL) throw diskFull()
        if (code !== BUSY) throw error
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
    // A request for a single object is rolled back unless it affects exactly one row.
    if (plan.wantsObject && results.length !== 1) throw notOneRow(results.length)
    return {
      rows: results.length,
      inserted: results.filter(({ isNew }) => isNew).length,
      bodies: plan.returns === 'representation' ? results.map(({ body = '' }) => body) : [],
      id: results.at(-1)?.id ?? null,
    }
  }

  private insert(plan: WritePlan): WrittenRow[] {
    const { table, conflict } = plan
    const rows = plan.rows.map((sent) => typedRow(plan, sent))
    // SQLite gives a new row a higher rowid than all others.
    const highest = Number(
      this.statements.prepare(`SELECT max(rowid) AS "row" FROM ${table.name}`).get()?.row ?? 0,
    )
    const now = formatTimestamp(new Date())
    const results: WrittenRow[] = []
    const writtenRows = new Set<number>()
    for (const values of rows) {
      const columns = plan.written.filter((_, index) => values[index] !== undefined)
      const bound: SQLInputValue[] = values.filter((value) => value !== undefined)
      if (conflict?.resolution === 'merge' && plan.written.length > 0 && setsUpdatedAt(table, plan.written))
        bound.push(now)
      const written = this.writeRow(plan, insertText(plan, columns), bound, (name) => {
        const index = plan.written.findIndex((column) => column.name === name)
        return index < 0 ? null : (values[index] ?? null)
      })
      if (!written) continue
      if (conflict?.resolution === 'merge' && writtenRows.has(written.row)) throw rowAffectedTwice()
      writtenRows.add(written.row)
      results.push({ ...written, isNew: written.row > highest })
    }
    return results
  }

  private update(plan: WritePlan): WrittenRow[] {
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
    if (setsUpdatedAt(plan.table, plan.written)) bound.push(formatTimestamp(new Date()))
    return targets.flatMap((row) => {
      const newValue = (name: string) => {
        const index = plan.written.findIndex((column) => column.name === name)
        return index < 0 ? this.read(plan.table, name, row) : (values[index] ?? null)
      }
      return this.writeRow(plan, text, [...bound, row], newValue) ?? []
    })
  }

  private delete(plan: WritePlan): WrittenRow[] {
    const text = deleteText(plan)
    return this.targets(plan).flatMap((row) => this.writeRow(plan, text, [row], () => null) ?? [])
  }

  private targets({ selection }: WritePlan): number[] {
    if (!selection) return []
    const { text, values } = targetsQuery(selection)
    return this.statements
      .prepare(text)
      .all(...values)
      .map(({ row }) => Number(row))
  }

  private writeRow(
    { table }: WritePlan,
    text: string,
    values: SQLInputValue[],
    newValue: (column: string) => unknown,
  ): WrittenRow | undefined {
    try {
      return this.statements.prepare(text).get(...values) as WrittenRow | undefined
    } catch (error) {
      throw toRestError(error, table, newValue)
    }
  }

  private read(table: Table, column: string, row: number): unknown {
    return this.statements.prepare(`SELECT ${column} AS value FROM ${table.name} WHERE rowid = ?`).get(row)
      ?.value
  }

  private defaults(table: Table): Map<string, string> {
    return new Map(
      this.statements
        .prepare('SELECT name, dflt_value FROM pragma_table_info(?)')
        .all(table.name)
        .map(({ name, dflt_value }) => [String(name), dflt_value === null ? 'NULL' : `(${dflt_value})`]),
    )
  }
}

/** `undefined` means the column's default. */
const typedRow = ({ written, fillsDefaults }: WritePlan, sent: BodyRow): TypedRow =>
  written.map((column: Column) => {
    if (!Object.hasOwn(sent, column.name)) return fillsDefaults ? undefined : null
    return parseBodyValue(column, sent[column.name])
  })

function toRestError(error: unknown, table: Table, newValue: (column: string) => unknown): unknown {
  const { message = '' } = error as { message?: string }
  const subject = message.slice(message.indexOf(': ') + 2)
  switch (extendedCode(error)) {
    case CONSTRAINT_NOTNULL:
      return valueMissing(table.name, subject.slice(table.name.length + 1))
    case CONSTRAINT_CHECK: {
      const column = [...table.columns.keys()].find((name) => new RegExp(`\\b${name}\\b`).test(subject))
      return column ? checkFailed(table.name, column) : error
    }
    // A rule over several rows: the trigger names it.
    case CONSTRAINT_TRIGGER:
      return checkFailed(table.name, message)
    case CONSTRAINT_UNIQUE:
    case CONSTRAINT_PRIMARYKEY: {
      const key = table.uniqueKeys.find(
        ({ name, columns }) =>
          subject === `index '${name}'` ||
          subject === columns.map((column) => `${table.name}.${column}`).join(', '),
      )
      if (!key) return error
      return keyTaken(
        key.name,
        key.columns,
        key.columns.map((column) => String(newValue(column) ?? 'null')),
      )
    }
    default:
      return error
  }
}

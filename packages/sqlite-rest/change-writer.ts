/**
 * The common part of the functions `change_stock` and `change_sales`: checks for conflicts, then applies the changes row
 * by row and records each for undo. The caller runs a call in a transaction and rolls back if it throws.
 */
import { randomUUID } from 'node:crypto'
import type { SQLInputValue } from 'node:sqlite'
import {
  deleteText,
  inOrder,
  insertText,
  later,
  type Row,
  STEP_ROWS,
  selectText,
  updateText,
} from './change-rows.ts'
import type { ChangedRow, ChangesCall } from './changes-call.ts'
import { changeConflict } from './errors.ts'
import { findTable } from './plan.ts'
import type { Schema, Table } from './schema.ts'

/** The operations of the caller's transaction. Statements are cached. */
export interface ChangeDatabase {
  get(sql: string, values: SQLInputValue[]): Record<string, unknown> | undefined
  /** @throws RestError for a row that violates a constraint */
  write(table: Table, sql: string, row: Row): void
}

export interface ChangeResult {
  readonly batch: string
  readonly changed: number
}

interface Kind {
  readonly what: 'plates' | 'sales'
  /** Of the rows that a call changes. */
  readonly table: Table
  readonly history: 'plate_changes' | 'sale_changes'
  readonly idColumn: 'plate_id' | 'sale_id'
}

export abstract class ChangeWriter<Change extends ChangedRow> {
  protected readonly table: Table
  protected readonly now: string
  private readonly database: ChangeDatabase
  private readonly schema: Schema
  private readonly call: ChangesCall<Change>
  private readonly kind: Kind
  private readonly batch: string

  constructor(database: ChangeDatabase, schema: Schema, call: ChangesCall<Change>, kind: Kind, now: string) {
    this.database = database
    this.schema = schema
    this.call = call
    this.kind = kind
    this.table = kind.table
    this.batch = call.batch ?? randomUUID()
    this.now = now
  }

  protected abstract insert(change: Change): void
  /** @returns whether the row differs from the change */
  protected abstract update(change: Change, old: Row): boolean
  protected abstract remove(change: Change, old: Row): void

  /** Yields between steps, so that the event loop can do other work. @throws RestError */
  *steps(): Generator<void, ChangeResult> {
    yield* this.checkConflicts()
    let changed = 0
    for (const [index, change] of inOrder(this.call.changes).entries()) {
      if (index % STEP_ROWS === STEP_ROWS - 1) yield
      if (this.apply(change)) changed++
    }
    if (changed > 0) this.addRow(this.tableOf('audit'), { ...this.call.entry, id: this.batch })
    return { batch: this.batch, changed }
  }

  private *checkConflicts(): Generator<void, void> {
    const conflicts: string[] = []
    for (const [index, { id, seenAt }] of this.call.changes.entries()) {
      if (index % STEP_ROWS === STEP_ROWS - 1) yield
      if (id === null) continue
      const row = this.find(this.table, id)
      if (!row) conflicts.push(this.lastNumber(id) ?? id)
      else if (seenAt !== null && row.updated_at !== seenAt) conflicts.push(String(row.plate_number))
    }
    if (conflicts.length > 0) throw changeConflict(this.kind.what, conflicts)
  }

  /** @returns whether a row changed */
  private apply(change: Change): boolean {
    const { id, isRemoval } = change
    if (id === null) {
      if (!isRemoval) this.insert(change)
      return !isRemoval
    }
    const old = this.find(this.table, id) as Row
    if (!isRemoval) return this.update(change, old)
    this.remove(change, old)
    return true
  }

  protected find(table: Table, id: string): Row | undefined {
    return this.database.get(selectText(table), [id]) as Row | undefined
  }

  /** The registration of a removed row, if known. */
  private lastNumber(id: string): string | undefined {
    const { history, idColumn } = this.kind
    const text = `SELECT plate_number FROM ${history} WHERE ${idColumn} = ? ORDER BY at DESC LIMIT 1`
    return this.database.get(text, [id])?.plate_number as string | undefined
  }

  /** The time of a change of the row. */
  protected timeAfter(old: Row): string {
    return later(this.now, old.updated_at as string)
  }

  protected addRow(table: Table, row: Row): void {
    this.database.write(table, insertText(table, Object.keys(row)), row)
  }

  protected changeRow(table: Table, id: string, changed: Row, at: string): void {
    this.database.write(table, updateText(table, changed), { ...changed, updated_at: at, id })
  }

  protected removeRow(table: Table, id: string): void {
    this.database.write(table, deleteText(table), { id })
  }

  protected tableOf(name: string): Table {
    return findTable(this.schema, name)
  }

  /** Records a change for undo. @param row after the change, or before its removal. @param more columns of this history */
  protected note(at: string, row: Row, before: object | null, after: object | null, more: Row = {}): void {
    const { history, idColumn } = this.kind
    const { person, command } = this.call.entry
    this.addRow(this.tableOf(history), {
      batch: this.batch,
      at,
      person,
      action: command,
      ...more,
      [idColumn]: row.id as string,
      plate_number: row.plate_number as string,
      before: before && JSON.stringify(before),
      after: after && JSON.stringify(after),
    })
  }
}

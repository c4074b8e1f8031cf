/**
 * The function `change_sales`, equivalent to the SQL function in supabase/current: adds, changes and removes
 * recorded sales of one explorer, logs public corrections and records each change for undo, in one transaction with one
 * audit entry.
 */
import { randomUUID } from 'node:crypto'
import {
  blank,
  deleteText,
  differing,
  filled,
  insertText,
  later,
  names,
  pick,
  type Row,
  selectText,
  toJson,
  updateText,
} from './change-rows.ts'
import { changeInSteps } from './change-steps.ts'
import type { ChangeDatabase, ChangeResult } from './change-stock.ts'
import { findTable } from './plan.ts'
import type { SaleChange, SalesCall } from './sales-call.ts'
import type { Schema } from './schema.ts'

type CorrectionKind = 'edited' | 'removed' | 'restored'

interface NotedChange {
  at: string
  /** The sale after the change, or before its removal. */
  sale: Row
  before: Row | null
  after: Row | null
  kind: CorrectionKind
  correction: string | null
  /** The registration for the log, if the sale now has another one. */
  known?: string
}

/** One call. The caller runs it in a transaction and rolls back if this throws. */
export class SalesWriter {
  private readonly database: ChangeDatabase
  private readonly schema: Schema
  private readonly call: SalesCall
  private readonly batch: string
  private readonly now: string

  constructor(database: ChangeDatabase, schema: Schema, call: SalesCall, now: string) {
    this.database = database
    this.schema = schema
    this.call = call
    this.batch = call.batch ?? randomUUID()
    this.now = now
  }

  /** Yields between steps, so that the event loop can do other work. @throws RestError */
  *steps(): Generator<void, ChangeResult> {
    const changed = yield* changeInSteps({
      what: 'sales',
      changes: this.call.changes,
      find: (id) => this.find(id),
      lastNumber: (id) => this.lastNumber(id),
      apply: (change) => this.apply(change),
    })
    if (changed > 0) this.database.addEntry(this.call.entry, this.batch)
    return { batch: this.batch, changed }
  }

  /** @returns whether the sale changed */
  private apply(change: SaleChange): boolean {
    if (change.isRemoval) return change.id !== null && this.remove(change, change.id)
    return change.id === null ? this.insert(change) : this.update(change, change.id)
  }

  private insert({ sale, correction }: SaleChange): boolean {
    const { table } = this.call
    const { now } = this
    const row: Row = { ...blank(table), id: randomUUID(), created_at: now, ...sale, updated_at: now }
    this.database.write(table, insertText(table, names(table)), row)
    this.note({ at: now, sale: row, before: null, after: whole(row), kind: 'restored', correction })
    return true
  }

  private update({ sale, correction }: SaleChange, id: string): boolean {
    const { table } = this.call
    const old = this.find(id) as Row
    const changed = differing(sale, old)
    if (Object.keys(changed).length === 0) return false
    const at = later(this.now, old.updated_at as string)
    this.database.write(table, updateText(table, changed), { ...changed, updated_at: at, id })
    const before = pick(old, changed)
    // The log names a sale by its published registration.
    const known = old.plate_number as string
    this.note({ at, sale: { ...old, ...sale }, before, after: changed, kind: 'edited', correction, known })
    return true
  }

  private remove({ correction }: SaleChange, id: string): boolean {
    const { table } = this.call
    const old = this.find(id) as Row
    this.database.write(table, deleteText(table), { id })
    const at = later(this.now, old.updated_at as string)
    this.note({ at, sale: old, before: whole(old), after: null, kind: 'removed', correction })
    return true
  }

  private find(id: string): Row | undefined {
    return this.database.get(selectText(this.call.table), [id]) as Row | undefined
  }

  /** The registration of a removed sale. */
  private lastNumber(id: string): string | undefined {
    const text = 'SELECT plate_number FROM sale_changes WHERE sale_id = ? ORDER BY at DESC LIMIT 1'
    return this.database.get(text, [id])?.plate_number as string | undefined
  }

  private note({ at, sale, before, after, kind, correction, known }: NotedChange): void {
    const { explorer, table, reason, entry } = this.call
    const plate_number = sale.plate_number as string
    if (correction !== null) {
      const named = { explorer, plate_number: known ?? plate_number }
      const logged: Row = { at: this.now, ...named, kind, change: correction, reason }
      this.add('corrections', logged)
    }
    const row: Row = {
      batch: this.batch,
      at,
      person: entry.person,
      action: entry.command,
      explorer,
      sale_id: sale.id as string,
      plate_number,
      before: before && JSON.stringify(toJson(table, before)),
      after: after && JSON.stringify(toJson(table, after)),
    }
    this.add('sale_changes', row)
  }

  private add(name: string, row: Row): void {
    const table = findTable(this.schema, name)
    this.database.write(table, insertText(table, Object.keys(row)), row)
  }
}

const whole = (row: Row) => filled(row, ['updated_at'])

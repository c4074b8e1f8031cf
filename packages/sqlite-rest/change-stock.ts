/**
 * The function `change_stock`, equivalent to the SQL function in supabase/current: changes, inserts and removes
 * plates with their private details and records each change for undo, in one transaction with one audit entry.
 */
import { randomUUID } from 'node:crypto'
import type { SQLInputValue } from 'node:sqlite'
import type { AuditEntry } from './audit.ts'
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
import { findTable } from './plan.ts'
import type { Schema, Table } from './schema.ts'
import type { PlateChange, StockCall } from './stock-call.ts'

/** The operations of the caller's transaction. Statements are cached. */
export interface ChangeDatabase {
  get(sql: string, values: SQLInputValue[]): Record<string, unknown> | undefined
  /** @throws RestError for a row that violates a constraint */
  write(table: Table, sql: string, row: Row): void
  addEntry(entry: AuditEntry, id: string): void
}

export interface ChangeResult {
  readonly batch: string
  readonly changed: number
}

interface ChangedRows {
  plate: ReturnType<typeof toJson>
  details: ReturnType<typeof toJson>
}

/** One call. The caller runs it in a transaction and rolls back if this throws. */
export class StockWriter {
  private readonly database: ChangeDatabase
  private readonly plates: Table
  private readonly details: Table
  private readonly changes: Table
  private readonly call: StockCall
  private readonly batch: string
  private readonly now: string

  constructor(database: ChangeDatabase, schema: Schema, call: StockCall, now: string) {
    this.database = database
    this.plates = findTable(schema, 'plates')
    this.details = findTable(schema, 'plate_details')
    this.changes = findTable(schema, 'plate_changes')
    this.call = call
    this.batch = call.batch ?? randomUUID()
    this.now = now
  }

  /** Yields between steps, so that the event loop can do other work. @throws RestError */
  *steps(): Generator<void, ChangeResult> {
    const changed = yield* changeInSteps({
      what: 'plates',
      changes: this.call.changes,
      find: (id) => this.find(this.plates, id),
      lastNumber: (id) => this.lastNumber(id),
      apply: (change) => this.apply(change),
    })
    if (changed > 0) this.database.addEntry(this.call.entry, this.batch)
    return { batch: this.batch, changed }
  }

  /** @returns whether the plate changed */
  private apply(change: PlateChange): boolean {
    if (change.isRemoval) return change.id !== null && this.remove(change.id)
    return change.id === null ? this.insert(change) : this.update(change, change.id)
  }

  private insert({ plate, details }: PlateChange): boolean {
    const { now } = this
    const row: Row = {
      ...blank(this.plates),
      id: randomUUID(),
      is_available: 1,
      is_feature: 0,
      is_demonstration: 0,
      created_at: now,
      ...plate,
      updated_at: now,
    }
    this.database.write(this.plates, insertText(this.plates, names(this.plates)), row)
    const hasDetails = Object.keys(details).length > 0
    const becomes = { ...this.withoutDetails(row), ...details }
    if (hasDetails) this.insertDetails(now, row.id as string, becomes)
    this.note(now, row, null, this.wholeRows(row, hasDetails ? becomes : undefined))
    return true
  }

  private update({ plate, details }: PlateChange, id: string): boolean {
    const old = this.find(this.plates, id) as Row
    const stored = this.find(this.details, id)
    const oldDetails = stored ?? this.withoutDetails(old)
    const changedPlate = differing(plate, old)
    const changedDetails = differing(details, oldDetails)
    const hasDetails = Object.keys(changedDetails).length > 0
    if (Object.keys(changedPlate).length === 0 && !hasDetails) return false
    const at = later(this.now, old.updated_at as string)
    const { database } = this
    database.write(this.plates, updateText(this.plates, changedPlate), {
      ...changedPlate,
      updated_at: at,
      id,
    })
    if (hasDetails && stored)
      database.write(this.details, updateText(this.details, changedDetails), {
        ...changedDetails,
        updated_at: at,
        id,
      })
    else if (hasDetails) this.insertDetails(at, id, { ...oldDetails, ...details })
    this.note(
      at,
      { ...old, ...plate },
      this.changedRows(pick(old, changedPlate), pick(oldDetails, changedDetails)),
      this.changedRows(changedPlate, changedDetails),
    )
    return true
  }

  private remove(id: string): boolean {
    const old = this.find(this.plates, id) as Row
    const before = this.wholeRows(old, this.find(this.details, id))
    this.database.write(this.plates, deleteText(this.plates), { id })
    this.note(later(this.now, old.updated_at as string), old, before, null)
    return true
  }

  private find(table: Table, id: string): Row | undefined {
    return this.database.get(selectText(table), [id]) as Row | undefined
  }

  /** The registration of a removed plate. */
  private lastNumber(id: string): string | undefined {
    const text = 'SELECT plate_number FROM plate_changes WHERE plate_id = ? ORDER BY at DESC LIMIT 1'
    return this.database.get(text, [id])?.plate_number as string | undefined
  }

  private insertDetails(at: string, id: string, details: Row): void {
    const row = { ...details, id, created_at: at, updated_at: at }
    this.database.write(this.details, insertText(this.details, names(this.details)), row)
  }

  private note(at: string, plate: Row, before: ChangedRows | null, after: ChangedRows | null): void {
    const { person, command } = this.call.entry
    const row: Row = {
      batch: this.batch,
      at,
      person,
      action: command,
      plate_id: plate.id as string,
      plate_number: plate.plate_number as string,
      before: before && JSON.stringify(before),
      after: after && JSON.stringify(after),
    }
    this.database.write(this.changes, insertText(this.changes, Object.keys(row)), row)
  }

  /** The default details of a plate without any, as in the view `stock`. */
  private withoutDetails(plate: Row): Row {
    return { ...blank(this.details), status: plate.is_available === 0 ? 'withdrawn' : 'for_sale' }
  }

  /** Columns of both tables, as `plate_changes` stores them. */
  private changedRows(plate: Row, details: Row): ChangedRows {
    return { plate: toJson(this.plates, plate), details: toJson(this.details, details) }
  }

  private wholeRows(plate: Row, details: Row | undefined): ChangedRows {
    const stored = filled(details ?? {}, ['id', 'created_at', 'updated_at'])
    return this.changedRows(filled(plate, ['updated_at']), stored)
  }
}

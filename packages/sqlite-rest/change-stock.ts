/**
 * The function `change_stock`, equivalent to the SQL function in supabase/current: changes, inserts and removes
 * plates with their private details and records each change for undo, in one transaction with one audit entry.
 */
import { randomUUID } from 'node:crypto'
import { blank, differing, filled, pick, type Row, toJson } from './change-rows.ts'
import { type ChangeDatabase, ChangeWriter } from './change-writer.ts'
import { type ChangedRow, type ChangesCall, OWN, readCall, readChange, readColumns } from './changes-call.ts'
import type { BodyRow } from './parse-body.ts'
import { findTable } from './plan.ts'
import type { Schema, Table } from './schema.ts'

interface PlateChange extends ChangedRow {
  readonly plate: Row
  readonly details: Row
}

type StockCall = ChangesCall<PlateChange>

/** @throws RestError */
export const readStockCall = (schema: Schema, sent: BodyRow): StockCall =>
  readCall(sent, 'plate', (change) => parseChange(schema, change))

function parseChange(schema: Schema, given: unknown): PlateChange {
  const { row, sent } = readChange(given, ['plate', 'details'])
  return {
    ...row,
    plate: readColumns(findTable(schema, 'plates'), sent.plate, row.id === null ? ['updated_at'] : OWN),
    details: readColumns(findTable(schema, 'plate_details'), sent.details, OWN),
  }
}

export class StockWriter extends ChangeWriter<PlateChange> {
  private readonly details: Table

  constructor(database: ChangeDatabase, schema: Schema, call: StockCall, now: string) {
    const table = findTable(schema, 'plates')
    const kind = { what: 'plates', table, history: 'plate_changes', idColumn: 'plate_id' } as const
    super(database, schema, call, kind, now)
    this.details = this.tableOf('plate_details')
  }

  protected insert({ plate, details }: PlateChange): void {
    const { now } = this
    const row: Row = {
      ...blank(this.table),
      ...{ id: randomUUID(), is_available: 1, is_feature: 0, is_demonstration: 0, created_at: now },
      ...plate,
      updated_at: now,
    }
    this.addRow(this.table, row)
    const hasDetails = Object.keys(details).length > 0
    const becomes = { ...this.withoutDetails(row), ...details }
    if (hasDetails) this.addDetails(now, row.id as string, becomes)
    this.note(now, row, null, this.wholeRows(row, hasDetails ? becomes : undefined))
  }

  protected update({ plate, details }: PlateChange, old: Row): boolean {
    const id = old.id as string
    const stored = this.find(this.details, id)
    const oldDetails = stored ?? this.withoutDetails(old)
    const changedPlate = differing(plate, old)
    const changedDetails = differing(details, oldDetails)
    const hasDetails = Object.keys(changedDetails).length > 0
    if (Object.keys(changedPlate).length === 0 && !hasDetails) return false
    const at = this.timeAfter(old)
    this.changeRow(this.table, id, changedPlate, at)
    if (hasDetails && stored) this.changeRow(this.details, id, changedDetails, at)
    else if (hasDetails) this.addDetails(at, id, { ...oldDetails, ...details })
    const before = this.changedRows(pick(old, changedPlate), pick(oldDetails, changedDetails))
    this.note(at, { ...old, ...plate }, before, this.changedRows(changedPlate, changedDetails))
    return true
  }

  protected remove(_change: PlateChange, old: Row): void {
    const id = old.id as string
    const before = this.wholeRows(old, this.find(this.details, id))
    this.removeRow(this.table, id)
    this.note(this.timeAfter(old), old, before, null)
  }

  private addDetails(at: string, id: string, details: Row): void {
    this.addRow(this.details, { ...details, id, created_at: at, updated_at: at })
  }

  /** The default details of a plate without any, as in the view `stock`. */
  private withoutDetails(plate: Row): Row {
    return { ...blank(this.details), status: plate.is_available === 0 ? 'withdrawn' : 'for_sale' }
  }

  /** Columns of both tables, as `plate_changes` stores them. */
  private changedRows(plate: Row, details: Row) {
    return { plate: toJson(this.table, plate), details: toJson(this.details, details) }
  }

  private wholeRows(plate: Row, details: Row | undefined) {
    const stored = filled(details ?? {}, ['id', 'created_at', 'updated_at'])
    return this.changedRows(filled(plate, ['updated_at']), stored)
  }
}

/**
 * The function `change_sales`, equivalent to the SQL function in supabase/current: adds, changes and removes
 * recorded sales of one explorer, logs public corrections and records each change for undo, in one transaction with one
 * audit entry.
 */
import { randomUUID } from 'node:crypto'
import { blank, differing, filled, pick, type Row, toJson } from './change-rows.ts'
import { type ChangeDatabase, ChangeWriter } from './change-writer.ts'
import {
  type ChangedRow,
  type ChangesCall,
  OWN,
  readCall,
  readChange,
  readColumns,
  readText,
} from './changes-call.ts'
import { changesInvalid } from './errors.ts'
import type { BodyRow } from './parse-body.ts'
import { type Schema, salesTablesOf, type Table } from './schema.ts'

interface SaleChange extends ChangedRow {
  readonly sale: Row
  /** The text for the public log of corrections; null: no entry. */
  readonly correction: string | null
}

interface SalesCall extends ChangesCall<SaleChange> {
  readonly explorer: string
  readonly table: Table
  /** The reason of the corrections. */
  readonly reason: string | null
}

/** @throws RestError */
export function readSalesCall(schema: Schema, sent: BodyRow): SalesCall {
  const explorer = readText(sent, 'explorer')
  const tables = salesTablesOf(schema)
  const table = tables.find((known) => known.explorer === explorer)
  if (explorer === null || !table)
    throw changesInvalid(`explorer must be ${tables.map((known) => known.explorer).join(' or ')}`)
  const call = readCall(sent, 'sale', (change) => parseChange(table, change))
  return { ...call, explorer, table, reason: readText(sent, 'reason') }
}

function parseChange(table: Table, given: unknown): SaleChange {
  const { row, sent } = readChange(given, ['sale'], ['correction'])
  const correction = readText(sent, 'correction')
  if (row.isRemoval && correction === null) throw changesInvalid('a removal needs a correction')
  return {
    ...row,
    sale: readColumns(table, sent.sale, row.id === null ? ['updated_at'] : OWN),
    correction,
  }
}

export class SalesWriter extends ChangeWriter<SaleChange> {
  private readonly explorer: string
  /** Of the corrections. */
  private readonly reason: string | null

  constructor(database: ChangeDatabase, schema: Schema, call: SalesCall, now: string) {
    const { table, explorer, reason } = call
    const kind = { what: 'sales', table, history: 'sale_changes', idColumn: 'sale_id' } as const
    super(database, schema, call, kind, now)
    this.explorer = explorer
    this.reason = reason
  }

  protected insert({ sale, correction }: SaleChange): void {
    const { table, now } = this
    const row: Row = { ...blank(table), id: randomUUID(), created_at: now, ...sale, updated_at: now }
    this.addRow(table, row)
    this.log('restored', row, correction)
    this.noteSale(now, row, null, whole(row))
  }

  protected update({ sale, correction }: SaleChange, old: Row): boolean {
    const changed = differing(sale, old)
    if (Object.keys(changed).length === 0) return false
    const at = this.timeAfter(old)
    this.changeRow(this.table, old.id as string, changed, at)
    // The log names a sale by its published registration.
    this.log('edited', old, correction)
    this.noteSale(at, { ...old, ...sale }, pick(old, changed), changed)
    return true
  }

  protected remove({ correction }: SaleChange, old: Row): void {
    this.removeRow(this.table, old.id as string)
    this.log('removed', old, correction)
    this.noteSale(this.timeAfter(old), old, whole(old), null)
  }

  private log(
    kind: 'edited' | 'removed' | 'restored',
    { plate_number = null }: Row,
    change: string | null,
  ): void {
    const { now: at, explorer, reason } = this
    if (change !== null)
      this.addRow(this.tableOf('corrections'), { at, explorer, plate_number, kind, change, reason })
  }

  private noteSale(at: string, sale: Row, before: Row | null, after: Row | null): void {
    const json = (row: Row | null) => row && toJson(this.table, row)
    this.note(at, sale, json(before), json(after), { explorer: this.explorer })
  }
}

const whole = (row: Row) => filled(row, ['updated_at'])

/** The changes of plates and of recorded sales that are kept for undo, one row per plate or sale. */
import { sql } from 'kysely'
import { readPages } from '#data/read-pages.ts'
import type { Reader, Row, Transaction } from '#data/tables.ts'
import { type Time, toTime } from '#data/times.ts'
import { type Actor, parseCommand } from '../audit/actor.ts'

export interface KeptChange<State> {
  id: string
  /** All changes of one call, which are undone as one; the id of its entry in the audit trail. */
  batch: string
  /** The `updated_at` of the plate or sale until it changes again. */
  at: Time
  person: string
  via: Actor['via']
  action: string
  registration: string
  /** The columns that changed; null: the plate or sale did not exist. */
  before: State | null
  after: State | null
}

type KeptRow = Omit<Row<'plateChanges'>, 'plateId'>

export function toKeptChange<State>(
  { id, batch, at, person, action, plateNumber, before, after }: KeptRow,
  toState: (json: Record<string, unknown>) => State,
): KeptChange<State> {
  const stateOf = (json: string | null) => (json === null ? null : toState(JSON.parse(json)))
  return {
    id,
    batch,
    at,
    person,
    ...parseCommand(action),
    registration: plateNumber,
    before: stateOf(before),
    after: stateOf(after),
  }
}

const DEFAULT_LIMIT = 100
const MAX_LIMIT = 1000

interface Latest {
  batch?: string
  /** The id of a plate or sale. */
  of?: string
  /** Default 100, maximum 1,000. */
  limit?: number
}

export interface History<Change> {
  /** Latest first. */
  latest(reader: Reader, query?: Latest): Promise<Change[]>
  /** Reads a batch of any size. */
  batch(reader: Reader, batch: string): Promise<Change[]>
}

type HistoryTable = 'plateChanges' | 'saleChanges'

export function historyOf<Table extends HistoryTable, Change>(
  table: Table,
  idColumn: 'plateId' | 'saleId',
  toChange: (row: Row<Table>) => Change,
): History<Change> {
  // Kysely tells the columns of one table, and those of the two that are named here are the same.
  const all = (reader: Reader) => reader.selectFrom(table as 'plateChanges').selectAll()
  const read = (row: Row<'plateChanges'>) => toChange(row as Row<Table>)
  return {
    async latest(reader, { batch, of, limit = DEFAULT_LIMIT } = {}) {
      let changes = all(reader)
      if (batch) changes = changes.where('batch', '=', batch)
      if (of) changes = changes.where(sql.ref(idColumn), '=', of)
      const latest = changes.orderBy('at', 'desc').orderBy('id').limit(Math.min(limit, MAX_LIMIT))
      return (await latest.execute()).map(read)
    },
    batch(reader, batch) {
      const rows = readPages((after, limit) =>
        all(reader).where('batch', '=', batch).where('id', '>', after).orderBy('id').limit(limit).execute(),
      )
      return Array.fromAsync(rows, read)
    },
  }
}

/** Called by retention after UNDO_DAYS. */
export async function removeKeptChangesBefore(transaction: Transaction, moment: Date): Promise<void> {
  await transaction.deleteFrom('plateChanges').where('at', '<', toTime(moment)).execute()
  await transaction.deleteFrom('saleChanges').where('at', '<', toTime(moment)).execute()
}

/** The changes of plates and of recorded sales that are kept for undo, one row per plate or sale. */
import type { BackendClient } from '#shared/data/client.ts'
import { readAll } from '#shared/data/read-all.ts'
import { requireRows, requireSuccess } from '#shared/data/response.ts'
import { type Actor, parseCommand } from '../audit/actor.ts'

export interface KeptChange<State> {
  id: string
  /** All changes of one call, which are undone as one; the id of its entry in the audit trail. */
  batch: string
  /** The `updated_at` of the plate or sale until it changes again. */
  at: string
  person: string
  via: Actor['via']
  action: string
  registration: string
  /** The columns that changed; null: the plate or sale did not exist. */
  before: State | null
  after: State | null
}

export const toKeptChange = <State>(
  row: Record<string, unknown>,
  toState: (json: Record<string, unknown>) => State,
): KeptChange<State> => {
  const stateOf = (json: unknown) => (typeof json === 'string' ? toState(JSON.parse(json)) : null)
  return {
    id: String(row.id),
    batch: String(row.batch),
    at: String(row.at),
    person: String(row.person),
    ...parseCommand(String(row.action)),
    registration: String(row.plate_number),
    before: stateOf(row.before),
    after: stateOf(row.after),
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
  latest(client: BackendClient, query?: Latest): Promise<Change[]>
  /** Reads a batch of any size. */
  batch(client: BackendClient, batch: string): Promise<Change[]>
  /** Called by retention after UNDO_DAYS. */
  removeBefore(client: BackendClient, moment: Date): Promise<void>
}

export const historyOf = <Change>(
  table: 'plate_changes' | 'sale_changes',
  idColumn: 'plate_id' | 'sale_id',
  toChange: (row: Record<string, unknown>) => Change,
): History<Change> => ({
  async latest(client, { batch, of, limit = DEFAULT_LIMIT } = {}) {
    let read = client.from(table).select('*')
    if (batch) read = read.eq('batch', batch)
    if (of) read = read.eq(idColumn, of)
    const rows = await read.order('at', { ascending: false }).order('id').limit(Math.min(limit, MAX_LIMIT))
    return requireRows(rows).map(toChange)
  },
  batch: (client, batch) =>
    Array.fromAsync(readAll(client, table, { column: 'batch', list: `(${batch})` }), toChange),
  async removeBefore(client, moment) {
    requireSuccess(await client.from(table).delete().lt('at', moment.toISOString()))
  },
})

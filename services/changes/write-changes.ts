/** What the changes of plates and of recorded sales have in common: conflicts, kept changes, and one entry in the audit trail. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import {
  inParts,
  insertRows,
  isPostgres,
  readStored,
  removeRows,
  type StoredValues,
  updateRows,
} from '#data/stored-rows.ts'
import type { Database, Reader, Tables, Transaction } from '#data/tables.ts'
import { laterThan, type Time, toTime } from '#data/times.ts'
import { isUniqueViolation } from '#shared/data/response.ts'
import type { SalesTable } from '#shared/sales/explorers.ts'
import { type ActionName, action } from '../action.ts'
import type { Actor } from '../audit/actor.ts'
import { findAudit, toAuditRow } from '../audit/audit-log.ts'

/** Someone else has changed or removed these plates or sales since they were read. Nothing has been written. */
export class ChangeConflict extends Error {
  override name = 'ChangeConflict'
  readonly registrations: readonly string[]

  constructor(registrations: readonly string[]) {
    super(`Changed in the meantime: ${registrations.join(', ')}`)
    this.registrations = registrations
  }
}

export interface RowChange {
  /** Null adds a row. */
  id: string | null
  /** The `updated_at` that the person saw: the change is refused if the row has changed since. Null: unconditional. */
  seenAt?: string | null
  remove?: boolean
}

export interface ChangeCall<Change> {
  actor: Actor
  /** The action, as in the audit trail: 'sell', 'import', 'undo'. */
  action: string
  /** For the audit trail, a sentence without a full stop: 'AB12 CDE sold for £4,500'. */
  change: string
  /** A UUID chosen by the caller, so that a form that is sent twice is applied once. */
  batch?: string | null
  changes: readonly Change[]
  /** The entry in the audit trail is there, with an earlier part. */
  isContinued?: boolean
}

export interface WrittenChange {
  /** Identifies the kept changes and the audit entry. */
  batch: string
  /** The number of plates or sales that changed; if it is 0, nothing has been written. */
  changed: number
}

interface Kind {
  table: 'plates' | SalesTable
  /** Those that are stored. */
  columns: readonly string[]
  history: 'plateChanges' | 'saleChanges'
  idColumn: 'plate_id' | 'sale_id'
  /** Further columns of the history. */
  more?: StoredValues
}

/** The columns of a plate or sale that a change sets itself, or that never change. */
export const OWN_COLUMNS = ['id', 'created_at', 'updated_at']

type OldRow = StoredValues & { id: string; plate_number: string; updated_at: Time }

/** A change with the row that it changes or removes; null for one that it adds. */
export interface PairedChange<Change> {
  change: Change
  old: OldRow | null
}

/** What one change of a row leaves for undo. */
export interface Note {
  at: Time
  /** After the change, or before a removal. */
  row: StoredValues
  before: object | null
  after: object | null
}

/**
 * Writes everything or nothing; `write` is given some hundred changes at a time, removals first, so that what is added may have their
 * keys.
 * @throws ChangeConflict; DataFault with code 23505 if another row has the key of one of them, or the batch was used before
 */
export async function writeChanges<Change extends RowChange>(
  transaction: Transaction,
  kind: Kind,
  {
    actor,
    action: command,
    change: sentence,
    batch: given,
    changes,
    isContinued = false,
  }: ChangeCall<Change>,
  write: (part: PairedChange<Change>[], now: Time) => Promise<Note[]>,
): Promise<WrittenChange> {
  const batch = given ?? randomUUID()
  const entry = toAuditRow(actor, command, sentence)
  const now = toTime(new Date())
  const current = await lockRows(transaction, kind, changes)
  const pairs = changes.map((change) => ({ change, old: current.get(change.id ?? '') ?? null }))
  let changed = 0
  for (const part of inParts(pairs.sort((one, other) => rank(one) - rank(other)))) {
    const notes = await write(part, now)
    const rows = notes.map(({ at, row, before, after }) => ({
      id: randomUUID(),
      batch,
      at,
      person: entry.person,
      action: entry.command,
      ...kind.more,
      [kind.idColumn]: row.id ?? null,
      plate_number: row.plate_number ?? null,
      before: before && JSON.stringify(before),
      after: after && JSON.stringify(after),
    }))
    await insertRows(transaction, kind.history, Object.keys(rows[0] ?? {}), rows)
    changed += notes.length
  }
  if (changed > 0 && !isContinued)
    await transaction
      .insertInto('audit')
      .values({ ...entry, id: batch })
      .execute()
  return { batch, changed }
}

/** The rest cannot be written: see `changeInParts`. */
export class PartlyWritten extends ChangeConflict {
  override name = 'PartlyWritten'
}

/** What SQLite writes in half a second, in which nobody else can write. */
const CHANGES_AT_ONCE = 5_000
/** Other processes try again so often. */
const PAUSE_MS = 50

/**
 * One transaction on PostgreSQL, and on SQLite, where others would wait for it, one for each 5,000 changes, removals first. If it ends
 * early, what is written can be undone as one, and a call with the same batch goes on.
 * @param finish is written with the last part
 * @throws PartlyWritten if a later part has a conflict; as `write`
 */
export async function changeInParts<Change extends RowChange, Call extends ChangeCall<Change>>(
  database: Database,
  name: ActionName,
  call: Call,
  write: (transaction: Transaction, part: Call) => Promise<WrittenChange>,
  finish: (transaction: Transaction) => Promise<void> = async () => {},
): Promise<WrittenChange> {
  const batch = call.batch ?? randomUUID()
  const isOnPostgres = isPostgres(database)
  const isWhole = isOnPostgres || call.changes.length <= CHANGES_AT_ONCE
  let isContinued = !isOnPostgres && (await wasWritten(database, batch))
  const changes = isWhole ? call.changes : call.changes.toSorted((one, other) => order(one) - order(other))
  let changed = 0
  for (const part of isWhole ? [changes] : inParts(changes, CHANGES_AT_ONCE)) {
    const isLast = part.at(-1) === changes.at(-1)
    try {
      const written = await action(database, name, async (transaction) => {
        const result = await write(transaction, { ...call, batch, changes: part, isContinued })
        if (isLast) await finish(transaction)
        return result
      })
      changed += written.changed
      isContinued ||= written.changed > 0
      if (!isLast) await sleep(PAUSE_MS)
    } catch (error) {
      const isConflict = error instanceof ChangeConflict || isUniqueViolation(error)
      if (changed > 0 && isConflict)
        throw new PartlyWritten(error instanceof ChangeConflict ? error.registrations : [])
      throw error
    }
  }
  return { batch, changed }
}

const order = ({ id, remove }: RowChange) => (remove ? 0 : id === null ? 2 : 1)

const rank = ({ change, old }: PairedChange<RowChange>) => (change.remove ? 0 : old ? 1 : 2)

/** In the order of their ids, so that two changes at once do not wait for one another. @throws ChangeConflict */
async function lockRows(
  transaction: Transaction,
  kind: Kind,
  changes: readonly RowChange[],
): Promise<Map<string, OldRow>> {
  const ids = changes.flatMap(({ id }) => id ?? [])
  if (new Set(ids).size < ids.length) throw new Error('A row is changed twice in one call')
  const current = await readRows(transaction, kind, ids)
  const isStale = ({ id, seenAt }: RowChange) => {
    const row = id === null ? null : current.get(id)
    return row !== null && (!row || (seenAt != null && row.updated_at !== seenAt))
  }
  const stale = changes.filter(isStale).map(({ id }) => id ?? '')
  if (stale.length > 0) {
    const names = await Promise.all(
      stale.map(
        async (id) => current.get(id)?.plate_number ?? (await lastNumber(transaction, kind, id)) ?? id,
      ),
    )
    throw new ChangeConflict(names)
  }
  return current
}

/** The rows of a table by id, locked for the transaction. */
export async function readRows<Row extends { id: string } = OldRow>(
  transaction: Transaction,
  { table, columns }: Pick<Kind, 'columns'> & { table: string },
  ids: readonly string[],
): Promise<Map<string, Row>> {
  const rows = new Map<string, Row>()
  for (const part of inParts(ids.toSorted())) {
    const all = transaction.selectFrom(table as 'plates').select(columns as (keyof Tables['plates'])[])
    const named = all.where('id', 'in', part)
    const found = await readStored(transaction, named.orderBy('id').forUpdate())
    for (const row of found) rows.set(row.id, row as unknown as Row)
  }
  return rows
}

/** The registration of a removed row, if a change of it is kept. */
async function lastNumber(transaction: Transaction, { history, idColumn }: Kind, id: string) {
  const past = transaction.selectFrom(history as 'plateChanges').select('plateNumber')
  const latest = past.where(sql.ref(idColumn), '=', id).orderBy('at', 'desc').limit(1)
  return (await latest.executeTakeFirst())?.plateNumber
}

/** The changes of one table, written with one statement for each kind of them. */
export class TableChanges {
  readonly #table: string
  readonly #removed: string[] = []
  readonly #changed: StoredValues[] = []
  readonly #columns = new Set<string>()
  readonly #added: StoredValues[] = []

  constructor(table: string) {
    this.#table = table
  }

  remove(id: string): void {
    this.#removed.push(id)
  }

  change(old: StoredValues, changed: StoredValues, updated_at: Time): void {
    const columns = { ...changed, updated_at }
    for (const name of Object.keys(columns)) this.#columns.add(name)
    this.#changed.push({ ...old, ...columns })
  }

  add(row: StoredValues): void {
    this.#added.push(row)
  }

  async write(transaction: Transaction): Promise<void> {
    await removeRows(transaction, this.#table, this.#removed)
    await updateRows(transaction, this.#table, [...this.#columns], this.#changed)
    const columns = new Set(this.#added.flatMap((row) => Object.keys(row)))
    await insertRows(transaction, this.#table, [...columns], this.#added)
  }
}

export const timeAfter = ({ updated_at }: { updated_at: Time }, now: Time): Time => laterThan(updated_at, now)

/** The given values that differ from the row. */
export const differing = (given: StoredValues, old: StoredValues): StoredValues =>
  Object.fromEntries(Object.entries(given).filter(([name, value]) => value !== (old[name] ?? null)))

export const pick = (row: StoredValues, wanted: StoredValues): StoredValues =>
  Object.fromEntries(Object.keys(wanted).map((name) => [name, row[name] ?? null]))

/** What is kept of an added or removed row: without nulls, and without what the next insertion sets itself. */
export const filled = (row: StoredValues, omitted: readonly string[]): StoredValues =>
  Object.fromEntries(Object.entries(row).filter(([name, value]) => value !== null && !omitted.includes(name)))

/** Whether the call with this batch was carried out, if its answer was lost. */
export const wasWritten = async (reader: Reader, batch: string): Promise<boolean> =>
  (await findAudit(reader, batch)) !== null

/** Whether a call that failed had been carried out before: its answer was lost, and it was sent again. */
export const wasWrittenBefore = async (reader: Reader, error: unknown, batch: string): Promise<boolean> =>
  !(error instanceof PartlyWritten) &&
  (error instanceof ChangeConflict || isUniqueViolation(error)) &&
  wasWritten(reader, batch)

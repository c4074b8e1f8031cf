/**
 * Changes, adds and removes plates with their private details. Each changed plate leaves a row of `plate_changes`, and the call one
 * entry in the audit trail.
 */
import { randomUUID } from 'node:crypto'
import { CHECK_VIOLATION, DataFault } from '#data/data-fault.ts'
import type { StoredValues } from '#data/stored-rows.ts'
import type { Transaction } from '#data/tables.ts'
import type { Time } from '#data/times.ts'
import { STORED_COLUMNS, type StockColumn } from '#shared/plates/columns.ts'
import { ChangeRefusal } from '../changes/refusal.ts'
import {
  differing,
  filled,
  type Note,
  OWN_COLUMNS,
  type PairedChange,
  pick,
  readRows,
  TableChanges,
  timeAfter,
  type WrittenChange,
  writeChanges,
} from '../changes/write-changes.ts'
import { statusOf } from './plate-status.ts'
import { toColumns } from './stock-columns.ts'
import type { StockCall, StockChange } from './stock-types.ts'

const columnsOf = (part: StockColumn['part']) =>
  STORED_COLUMNS.filter((column) => column.part === part).map(({ column }) => column)

const PLATE_COLUMNS = columnsOf('plate')
const DETAILS_COLUMNS = columnsOf('details')

const KIND = {
  table: 'plates',
  columns: PLATE_COLUMNS,
  history: 'plateChanges',
  idColumn: 'plate_id',
} as const

const blank = (columns: readonly string[]): StoredValues =>
  Object.fromEntries(columns.map((column) => [column, null]))

const NEW_PLATE = { ...blank(PLATE_COLUMNS), is_available: true, is_feature: false, is_demonstration: false }
const NO_DETAILS = blank(DETAILS_COLUMNS)

/** @throws ChangeRefusal, ChangeConflict; DataFault with code 23505 for a registration that is taken, or a batch that was used */
export async function changeStock(transaction: Transaction, call: StockCall): Promise<WrittenChange> {
  try {
    return await writeChanges(transaction, KIND, call, (part, now) => writePlates(transaction, part, now))
  } catch (error) {
    // The rule of the triggers plates_insert_held and plates_update_held.
    const isHeld =
      error instanceof DataFault && error.code === CHECK_VIOLATION && error.message.includes('held')
    if (!isHeld) throw error
    throw new ChangeRefusal(
      'Somebody has agreed to buy one of these plates, so it cannot go on sale. Extend or end that deal first, or sell the plate through it.',
    )
  }
}

async function writePlates(
  transaction: Transaction,
  part: readonly PairedChange<StockChange>[],
  now: Time,
): Promise<Note[]> {
  const stored = await readRows<StoredValues & { id: string }>(
    transaction,
    { table: 'plate_details', columns: [...DETAILS_COLUMNS, ...OWN_COLUMNS] },
    part.flatMap(({ old }) => old?.id ?? []),
  )
  const plates = new TableChanges('plates')
  const details = new TableChanges('plate_details')
  const notes: Note[] = []
  for (const { change, old } of part) {
    const given = { plate: toColumns(change.plate ?? {}), details: toColumns(change.details ?? {}) }
    const at = old ? timeAfter(old, now) : now
    const oldDetails = stored.get(old?.id ?? '')
    if (change.remove) {
      if (!old) continue
      plates.remove(old.id)
      notes.push({ at, row: old, before: wholeRows(old, oldDetails), after: null })
      continue
    }
    const row = old ?? { ...NEW_PLATE, id: randomUUID(), created_at: now, ...given.plate, updated_at: now }
    const was = oldDetails ?? { ...NO_DETAILS, status: statusOf(row.is_available === true, null) }
    if (!old) {
      plates.add(row)
      const hasDetails = Object.keys(given.details).length > 0
      const becomes = { ...was, ...given.details, id: row.id ?? null, created_at: now, updated_at: now }
      if (hasDetails) details.add(becomes)
      notes.push({ at, row, before: null, after: wholeRows(row, hasDetails ? becomes : undefined) })
      continue
    }
    const changed = { plate: differing(given.plate, old), details: differing(given.details, was) }
    const hasDetails = Object.keys(changed.details).length > 0
    if (Object.keys(changed.plate).length === 0 && !hasDetails) continue
    plates.change(old, changed.plate, at)
    if (oldDetails && hasDetails) details.change(oldDetails, changed.details, at)
    else if (hasDetails)
      details.add({ ...was, ...changed.details, id: old.id, created_at: at, updated_at: at })
    const before = { plate: pick(old, changed.plate), details: pick(was, changed.details) }
    notes.push({ at, row: { ...old, ...changed.plate }, before, after: changed })
  }
  await plates.write(transaction)
  await details.write(transaction)
  return notes
}

const wholeRows = (plate: StoredValues, details: StoredValues | undefined) => ({
  plate: filled(plate, ['updated_at']),
  details: filled(details ?? {}, OWN_COLUMNS),
})
